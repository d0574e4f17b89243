// The built engine is killed after each durable event of a turn in turn: nothing that was told is lost, and the thread goes on.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { packageRoot } from '../../src/base/package-root.js';
import type { DurableEvent, Envelope } from '../../src/protocol/event.js';
import type { Reply } from '../../src/provider/script.js';
import { engineHarness, type Folders, initFor, readLog, writeFiles } from '../support/engine-harness.js';
import { tempFolders } from '../support/temp-folder.js';

const start = engineHarness();
const tempFolder = tempFolders();

const usage = { input: 100, output: 10 };
const replies: Reply[] = [
  {
    text: 'Both.',
    calls: [
      { name: 'read_file', arguments: { path: 'a.txt' } },
      { name: 'execute_command', arguments: { command: 'echo hi' } },
    ],
    usage,
  },
  { calls: [{ name: 'write_file', arguments: { path: 'new.txt', content: 'whole\n' } }], usage },
  { text: 'Done.', usage },
];

/** Writes out each durable event it is told, and dies with the one it was asked to die with. */
const program = `
  const { writeSync } = require('node:fs');
  const [boot, init, killAfter] = process.argv.slice(1);
  let told = 0;
  let sent = 0;
  let onCommand;
  const send = (command) => setImmediate(() => onCommand({ commandId: String(++sent), command }));
  const engine = require(boot).loadBundle('engine.cjs').createEngine(JSON.parse(init), {
    onCommand: (listener) => { onCommand = listener; },
    emit(envelopes) {
      for (const envelope of envelopes) {
        const { seq, event } = envelope;
        if (seq !== undefined) {
          writeSync(1, JSON.stringify(envelope) + '\\n');
          if (++told === Number(killAfter)) process.kill(process.pid, 'SIGKILL');
        }
        if (event.type === 'approval.requested')
          send({ type: 'approval.answer', approvalId: event.request.approvalId, decision: { kind: 'once' } });
        if (event.type === 'engine.idle') void engine.stop();
      }
    },
  });
  send({ type: 'turn.start', input: 'do it' });`;

interface Death {
  folders: Folders;
  /** What the front end had been told. */
  told: Envelope<DurableEvent>[];
}

/** Runs the turn and kills it after so many durable events; 0: not at all. */
async function runAndKill(killAfter: number): Promise<Death> {
  const root = tempFolder();
  const folders = { home: join(root, 'home'), project: join(root, 'project') };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  writeFiles(folders.project, { 'a.txt': 'content of a\n' });
  const scriptFile = join(root, 'script.json');
  writeFileSync(scriptFile, JSON.stringify({ replies }));
  const init = JSON.stringify(initFor(folders, { provider: 'scripted', scriptFile }));
  const boot = join(packageRoot(), 'bin/boot.cjs');
  const child = spawn(process.execPath, ['-e', program, boot, init, String(killAfter)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const signal = await new Promise((resolve) => child.on('close', (_code, name) => resolve(name)));
  expect(signal).toBe(killAfter === 0 ? null : 'SIGKILL');
  return {
    folders,
    told: output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  };
}

async function expectToGoOn({ folders, told }: Death): Promise<void> {
  const threadId = told[0]!.threadId;
  expect(readLog(folders.home, threadId).slice(0, told.length)).toEqual(told);
  const engine = start({ folders, replies: [{ text: 'going on' }] });
  const opened = await engine.send({ type: 'thread.open', which: 'latest' });
  // A thread in which nothing was said yet is none that could be gone on with.
  const hadTurn = told.some(({ event }) => event.type === 'turn.started');
  expect(opened.type).toBe(hadTurn ? 'command.accepted' : 'command.rejected');
  if (hadTurn) expect(engine.threadId()).toBe(threadId);
  expect((await engine.turn('go on')).end).toMatchObject({ outcome: 'answered', text: 'going on' });
  if (hadTurn) expect(engine.stored().slice(0, told.length)).toEqual(told);
  // Holds the whole log against the grammar.
  await engine.close();
}

test('killed after any durable event of a turn, the log is sound once opened and the next turn is taken', async () => {
  const { told } = await runAndKill(0);
  expect(told.map(({ event }) => event.type)).toEqual(expect.arrayContaining(['approval.resolved', 'turn.completed']));
  const points = told.map((_, at) => at + 1);
  const kill = async () => {
    for (let point = points.shift(); point !== undefined; point = points.shift())
      await expectToGoOn(await runAndKill(point));
  };
  await Promise.all([kill(), kill()]);
}, 60_000);
