// What is laid out: boxes and arrows between them, by index. Owns the check that no arrow leads back; knows no tasks.
import { orderTasks } from '../../protocol/task-graph.js';

export interface GraphNode {
  id: string;
  /** Cells of its label, with what encloses it. */
  width: number;
}

export interface Graph {
  nodes: readonly GraphNode[];
  /** Indexes of nodes; each pair once. */
  edges: readonly (readonly [from: number, to: number])[];
}

/** `down`: ranks are rows; `right`: ranks are columns. */
export type Direction = 'down' | 'right';

/** Indexes so that each node follows those that lead to it. Throws with the ids when they go round in a circle. */
export function topological({ nodes, edges }: Graph): number[] {
  const byNode = new Map(nodes.map(({ id }, at) => [id, { at, dependencies: [] as string[] }]));
  for (const [from, to] of edges) byNode.get(nodes[to]!.id)!.dependencies.push(nodes[from]!.id);
  const order = orderTasks(nodes.map(({ id }) => ({ id, dependencies: byNode.get(id)!.dependencies })));
  if (order.cycle) throw new Error(`the graph goes round in a circle: ${order.cycle.join(' -> ')}`);
  return order.ids.map((id) => byNode.get(id)!.at);
}

/** For each node where its arrows lead to, and where they come from. */
export function neighboursOf({ nodes, edges }: Graph): { targets: number[][]; sources: number[][] } {
  const targets = nodes.map(() => [] as number[]);
  const sources = nodes.map(() => [] as number[]);
  for (const [from, to] of edges) {
    targets[from]!.push(to);
    sources[to]!.push(from);
  }
  return { targets, sources };
}
