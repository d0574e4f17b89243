// A graph as one row a node, with lanes beside it as `git log --graph` draws them. Each lane is what leaves one node; sideways lines on a row end in that row's node.
import { type Graph, neighboursOf, topological } from './graph.js';
import type { LineCell } from './line-cells.js';

export interface LaneRow {
  /** Index of the node. */
  node: number;
  /** The cell of the node's sign. */
  signX: number;
  /** Glyphs of the gutter; the sign's cell is undefined, as blanks are. */
  cells: (LineCell | undefined)[];
}

interface Lane {
  node: number;
  /** Those that are not placed yet. */
  open: Set<number>;
}

/** Throws when the graph goes round in a circle. */
export function drawLanes(graph: Graph, ascii = false): LaneRow[] {
  const { targets, sources } = neighboursOf(graph);
  const edgeOf = new Map(graph.edges.map(([from, to], index) => [`${from} ${to}`, index]));
  const lanes: (Lane | undefined)[] = [];
  let above = -1;
  const place = (node: number): LaneRow => {
    const parents = [...lanes.keys()].filter((at) => lanes[at]?.open.has(node));
    for (const at of parents) lanes[at]!.open.delete(node);
    const ended = parents.filter((at) => lanes[at]!.open.size === 0);
    // One that goes on where a lane ends stands in it; any other must not seem to.
    const own = ended[0] ?? freeLane(lanes, above, parents[0] ?? 0);
    const row = drawRow(node, own, parents, ended, lanes, (at, to) => edgesOf(at, to), ascii);
    for (const at of ended) lanes[at] = undefined;
    if (targets[node]!.length > 0) lanes[own] = { node, open: new Set(targets[node]) };
    above = own;
    return row;
  };
  const edgesOf = (at: number, to?: number): number[] => {
    const lane = lanes[at]!;
    const ends = to === undefined ? [...lane.open] : [to];
    return ends.map((end) => edgeOf.get(`${lane.node} ${end}`)!);
  };
  return depthFirst(graph, targets, sources).map(place);
}

/** A node comes as soon as all that leads to it is there, the newest branch first. */
function depthFirst(graph: Graph, targets: number[][], sources: number[][]): number[] {
  const missing = sources.map((list) => list.length);
  const waiting = topological(graph)
    .filter((node) => missing[node] === 0)
    .reverse();
  const order: number[] = [];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    order.push(node);
    for (const target of targets[node]!.toReversed()) if (--missing[target]! === 0) waiting.push(target);
  }
  return order;
}

function freeLane(lanes: readonly (Lane | undefined)[], above: number, from: number): number {
  for (let at = from; ; at++) if (lanes[at] === undefined && at !== above) return at;
}

const glyphsByMask = ' ╵╶└╷│┌├╴┘─┴┐┤┬┼';
const [north, east, south, west] = [1, 2, 4, 8];

function drawRow(
  node: number,
  own: number,
  parents: readonly number[],
  ended: readonly number[],
  lanes: readonly (Lane | undefined)[],
  edgesOf: (at: number, to?: number) => number[],
  ascii: boolean,
): LaneRow {
  const masks: number[] = [];
  const edges: number[][] = [];
  const add = (x: number, mask: number, passing: readonly number[]) => {
    masks[x] = (masks[x] ?? 0) | mask;
    edges[x] = [...(edges[x] ?? []), ...passing];
  };
  for (const [at, lane] of lanes.entries()) {
    if (lane === undefined || at === own) continue;
    const isParent = parents.includes(at);
    add(2 * at, north | (ended.includes(at) ? 0 : south), [...edgesOf(at), ...(isParent ? edgesOf(at, node) : [])]);
  }
  for (const at of parents) {
    const [from, to] = at < own ? [2 * at, 2 * own] : [2 * own, 2 * at];
    for (let x = from; x <= to; x++) {
      const lane = x % 2 === 0 ? x / 2 : -1;
      // A lane of another node goes on as it is; the line passes behind it.
      if (lane >= 0 && lane !== own && lanes[lane] !== undefined && !parents.includes(lane)) continue;
      const mask = (x > from ? west : 0) | (x < to ? east : 0);
      if (mask !== 0) add(x, mask, edgesOf(at, node));
    }
  }
  const cells = Array.from({ length: Math.max(masks.length, 2 * own + 1) }, (_, x): LineCell | undefined =>
    masks[x] === undefined || x === 2 * own ? undefined : { glyph: glyphOf(masks[x], ascii), edges: edges[x]! },
  );
  return { node, signX: 2 * own, cells };
}

function glyphOf(mask: number, ascii: boolean): string {
  if (!ascii) return glyphsByMask.charAt(mask);
  if (mask === (north | south)) return '|';
  return mask === (east | west) ? '-' : '+';
}
