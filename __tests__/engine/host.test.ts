// The built engine in its worker thread, across the real message channel: how it works, dies, and is replaced.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import { type EngineHost, hostEngine } from '../../src/cli/engine-host.js';
import type { EngineInit } from '../../src/engine/engine-init.js';
import { killOwnCommands } from '../../src/process/kill-tree.js';
import { checkTranscript } from '../../src/protocol/check-transcript.js';
import type { Command } from '../../src/protocol/command.js';
import type { Event } from '../../src/protocol/event.js';
import type { Reply } from '../../src/provider/script.js';
import { createInbox, initFor, readLog } from '../support/engine-harness.js';
import { gone, isAlive } from '../support/processes.js';
import { tempFolders } from '../support/temp-folder.js';

jest.setTimeout(30_000);
const tempFolder = tempFolders();
/** An engine that grows without end reaches this soon. */
const smallHeapMb = 32;
/** Endless work that never lets the thread's event loop run; with an empty piece its memory stays the same. */
const endless = (piece: string): Reply => ({ repeatText: { piece, times: 1e12, perSecond: 0 } });

interface Hosted {
  host: EngineHost;
  folder: string;
  inbox: ReturnType<typeof createInbox>;
  say(replies: Reply[]): void;
  send(command: Command): string;
  /** The next event of this type. */
  next<Type extends Event['type']>(type: Type): Promise<Extract<Event, { type: Type }>>;
  all<Type extends Event['type']>(type: Type): Extract<Event, { type: Type }>[];
}

const open: EngineHost[] = [];
afterEach(async () => {
  for (const host of open.splice(0)) await host.stop();
});

function startHost(replies: Reply[], init: Partial<EngineInit> = {}): Hosted {
  const folder = tempFolder();
  const scriptFile = join(folder, 'script.json');
  const say = (newReplies: Reply[]) => writeFileSync(scriptFile, JSON.stringify({ replies: newReplies }));
  say(replies);
  const host = hostEngine({
    init: initFor({ home: join(folder, 'home'), project: folder }, { provider: 'scripted', scriptFile, ...init }),
    onStray: () => {},
    killCommands: killOwnCommands,
    heapLimitMb: smallHeapMb,
  });
  open.push(host);
  const inbox = createInbox();
  host.onEvents((events) => inbox.take(events));
  let sent = 0;
  return {
    host,
    folder,
    inbox,
    say,
    send(command) {
      const commandId = `test-${++sent}`;
      host.send({ commandId, command });
      return commandId;
    },
    next: async (type) =>
      (await inbox.find(({ event }) => event.type === type, inbox.envelopes.length, type)).event as never,
    all: (type) => inbox.envelopes.flatMap(({ event }) => (event.type === type ? [event as never] : [])),
  };
}

const threadOf = ({ inbox }: Hosted) => inbox.envelopes.findLast(({ threadId }) => threadId !== '')!.threadId;

test('a turn with a question works across the channel, and the command that stops the engine is answered', async () => {
  const hosted = startHost([
    { calls: [{ name: 'execute_command', arguments: { command: 'echo hi' } }] },
    { text: 'done' },
  ]);
  const asked = hosted.next('approval.requested');
  const idle = hosted.next('engine.idle');
  hosted.send({ type: 'turn.start', input: 'go' });
  const { approvalId } = (await asked).request;
  hosted.send({ type: 'approval.answer', approvalId, decision: { kind: 'once' } });
  await idle;
  expect(hosted.all('tool.completed')).toMatchObject([{ outcome: 'ok' }]);
  expect(hosted.all('turn.completed')).toMatchObject([{ outcome: 'answered', text: 'done' }]);
  await hosted.host.stop();
  expect(hosted.all('command.accepted').map(({ commandId }) => commandId)).toEqual(['test-1', 'test-2', 'host-1']);
  expect(hosted.all('engine.crashed')).toEqual([]);
  expect(checkTranscript(hosted.inbox.envelopes)).toEqual([]);
});

test('an engine whose memory runs out is told as crashed; the next one goes on in the thread with the same settings', async () => {
  const hosted = startHost([endless('x')]);
  hosted.send({ type: 'settings.change', approvals: 'edits' });
  await hosted.next('settings.changed');
  const crash = hosted.next('engine.crashed');
  hosted.send({ type: 'turn.start', input: 'grow' });
  expect((await crash).error).toMatchObject({ code: 'crash', message: expect.stringContaining('memory') });

  const refused = hosted.next('command.rejected');
  const commandId = hosted.send({ type: 'turn.start', input: 'anybody?' });
  expect(await refused).toMatchObject({ commandId, error: { code: 'crash' } });

  hosted.say([{ text: 'still here' }]);
  const ready = hosted.next('engine.ready');
  const idle = hosted.next('engine.idle');
  const threadId = threadOf(hosted);
  hosted.host.restart(threadId);
  expect(await ready).toMatchObject({ approvals: 'edits' });
  await idle;
  const answered = hosted.next('turn.completed');
  hosted.send({ type: 'turn.start', input: 'go on' });
  expect(await answered).toMatchObject({ text: 'still here' });
  expect(hosted.all('turn.failed')).toMatchObject([{ error: { code: 'crash' } }]);
  expect(hosted.all('engine.crashed')).toHaveLength(1);
  await hosted.host.stop();
  const log = readLog(join(hosted.folder, 'home'), threadId);
  expect(checkTranscript(log)).toEqual([]);
  expect(log.flatMap(({ event }) => (event.type === 'turn.started' ? [event.input] : []))).toEqual(['grow', 'go on']);
});

test('an engine that no longer listens is ended two seconds after the stop, with the commands it left running', async () => {
  const hosted = startHost(
    [{ calls: [{ name: 'execute_command', arguments: { command: 'sleep 60 & echo $! > pid' } }] }, endless('')],
    { approvals: 'all' },
  );
  const done = hosted.next('tool.completed');
  hosted.send({ type: 'turn.start', input: 'spin' });
  await done;
  const pid = Number(readFileSync(join(hosted.folder, 'pid'), 'utf8'));
  expect(isAlive(pid)).toBe(true);
  const crash = hosted.next('engine.crashed');
  const cancelledAt = performance.now();
  hosted.send({ type: 'turn.cancel' });
  // Pressed again and again, the end comes no later.
  const again = setInterval(() => hosted.send({ type: 'turn.cancel' }), 500);
  expect((await crash).error.message).toContain('did not answer');
  clearInterval(again);
  expect(performance.now() - cancelledAt).toBeGreaterThan(1900);
  await gone(pid);

  hosted.say([{ text: 'a fresh start' }]);
  const opened = hosted.next('thread.opened');
  hosted.host.restart('thread-never-written');
  await opened;
  const answered = hosted.next('turn.completed');
  hosted.send({ type: 'turn.start', input: 'hello' });
  expect(await answered).toMatchObject({ text: 'a fresh start' });
});

test('a stop that comes when the turn has just ended does not end the engine', async () => {
  const pieces = Array.from({ length: 25 }, (_, at) => `${at} `);
  const hosted = startHost([{ text: pieces, pauseMs: 100 }]);
  const refused = hosted.next('command.rejected');
  hosted.send({ type: 'turn.cancel' });
  await refused;
  // Longer than a stuck engine is given.
  const idle = hosted.next('engine.idle');
  hosted.send({ type: 'turn.start', input: 'count' });
  await idle;
  expect(hosted.all('turn.completed')).toMatchObject([{ outcome: 'answered' }]);
  expect(hosted.all('engine.crashed')).toEqual([]);
});

test('an engine that cannot start says why, once', async () => {
  const hosted = startHost([], { scriptFile: '/nowhere/script.json' });
  const crash = hosted.next('engine.crashed');
  expect((await crash).error).toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('/nowhere/script.json'),
  });
  await hosted.host.stop();
  expect(hosted.all('engine.crashed')).toHaveLength(1);
});
