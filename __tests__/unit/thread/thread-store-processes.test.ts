// Two processes that write to one home at once: threads, what was sent, rules. None is lost, and a third always reads sound files.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openSavedRules } from '../../../src/engine/saved-rules.js';
import { createInputHistory } from '../../../src/storage/input-history.js';
import { openDatabase } from '../../../src/storage/sqlite.js';
import { createThreadStore } from '../../../src/thread/thread-store.js';
import { type ChildScript, childScript } from '../../support/child-script.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();
let adder: ChildScript;

beforeAll(async () => {
  adder = await childScript(`
    import { join } from 'node:path';
    import { openSavedRules } from './src/engine/saved-rules.ts';
    import { holdLock } from './src/storage/hold-lock.ts';
    import { createInputHistory } from './src/storage/input-history.ts';
    import { openDatabase } from './src/storage/sqlite.ts';
    import { createThreadStore } from './src/thread/thread-store.ts';
    const [home, name] = process.argv.slice(2);
    const database = openDatabase(join(home, 'runtime.db'));
    const store = createThreadStore(database, { holdLock: (id) => holdLock(join(home, 'locks', id)) });
    const history = createInputHistory({ file: join(home, 'history.jsonl'), isSecret: () => false, onError: (m) => { throw new Error(m); } });
    const rules = openSavedRules(join(home, 'permissions.json'), Date.now, (notice) => { throw new Error(notice); });
    for (let i = 0; i < 60; i++) {
      const threadId = 'thread-' + name + i;
      store.createThread({ threadId, cwd: '/w', title: 't', at: 1 });
      store.append(threadId, { at: 1, threadId, event: { type: 'thread.created', cwd: '/w', title: 't' } });
      store.append(threadId, { at: 2, threadId, turnId: 't', event: { type: 'turn.started', input: 'go', mode: 'react', model: 'm' } });
      store.release(threadId);
      history.add({ text: name + i, startsTyped: true });
      await rules.add({ effect: 'deny', kind: 'command', pattern: name + i }, undefined);
    }
    await history.settled();
    database.close();`);
});
afterAll(() => adder.remove());

test('two processes that add 60 records each lose none, and a third always reads sound files (PA-03)', async () => {
  const home = tempFolder();
  const notices: string[] = [];
  const history = createInputHistory({
    file: join(home, 'history.jsonl'),
    isSecret: () => false,
    onError: (m) => void notices.push(m),
  });
  const rules = openSavedRules(join(home, 'permissions.json'), Date.now, (notice) => void notices.push(notice));
  const database = openDatabase(join(home, 'runtime.db'));
  const store = createThreadStore(database);
  const read = async () => {
    const threads = store.list({ limit: 1000 });
    for (const { threadId } of threads.slice(0, 3)) expect(store.load(threadId).notice).toBeUndefined();
    return [threads.length, (await history.load()).length, (await rules.list()).length];
  };
  let isRunning = true;
  const adders = Promise.all([adder.run(home, 'a'), adder.run(home, 'b')]).finally(() => {
    isRunning = false;
  });
  const seen: number[][] = [];
  while (isRunning) seen.push(await read());
  await adders;
  for (const at of [0, 1, 2]) {
    const counts = seen.map((counted) => counted[at]!);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  }
  expect(await read()).toEqual([120, 120, 120]);
  expect(notices).toEqual([]);
  database.close();
  expect(readdirSync(home).filter((name) => name.endsWith('.tmp') || name.includes('.corrupt-'))).toEqual([]);
}, 60_000);
