// Writes a thread of many messages into a home folder: HOME FOLDER MESSAGES. Bundled by measure.mjs, because it is made
// of the sources.
import { pathsUnder } from '../src/config/paths.ts';
import { openDatabase } from '../src/storage/sqlite.ts';
import { createThreadStore } from '../src/thread/thread-store.ts';

const [home, cwd, messages] = process.argv.slice(2);
const threadId = 'thread-bench';
const start = Date.now() - 86_400_000;
const usage = { input: 900, output: 40, cached: 0, reasoning: 0, estimated: false };
const log = [];
const add = (turnId, event) => {
  const seq = log.length + 1;
  log.push({ seq, at: start + seq, threadId, ...(turnId ? { turnId } : {}), event });
};

add(undefined, { type: 'thread.created', cwd, title: 'A long thread' });
for (let i = 0; i < Number(messages) / 2; i++) {
  const turn = `turn-${i}`;
  const text = `Answer ${i}: **yes**, with \`code\` and some words.\n\n- one\n- two\n`;
  add(turn, { type: 'turn.started', input: `Question ${i}?`, mode: 'react', model: 'echo' });
  add(turn, { type: 'step.started', step: 1 });
  add(turn, {
    type: 'message.completed',
    messageId: `m${i}`,
    text,
    reasoning: '',
    calls: [],
    finishReason: 'stop',
    partial: false,
  });
  add(turn, { type: 'step.completed', step: 1, finishReason: 'stop', usage });
  add(turn, { type: 'turn.completed', outcome: 'answered', text, steps: 1, usage, durationMs: 900 });
}
const database = openDatabase(pathsUnder(home).runtimeDatabase);
createThreadStore(database).addThread({ threadId, cwd, title: 'A long thread', at: start }, log);
database.close();
