#!/usr/bin/env node
// What it costs to lay a plan out and to paint it: CPU ms, the first time and the median of 15, for 10, 60 and 100 tasks. See README.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'paicli-bench-'));
const outfile = join(scratch, 'dag.mjs');
await build({
  stdin: {
    contents: `export { drawPicture } from './picture.ts'; export { drawLanes } from './lanes.ts';
      export { paintDrawing } from './paint.ts'; export { layersOf } from './layers.ts';
      export { countCrossings, orderLayers } from './order.ts';`,
    resolveDir: join(here, '..', 'src', 'tui', 'dag'),
    loader: 'ts',
  },
  bundle: true,
  platform: 'node',
  format: 'esm',
  outfile,
});
const dag = await import(pathToFileURL(outfile).href);
const rounds = 15;

/** Each task after one or two of the twelve before it; the same for the same count. */
function planOf(count) {
  let state = 7;
  const below = (most) => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state % most;
  };
  const nodes = Array.from({ length: count }, (_, at) => ({ id: `task_${at + 1}`, width: 22 }));
  const edges = nodes
    .slice(1)
    .flatMap((_, at) =>
      [...new Set([below(12), below(12)].map((back) => Math.max(0, at - back)))].map((from) => [from, at + 1]),
    );
  return { nodes, edges };
}

function cpuMs(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function measured(work) {
  const [first, ...rest] = Array.from({ length: rounds + 1 }, () => cpuMs(work));
  return `${first.toFixed(1)} / ${rest.sort((a, b) => a - b)[rounds >> 1].toFixed(1)}`;
}

function crossings(graph, sweeps) {
  const layered = dag.layersOf(graph);
  dag.orderLayers(layered, sweeps);
  return dag.countCrossings(layered);
}

console.log('tasks edges | picture down  right  lanes | paint picture  lanes | crossings: plan order  swept | cells');
for (const count of [10, 60, 100]) {
  const graph = planOf(count);
  const ids = graph.nodes.map(({ id }) => id);
  const indexOf = new Map(ids.map((id, at) => [id, at]));
  const window = {
    left: 0,
    top: 0,
    width: 120,
    height: 40,
    selected: 'task_3',
    source: undefined,
    lit: [],
    ascii: false,
  };
  const label = (id) => ({ sign: '○', role: 'text', id, words: 'read a part of the code', time: '' });
  const base = { graph, ids, indexOf, hidden: new Map() };
  const picture = dag.drawPicture(graph, { direction: 'down' });
  const rows = dag.drawLanes(graph);
  const paint = (drawing) => () => dag.paintDrawing({ ...window, drawing: { ...base, ...drawing }, label });
  console.log(
    [
      `${count} ${graph.edges.length}`,
      [
        measured(() => dag.drawPicture(graph, { direction: 'down' })),
        measured(() => dag.drawPicture(graph, { direction: 'right' })),
        measured(() => dag.drawLanes(graph)),
      ].join('  '),
      [measured(paint({ kind: 'picture', picture })), measured(paint({ kind: 'lanes', rows }))].join('  '),
      `${crossings(graph, 0)}  ${crossings(graph)}`,
      `${picture.width}x${picture.height}`,
    ].join(' | '),
  );
}
rmSync(scratch, { recursive: true });
