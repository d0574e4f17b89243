import { describe, expect, test } from '@jest/globals';
import type { Graph } from '../../../../src/tui/dag/graph.js';
import { layersOf, ranksOf } from '../../../../src/tui/dag/layers.js';
import { countCrossings, orderLayers } from '../../../../src/tui/dag/order.js';
import { drawPicture, type Picture } from '../../../../src/tui/dag/picture.js';
import { edgesInPicture, graphOf, isIn, pictureText, randomGraph } from '../../../support/drawn-graph.js';
import { expectGolden } from '../../../support/golden.js';

const release = graphOf(
  ['read code', 'Design API', 'CLI flags', 'Write parser', 'Write store', 'Docs', 'Unit tests', 'Release'],
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
);
const fanIn = graphOf(
  ['one', 'two', 'three', 'four', 'all of them'],
  [
    [0, 4],
    [1, 4],
    [2, 4],
    [3, 4],
  ],
);
const crossed = graphOf(
  ['a', 'b', 'c', 'x', 'y', 'z'],
  [
    [0, 4],
    [0, 5],
    [1, 3],
    [1, 5],
    [2, 3],
    [2, 4],
  ],
);
const directions = ['down', 'right'] as const;

const said = (edges: Graph['edges']) => edges.map(([from, to]) => `${from} ${to}`).sort();

describe.each(directions)('drawn %s', (direction) => {
  test.each([
    ['release', release],
    ['fan-in', fanIn],
    ['crossed', crossed],
    ['random-20', randomGraph(3, 20)],
  ])('%s looks as it did', (name, graph) => {
    expectGolden(`dag/${name}-${direction}`, pictureText(drawPicture(graph, { direction }), graph));
  });

  test('100 plans of up to 100 tasks: who follows the lines finds every dependency and no other', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const graph = randomGraph(seed, seed);
      const picture = drawPicture(graph, { direction });
      expect({ seed, edges: edgesInPicture(picture) }).toEqual({ seed, edges: said(graph.edges) });
    }
  });

  test('no box lies over another or over a line', () => {
    for (let seed = 1; seed <= 100; seed += 3) {
      const graph = randomGraph(seed, seed);
      expect({ seed, faults: overlaps(drawPicture(graph, { direction })) }).toEqual({ seed, faults: [] });
    }
  });

  test('it is as large as its boxes and lines', () => {
    const picture = drawPicture(release, { direction });
    const rows = pictureText(picture, release).split('\n');
    expect([Math.max(...rows.map((row) => row.length)), rows.length]).toEqual([picture.width, picture.height]);
  });

  test('the ASCII set is ASCII', () => {
    const graph = randomGraph(7, 30);
    expect(pictureText(drawPicture(graph, { direction, ascii: true }), graph)).toMatch(/^[\x20-\x7e\n]*$/);
  });
});

function overlaps({ boxes, cells }: Picture): string[] {
  const faults: string[] = [];
  for (const box of boxes) {
    const others = boxes.filter((other) => other.node > box.node);
    for (const other of others)
      if (
        isIn(box.x, box.y, {
          ...other,
          x: other.x - box.width + 1,
          y: other.y - box.height + 1,
          width: other.width + box.width - 1,
          height: other.height + box.height - 1,
        })
      )
        faults.push(`${box.node} over ${other.node}`);
    for (let x = box.labelX; x < box.x + box.width; x++)
      for (let y = box.y; y < box.y + box.height; y++)
        if (cells[y]?.[x] !== undefined) faults.push(`${box.node} over a line at ${x},${y}`);
  }
  return faults;
}

test('a task is one rank behind the last it depends on; a root right before the first that needs it', () => {
  expect(ranksOf(release)).toEqual([0, 1, 1, 2, 2, 2, 3, 4]);
  const late = graphOf(
    ['a', 'b', 'c', 'late'],
    [
      [0, 1],
      [1, 2],
      [3, 2],
    ],
  );
  expect(ranksOf(late)).toEqual([0, 1, 2, 1]);
});

test('long arrows of one task share a trunk', () => {
  const graph = graphOf(
    ['a', 'b', 'c', 'd', 'e'],
    [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [0, 3],
      [0, 4],
    ],
  );
  const standIns = layersOf(graph).slots.filter(({ node }) => node === undefined);
  expect(standIns.map(({ rank }) => rank)).toEqual([1, 2, 3]);
});

test('the sweeps leave no more crossings than the order of the plan, and over 100 plans less than half', () => {
  let [before, after] = [0, 0];
  for (let seed = 1; seed <= 100; seed++) {
    const layered = layersOf(randomGraph(seed, seed));
    orderLayers(layered, 0);
    const without = countCrossings(layered);
    orderLayers(layered);
    const crossings = countCrossings(layered);
    expect(crossings).toBeLessThanOrEqual(without);
    before += without;
    after += crossings;
  }
  expect(after).toBeLessThan(before / 2);
});

test('crossings are counted', () => {
  const layered = layersOf(crossed);
  orderLayers(layered, 0);
  expect(countCrossings(layered)).toBe(7);
});

test('the same plan is drawn the same way', () => {
  const graph = randomGraph(5, 40);
  expect(drawPicture(graph, { direction: 'down' })).toEqual(drawPicture(graph, { direction: 'down' }));
});

test('a circle is named, not drawn', () => {
  const graph = graphOf(
    ['a', 'b', 'c'],
    [
      [0, 1],
      [1, 2],
      [2, 1],
    ],
  );
  expect(() => drawPicture(graph, { direction: 'down' })).toThrow(/b -> c -> b|c -> b -> c/);
});
