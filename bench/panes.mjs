// Panes of a team that each stream 100 chunks a second under 5,000 lines of history, in the terminal it is started in: the
// same view, reducer and panes as the program's. Arguments: the file to write what it cost to, and how many panes.
// Bundled by measure.mjs, because it is made of the sources.
import { readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { openSurface } from '../src/tui/blessed-adapter.ts';
import { createFrames } from '../src/tui/frames.ts';
import { createTeamPanes } from '../src/tui/team-panes.ts';
import { createTheme } from '../src/tui/theme.ts';
import { createHighlighter } from '../src/view/highlighter.ts';
import { applyEvent } from '../src/view/reduce.ts';
import { createView } from '../src/view/view-model.ts';

const warmMs = 2000;
const measuredMs = 6000;
const loopResolutionMs = 2;
const count = Number(process.argv[3] ?? 8);
const source = `
  const { parentPort } = require('node:worker_threads');
  let n = 0, due = 0, batch = [];
  const start = performance.now();
  setInterval(() => {
    for (; due < (performance.now() - start) / 10; due++)
      for (let pane = 0; pane < ${count}; pane++) batch.push([pane, ++n % 23 < 5 ? 'said so. \\n\\n' : 'const value' + n + ' is ']);
  }, 5);
  setInterval(() => parentPort.postMessage(batch.splice(0)), 16);
`;

/** CPU time of this thread, ms; Linux only. */
function threadCpuMs() {
  const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const view = createView();
let seq = 0;
const say = (event, inside = {}, durable = true) =>
  applyEvent(view, {
    ...(durable ? { seq: ++seq } : {}),
    at: Date.now(),
    threadId: 'bench',
    turnId: 'turn-1',
    ...inside,
    event,
  });

function createConversation(number) {
  const inside = { agentId: `worker-${number}`, taskId: `task_${number}` };
  let message = 0;
  let chunks = 0;
  const messageId = () => `${inside.agentId}-${message}`;
  const complete = (text) => {
    say(
      {
        type: 'message.completed',
        messageId: messageId(),
        text,
        reasoning: '',
        calls: [],
        finishReason: 'stop',
        partial: false,
      },
      inside,
    );
    message++;
  };
  say({ type: 'task.changed', planId: 'plan', taskId: inside.taskId, status: 'RUNNING' });
  say({ type: 'agent.started', agentId: inside.agentId, role: 'worker', taskId: inside.taskId });
  for (let i = 0; i < 50; i++)
    complete(Array.from({ length: 50 }, (_, line) => `Line ${line} of ${i}, some words.`).join('\n\n'));
  return {
    add(text) {
      say({ type: 'message.delta', messageId: messageId(), channel: 'text', text }, inside, false);
      if (++chunks % 500 === 0) complete('An answer that took its time.');
    },
  };
}

const numbers = Array.from({ length: count }, (_, at) => at + 1);
const tasks = numbers.map((number) => ({
  id: `task_${number}`,
  description: `part ${number}`,
  type: 'ANALYSIS',
  dependencies: [],
}));
say({ type: 'turn.started', input: 'bench', mode: 'team', model: 'bench' });
say({
  type: 'plan.proposed',
  plan: { planId: 'plan', goal: 'bench', summary: '', tasks },
  by: 'file',
  warnings: [],
});
say({ type: 'plan.accepted', planId: 'plan' });
const conversations = numbers.map(createConversation);

const surface = await openSurface({ output: process.stdout, theme: createTheme({ color: true, ascii: false }) });
const highlighter = createHighlighter({ onReady: () => frames.request(), onError: () => {} });
const team = createTeamPanes({ view, highlighter, now: Date.now, ascii: false });
const columns = Math.ceil(count / 2);
const [width, height] = [Math.floor(surface.cols / columns), surface.rows >> 1];
numbers.forEach((number, i) => {
  const panel = team.panel(`worker-${number}`);
  surface.createPane({
    rect: { x: (i % columns) * width, y: Math.floor(i / columns) * height, width, height },
    content: (cols, rows) => panel.lines(cols, rows, { focused: false, framed: true }),
    frame: () => panel.frame(false),
    padding: 0,
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
