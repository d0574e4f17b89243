// Work on plain data beside JSON.parse of the same bytes, CPU ms in one process: FOLDER RUNS. Prints one JSON object. Bundled by
// measure.mjs, because it is made of the sources.
import { join } from 'node:path';
import { checkTranscript } from '../src/protocol/check-transcript.ts';
import { estimateText } from '../src/provider/estimate.ts';
import { readReply } from '../src/provider/read-reply.ts';
import { openDatabase } from '../src/storage/sqlite.ts';
import { projectHistory } from '../src/thread/history.ts';
import { createThreadStore } from '../src/thread/thread-store.ts';

const [folder, runs] = process.argv.slice(2);
const words = 'the quick brown fox reads src/date.ts and finds `formatDate(day, 12)`; 日本語 too.\n'.split(' ');
const word = (i) => `${words[i % words.length]} `;

/** CPU of this process while `work` runs, ms. */
async function cpuMs(work) {
  globalThis.gc?.();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Takes turns, so that what else the machine does falls on both; the first round only warms up. */
async function compare(ours, bare) {
  const results = { ours: [], bare: [] };
  for (let run = 0; run <= Number(runs); run++) {
    const [oursMs, bareMs] = [await cpuMs(ours), await cpuMs(bare)];
    if (run === 0) continue;
    results.ours.push(oursMs);
    results.bare.push(bareMs);
  }
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  return { ours: median(results.ours), bare: median(results.bare) };
}

async function deltas() {
  const payloads = Array.from({ length: 100_000 }, (_, i) =>
    JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: word(i) } }] }),
  );
  const bytes = Buffer.from(`${payloads.map((payload) => `data: ${payload}\n\n`).join('')}data: [DONE]\n\n`);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 16_384) yield bytes.subarray(at, at + 16_384);
  }
  const expected = payloads.reduce((sum, _, i) => sum + word(i).length, 0);
  return compare(
    async () => {
      let text = '';
      const headers = new Headers({ 'content-type': 'text/event-stream' });
      const response = { url: '', headers, body: chunks() };
      for await (const event of readReply(response, () => {}, { textCalls: false }))
        if (event.type === 'text') text += event.text;
      if (text.length !== expected) throw new Error(`${text.length} characters came, not ${expected}`);
    },
    () => {
      for (const payload of payloads) JSON.parse(payload);
    },
  );
}

/** Ten events a turn: two steps, one of them with a call. */
function longLog(events) {
  const threadId = 'thread-bench';
  const usage = { input: 900, output: 40, cached: 0, reasoning: 0, estimated: false };
  const log = [{ at: 1, threadId, event: { type: 'thread.created', cwd: '/w', title: 'long' } }];
  const text = Array.from({ length: 60 }, (_, i) => word(i)).join('');
  for (let i = 0; log.length < events; i++) {
    const message = { type: 'message.completed', reasoning: '', partial: false };
    const call = { callId: `c${i}`, name: 'read_file', arguments: '{"path":"src/date.ts"}' };
    const end = { outcome: 'answered', text, steps: 2, usage, durationMs: 900 };
    const turn = [
      { type: 'turn.started', input: `Question ${i}?`, mode: 'react', model: 'm' },
      { type: 'step.started', step: 1 },
      { ...message, messageId: `m${i}-1`, text: '', calls: [call], finishReason: 'tool_calls' },
      { type: 'step.completed', step: 1, finishReason: 'tool_calls', usage },
      { type: 'tool.called', ...call, title: 'src/date.ts' },
      { type: 'tool.completed', callId: `c${i}`, outcome: 'ok', text: text.repeat(4), display: [], durationMs: 3 },
      { type: 'step.started', step: 2 },
      { ...message, messageId: `m${i}-2`, text, calls: [], finishReason: 'stop' },
      { type: 'step.completed', step: 2, finishReason: 'stop', usage },
      { type: 'turn.completed', ...end },
    ];
    for (const event of turn) log.push({ at: log.length, threadId, turnId: `turn-${i}`, event });
  }
  return log;
}

async function load() {
  const database = openDatabase(join(folder, 'data.db'));
  const store = createThreadStore(database);
  const log = longLog(10_000);
  store.addThread({ threadId: log[0].threadId, cwd: '/w', title: 'long', at: 1 }, log);
  const rows = log.map((envelope) => JSON.stringify(envelope));
  const parse = () => {
    for (const row of rows) JSON.parse(row);
  };
  const loaded = await compare(() => projectHistory(store.load(log[0].threadId).envelopes), parse);
  const { envelopes } = store.load(log[0].threadId);
  const checked = await compare(() => {
    const problems = checkTranscript(envelopes);
    if (problems.length > 0) throw new Error(problems[0]);
  }, parse);
  database.close();
  return { loaded, checked };
}

async function estimate() {
  let text = '';
  for (let i = 0; text.length < 1_000_000; i++) text += word(i);
  const json = JSON.stringify(text);
  return compare(
    () => estimateText(text),
    () => JSON.parse(json),
  );
}

const { loaded, checked } = await load();
console.log(JSON.stringify({ deltas: await deltas(), loaded, checked, estimate: await estimate() }));
