// The built engine is killed after each durable event of a thread in turn: nothing that was told is lost, and the thread goes on.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { packageRoot } from '../../src/base/package-root.js';
import type { Command } from '../../src/protocol/command.js';
import type { DurableEvent, Envelope, Event } from '../../src/protocol/event.js';
import type { Reply } from '../../src/provider/script.js';
import { engineHarness, type Folders, initFor, readLog, writeFiles } from '../support/engine-harness.js';
import { tempFolders } from '../support/temp-folder.js';

const start = engineHarness();
const tempFolder = tempFolders();

const usage = { input: 100, output: 10 };
const replies: Reply[] = [
  {
    text: `Both. ${'Much is said here. '.repeat(600)}`,
    calls: [
      { name: 'read_file', arguments: { path: 'a.txt' } },
      { name: 'execute_command', arguments: { command: 'echo hi' } },
    ],
    usage,
  },
  { calls: [{ name: 'write_file', arguments: { path: 'new.txt', content: 'whole\n' } }], usage },
  { text: 'Done.', usage },
  { calls: [{ name: 'execute_command', arguments: { command: 'echo two' } }], usage },
  { text: 'Second.', usage },
  { text: 'What was asked: both. Done: all of it.', usage }, // of the compaction
  { text: 'Third.', usage },
  { text: 'Fourth.', usage },
];

/** One after the other, each when the one before is done. */
const commands: Command[] = [
  { type: 'turn.start', input: 'do it' },
  { type: 'shell.run', command: 'echo shell' },
  { type: 'turn.start', input: 'two' },
  { type: 'context.compact' },
  { type: 'turn.start', input: 'again' },
  { type: 'thread.rewind', turns: 1 },
  { type: 'thread.restore' },
  { type: 'thread.rewind', turns: 1 },
  { type: 'turn.start', input: 'at last' },
];
/** What tells that a command is done, where that is not its answer. */
const doneBy: Partial<Record<Command['type'], Event['type'][]>> = {
  'turn.start': ['turn.completed', 'engine.idle'],
  'shell.run': ['shell.completed', 'command.accepted'],
};

/** Writes out each durable event it is told, and dies with the one it was asked to die with. */
const program = `
  const { writeSync } = require('node:fs');
  const [boot, init, killAfter, commandsJson, doneByJson] = process.argv.slice(1);
  const commands = JSON.parse(commandsJson);
  const doneBy = JSON.parse(doneByJson);
  let told = 0;
  let sent = 0;
  let awaited = [];
  let onCommand;
  const send = (command) => setImmediate(() => onCommand({ commandId: String(++sent), command }));
  const next = () => {
    const command = commands.shift();
    if (!command) return void engine.stop();
    awaited = [...(doneBy[command.type] ?? ['command.accepted'])];
    send(command);
  };
  const engine = require(boot).loadBundle('engine.cjs').createEngine(JSON.parse(init), {
    onCommand: (listener) => { onCommand = listener; },
    emit(envelopes) {
      for (const envelope of envelopes) {
        const { seq, event } = envelope;
        if (seq !== undefined) {
          writeSync(1, JSON.stringify(envelope) + '\\n');
          if (++told === Number(killAfter)) process.kill(process.pid, 'SIGKILL');
        }
        if (event.type === 'command.rejected') throw new Error(JSON.stringify(event));
        if (event.type === 'approval.requested') {
          if (event.request.title.includes('two')) send({ type: 'turn.steer', text: 'and this' });
          send({ type: 'approval.answer', approvalId: event.request.approvalId, decision: { kind: 'once' } });
        }
        if (awaited.includes(event.type)) {
          awaited.splice(awaited.indexOf(event.type), 1);
          if (awaited.length === 0) next();
        }
      }
    },
  });
  next();`;

interface Death {
  folders: Folders;
  /** What the front end had been told. */
  told: Envelope<DurableEvent>[];
}

/** Runs the commands and kills the program after so many durable events; 0: not at all. */
async function runAndKill(killAfter: number): Promise<Death> {
  const root = tempFolder();
  const folders = { home: join(root, 'home'), project: join(root, 'project') };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  writeFiles(folders.project, { 'a.txt': 'content of a\n'.repeat(900) });
  const scriptFile = join(root, 'script.json');
  writeFileSync(scriptFile, JSON.stringify({ replies }));
  const init = JSON.stringify(initFor(folders, { provider: 'scripted', scriptFile }));
  const boot = join(packageRoot(), 'bin/boot.cjs');
  const script = [JSON.stringify(commands), JSON.stringify(doneBy)];
  const child = spawn(process.execPath, ['-e', program, boot, init, String(killAfter), ...script], {
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

test('killed after any durable event of a thread, its log is sound once opened and the next turn is taken', async () => {
  const { told } = await runAndKill(0);
  const types: DurableEvent['type'][] = [
    'approval.resolved',
    'tool.completed',
    'context.compacted',
    'shell.completed',
    'turn.steered',
    'thread.rewound',
    'thread.restored',
  ];
  expect(told.map(({ event }) => event.type)).toEqual(expect.arrayContaining(types));
  const points = told.map((_, at) => at + 1);
  const kill = async () => {
    for (let point = points.shift(); point !== undefined; point = points.shift())
      await expectToGoOn(await runAndKill(point));
  };
  await Promise.all([kill(), kill()]);
}, 180_000);
