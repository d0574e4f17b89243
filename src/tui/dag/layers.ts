// Ranks of nodes, and the arrows cut into links from one rank to the next. Long arrows of one node share a trunk of stand-ins.
import { type Graph, neighboursOf, topological } from './graph.js';

/** A place in a rank: a node, or a stand-in where a long arrow passes. */
export interface Slot {
  /** Index of the node; undefined for a stand-in. */
  node: number | undefined;
  rank: number;
}

/** From a slot to one of the next rank. All links of one slot are drawn as one line that branches. */
export interface Link {
  from: number;
  to: number;
  /** Indexes of the edges that pass here. */
  edges: number[];
}

export interface Layered {
  slots: Slot[];
  /** Slots of each rank, in order. */
  layers: number[][];
  links: Link[];
}

export function ranksOf(graph: Graph): number[] {
  const { targets, sources } = neighboursOf(graph);
  const ranks = graph.nodes.map(() => 0);
  for (const node of topological(graph))
    for (const target of targets[node]!) ranks[target] = Math.max(ranks[target]!, ranks[node]! + 1);
  // What nothing leads to stands right before the first that follows it.
  graph.nodes.forEach((_, node) => {
    const first = Math.min(...targets[node]!.map((target) => ranks[target]!));
    if (sources[node]!.length === 0 && Number.isFinite(first)) ranks[node] = first - 1;
  });
  return ranks;
}

export function layersOf(graph: Graph): Layered {
  const ranks = ranksOf(graph);
  const edgesOf = graph.nodes.map(() => [] as number[]);
  for (const [index, [from]] of graph.edges.entries()) edgesOf[from]!.push(index);
  const made: Layered = { slots: [], layers: [], links: [] };
  const add = (node: number | undefined, rank: number) => {
    for (; made.layers.length <= rank; ) made.layers.push([]);
    made.layers[rank]!.push(made.slots.length);
    return made.slots.push({ node, rank }) - 1;
  };
  const order = topological(graph);
  const slotOf = new Map(order.map((node) => [node, add(node, ranks[node]!)]));
  for (const node of order) addLinks(graph, made, edgesOf[node]!, slotOf, add);
  return made;
}

function addLinks(
  { edges }: Graph,
  { slots, links }: Layered,
  own: readonly number[],
  slotOf: ReadonlyMap<number, number>,
  add: (node: undefined, rank: number) => number,
): void {
  if (own.length === 0) return;
  let trunk = slotOf.get(edges[own[0]!]![0])!;
  let open = own.map((edge) => ({ edge, to: slotOf.get(edges[edge]![1])! }));
  while (open.length > 0) {
    const next = slots[trunk]!.rank + 1;
    for (const { edge, to } of open) if (slots[to]!.rank === next) links.push({ from: trunk, to, edges: [edge] });
    open = open.filter(({ to }) => slots[to]!.rank > next);
    if (open.length === 0) return;
    const passing = add(undefined, next);
    links.push({ from: trunk, to: passing, edges: open.map(({ edge }) => edge) });
    trunk = passing;
  }
}
