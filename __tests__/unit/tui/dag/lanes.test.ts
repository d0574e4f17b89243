import { expect, test } from '@jest/globals';
import { foldGraph } from '../../../../src/tui/dag/fold.js';
import { drawLanes } from '../../../../src/tui/dag/lanes.js';
import { edgesInLanes, graphOf, lanesText, randomGraph } from '../../../support/drawn-graph.js';
import { expectGolden } from '../../../support/golden.js';

test.each([
  [
    'lanes-8',
    graphOf(
      ['read', 'api', 'flags', 'parser', 'store', 'docs', 'tests', 'release'],
      [
        [0, 1],
        [0, 2],
        [0, 7],
        [1, 3],
        [1, 4],
        [1, 5],
        [2, 5],
        [3, 6],
        [4, 6],
        [5, 7],
        [6, 7],
      ],
    ),
  ],
  ['lanes-30', randomGraph(3, 30)],
])('%s looks as it did', (name, graph) => {
  expectGolden(`dag/${name}`, lanesText(drawLanes(graph), graph));
});

test('100 plans of up to 100 tasks: who follows the lanes finds every dependency and no other', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const graph = randomGraph(seed, seed);
    const edges = graph.edges.map(([from, to]) => `${from} ${to}`).sort();
    expect({ seed, edges: edgesInLanes(drawLanes(graph)) }).toEqual({ seed, edges });
  }
});

test('every task has one row, behind all it depends on', () => {
  const graph = randomGraph(9, 80);
  const order = drawLanes(graph).map(({ node }) => node);
  expect(order.toSorted((a, b) => a - b)).toEqual(graph.nodes.map((_, at) => at));
  for (const [from, to] of graph.edges) expect(order.indexOf(from)).toBeLessThan(order.indexOf(to));
});

test('the ASCII set is ASCII', () => {
  const graph = randomGraph(3, 30);
  const glyphs = drawLanes(graph, true).flatMap(({ cells }) => cells.map((cell) => cell?.glyph ?? ' '));
  expect(glyphs.join('')).toMatch(/^[ |+-]*$/);
});

const tasks = [
  { id: 'a', dependencies: [] },
  { id: 'b', dependencies: ['a'] },
  { id: 'c', dependencies: ['b'] },
  { id: 'd', dependencies: ['b', 'e'] },
  { id: 'e', dependencies: [] },
  { id: 'f', dependencies: ['c', 'e'] },
];

test('a folded task hides what hangs on it alone; what else leads there stays, with an arrow from the folded one', () => {
  const { shown, hidden, dependencies } = foldGraph(tasks, new Set(['a']));
  expect(shown.map(({ id }) => id)).toEqual(['a', 'd', 'e', 'f']);
  expect([...hidden]).toEqual([['a', 2]]);
  expect(dependencies.get('d')).toEqual(['e', 'a']);
  expect(dependencies.get('f')).toEqual(['e', 'a']);
});

test('without folds all is shown, and a fold that hides nothing says nothing', () => {
  expect(foldGraph(tasks, new Set()).shown).toHaveLength(6);
  expect([...foldGraph(tasks, new Set(['f'])).hidden]).toEqual([]);
});
