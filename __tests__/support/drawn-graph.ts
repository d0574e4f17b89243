// Graphs for tests of their drawing: made at random, written as text, and read back by walking along the drawn lines.
import type { Graph } from '../../src/tui/dag/graph.js';
import type { LaneRow } from '../../src/tui/dag/lanes.js';
import type { Box, Picture } from '../../src/tui/dag/picture.js';
import { numbersFrom } from './seeded.js';

export const graphOf = (names: readonly string[], edges: Graph['edges']): Graph => ({
  edges,
  nodes: names.map((id) => ({ id, width: id.length + 2 })),
});

/** A plan of so many tasks, each after at most three of those shortly before it. */
export function randomGraph(seed: number, count: number): Graph {
  const below = numbersFrom(seed);
  const edges: [number, number][] = [];
  for (let to = 1; to < count; to++) {
    const sources = new Set(Array.from({ length: below(4) }, () => Math.max(0, to - 1 - below(14))));
    for (const from of sources) edges.push([from, to]);
  }
  const names = Array.from({ length: count }, (_, at) => `task_${at}${' word'.repeat(below(3))}`);
  return graphOf(names, edges);
}

export function pictureText(picture: Picture, { nodes }: Graph): string {
  const rows = Array.from({ length: picture.height }, (_, y) =>
    Array.from({ length: picture.width }, (_, x) => picture.cells[y]?.[x]?.glyph ?? ' '),
  );
  for (const box of picture.boxes) {
    const width = box.x + box.width - box.labelX;
    const text = `[${nodes[box.node]!.id.padEnd(width - 2)}]`;
    for (let at = 0; at < width; at++) rows[box.labelY]![box.labelX + at] = text[at]!;
  }
  return rows.map((row) => row.join('').trimEnd()).join('\n');
}

export function lanesText(rows: readonly LaneRow[], { nodes }: Graph): string {
  return rows
    .map(({ node, signX, cells }) => {
      const gutter = Array.from({ length: Math.max(cells.length, signX + 1) }, (_, x) =>
        x === signX ? '○' : (cells[x]?.glyph ?? ' '),
      );
      return `${gutter.join('')} ${nodes[node]!.id}`;
    })
    .join('\n');
}

const steps = { up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0] } as const;
type Way = keyof typeof steps;
const opposite: Record<Way, Way> = { up: 'down', down: 'up', left: 'right', right: 'left' };
const arms = ' ╵╶└╷│┌├╴┘─┴┐┤┬┼';
const armOf: Record<Way, number> = { up: 1, right: 2, down: 4, left: 8 };
const has = (glyph: string, way: Way) => (arms.indexOf(glyph) & armOf[way]) !== 0;

/** The edges one reads who follows the lines with a finger: round bends, both ways where they branch, straight on where they cross. */
export function edgesInPicture(picture: Picture): string[] {
  const isDown = picture.direction === 'down';
  const back: Way = isDown ? 'up' : 'left';
  const found: string[] = [];
  for (const box of picture.boxes)
    for (const target of reached(picture, beginsAt(picture, box), isDown ? 'down' : 'right', back))
      found.push(`${box.node} ${target}`);
  return found.sort();
}

function beginsAt({ direction, cells }: Picture, { x, y, width, height }: Box): { x: number; y: number }[] {
  const beside =
    direction === 'down'
      ? Array.from({ length: width }, (_, at) => ({ x: x + at, y: y + height }))
      : Array.from({ length: height }, (_, at) => ({ x: x + width, y: y + at }));
  // An arrow right at a box comes from it too.
  return beside.filter((at) => {
    const glyph = cells[at.y]?.[at.x]?.glyph ?? ' ';
    return glyph === '▾' || glyph === '▸' || has(glyph, direction === 'down' ? 'up' : 'left');
  });
}

function reached(picture: Picture, from: { x: number; y: number }[], forth: Way, back: Way): Set<number> {
  const targets = new Set<number>();
  const open = from.map((at) => ({ ...at, way: forth }));
  const seen = new Set<string>();
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    const { x, y, way } = here;
    const key = `${x} ${y} ${way}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const glyph = picture.cells[y]?.[x]?.glyph ?? ' ';
    if (glyph === '▾' || glyph === '▸') {
      const [dx, dy] = steps[forth];
      const box = picture.boxes.find((candidate) => isIn(x + dx, y + dy, candidate));
      if (!box) throw new Error(`the arrow at ${x},${y} points at nothing`);
      targets.add(box.node);
      continue;
    }
    const ways: Way[] = has(glyph, opposite[way])
      ? (Object.keys(steps) as Way[]).filter((next) => has(glyph, next) && next !== opposite[way] && next !== back)
      : [way];
    if (glyph === ' ') throw new Error(`the line ends at ${x},${y}`);
    for (const next of ways) open.push({ x: x + steps[next][0], y: y + steps[next][1], way: next });
  }
  return targets;
}

export const isIn = (x: number, y: number, box: Box) =>
  x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;

/** The same for lanes: down a lane, and sideways to the node of the row. */
export function edgesInLanes(rows: readonly LaneRow[]): string[] {
  const found: string[] = [];
  rows.forEach((row, at) => {
    for (let y = at + 1; y < rows.length; y++) {
      const next = rows[y]!;
      if (next.signX === row.signX) {
        if (leads(rows, at, y)) found.push(`${row.node} ${next.node}`);
        break;
      }
      const glyph = next.cells[row.signX]?.glyph ?? ' ';
      if (!has(glyph, 'up')) break;
      const side: Way = next.signX > row.signX ? 'right' : 'left';
      if (has(glyph, side)) found.push(`${row.node} ${next.node}`);
      if (!has(glyph, 'down')) break;
    }
  });
  return found.sort();
}

/** A sign stands in the lane of another: it follows it, since an unrelated one is never put there while the lane is open. */
function leads(rows: readonly LaneRow[], from: number, to: number): boolean {
  const x = rows[from]!.signX;
  for (let y = from + 1; y < to; y++) if (!has(rows[y]!.cells[x]?.glyph ?? ' ', 'down')) return false;
  return true;
}
