// Four panes that each stream 100 chunks a second under 5,000 lines of history, in the terminal it is started in.
// Writes what it cost to the file named in its argument. Bundled by measure.mjs, because it is made of the sources.
import { readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { openSurface } from '../src/tui/blessed-adapter.ts';
import { createFrames } from '../src/tui/frames.ts';
import { createTheme } from '../src/tui/theme.ts';
import { applyEvent } from '../src/view/reduce.ts';
import { createTranscript } from '../src/view/transcript.ts';
import { createView } from '../src/view/view-model.ts';

const warmMs = 2000;
const measuredMs = 6000;
const loopResolutionMs = 2;
const source = `
  const { parentPort } = require('node:worker_threads');
  let n = 0, due = 0, batch = [];
  const start = performance.now();
  setInterval(() => {
    for (; due < (performance.now() - start) / 10; due++)
      for (let pane = 0; pane < 4; pane++) batch.push([pane, ++n % 23 < 5 ? 'said so. \\n\\n' : 'const value' + n + ' is ']);
  }, 5);
  setInterval(() => parentPort.postMessage(batch.splice(0)), 16);
`;

/** CPU time of this thread, ms; Linux only. */
function threadCpuMs() {
  const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function createConversation(name) {
  const view = createView();
  let seq = 0;
  let message = 0;
  let chunks = 0;
  const say = (event, durable = true) =>
    applyEvent(view, {
      ...(durable ? { seq: ++seq } : {}),
      at: Date.now(),
      threadId: name,
      turnId: 'turn-1',
      event,
    });
  const complete = (text) =>
    say({
      type: 'message.completed',
      messageId: `m${message++}`,
      text,
      reasoning: '',
      calls: [],
      finishReason: 'stop',
      partial: false,
    });
  say({ type: 'turn.started', input: name, mode: 'react', model: 'bench' });
  for (let i = 0; i < 50; i++)
    complete(Array.from({ length: 50 }, (_, line) => `Line ${line} of ${i}, some words.`).join('\n\n'));
  return {
    transcript: createTranscript(view),
    add(text) {
      say({ type: 'message.delta', messageId: `m${message}`, channel: 'text', text }, false);
      if (++chunks % 500 === 0) complete('An answer that took its time.');
    },
  };
}

const surface = await openSurface({ output: process.stdout, theme: createTheme({ color: true, ascii: false }) });
const conversations = Array.from({ length: 4 }, (_, i) => createConversation(`worker-${i}`));
const [width, height] = [surface.cols >> 1, surface.rows >> 1];
conversations.forEach(({ transcript }, i) => {
  surface.createPane({
    rect: { x: (i % 2) * width, y: (i >> 1) * height, width, height },
    content: (cols, rows) => transcript.rows({ width: cols, height: rows, now: Date.now() }).lines,
    frame: () => ({ role: 'border', title: `worker-${i}` }),
  });
});
let bytes = 0;
let painted = 0;
const frames = createFrames({
  paint() {
    const cost = surface.paint();
    bytes += cost.bytes;
    painted++;
    return cost;
  },
});
const worker = new Worker(source, { eval: true });
worker.on('message', (batch) => {
  for (const [pane, text] of batch) conversations[pane].add(text);
  frames.request();
});
setTimeout(() => {
  const before = { ui: threadCpuMs(), all: process.cpuUsage(), at: performance.now(), bytes, painted };
  const delay = monitorEventLoopDelay({ resolution: loopResolutionMs });
  delay.enable();
  setTimeout(() => {
    const seconds = (performance.now() - before.at) / 1000;
    const all = process.cpuUsage(before.all);
    writeFileSync(
      process.argv[2],
      JSON.stringify({
        uiPercent: (threadCpuMs() - before.ui) / seconds / 10,
        allPercent: (all.user + all.system) / 1000 / seconds / 10,
        // The histogram counts from one look to the next.
        delayP99Ms: Math.max(0, delay.percentile(99) / 1e6 - loopResolutionMs),
        framesASecond: (painted - before.painted) / seconds,
        kbASecond: (bytes - before.bytes) / seconds / 1000,
      }),
    );
    process.exit(0);
  }, measuredMs);
}, warmMs);
