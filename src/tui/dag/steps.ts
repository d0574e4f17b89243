// Where a step from a box leads: along the arrows, or to the neighbour in its rank. Owns no keys.
import type { Graph } from './graph.js';
import type { Box, Picture } from './picture.js';

export type Step = 'up' | 'down' | 'left' | 'right';

/** The node a step leads to in the picture; undefined at its edge. */
export function stepInPicture(graph: Graph, picture: Picture, node: number, step: Step): number | undefined {
  const isDown = picture.direction === 'down';
  const [back, forth, less, more] = isDown
    ? (['up', 'down', 'left', 'right'] as const)
    : (['left', 'right', 'up', 'down'] as const);
  const here = picture.boxes[node]!;
  const along = ({ x, y, width, height }: Box) => (isDown ? x + width / 2 : y + height / 2);
  if (step === back || step === forth) {
    const near = linked(graph, node, step === forth).map((at) => picture.boxes[at]!);
    return nearest(near, (box) => Math.abs(along(box) - along(here)) + Math.abs(box.rank - here.rank) * 1000);
  }
  const sign = step === more ? 1 : step === less ? -1 : 0;
  const beside = picture.boxes.filter((box) => box.rank === here.rank && (along(box) - along(here)) * sign > 0);
  return nearest(beside, (box) => Math.abs(along(box) - along(here)));
}

/** What it leads to (`forth`), or what leads to it. */
export function linked({ edges }: Graph, node: number, forth: boolean): number[] {
  return edges.filter((edge) => edge[forth ? 0 : 1] === node).map((edge) => edge[forth ? 1 : 0]);
}

function nearest(boxes: readonly Box[], distance: (box: Box) => number): number | undefined {
  return boxes.toSorted((a, b) => distance(a) - distance(b))[0]?.node;
}
