// Where lines enter the boxes: each line at a cell of its own, so that no two lines ever become one and every arrow can be followed.
import type { Layered, Link } from './layers.js';
import { middle } from './place.js';

export interface Extent {
  start: number;
  size: number;
  /** Cells at either end where no line enters. */
  edge: number;
}

/** For each link the cell along the rank where it enters its target. `extent`: of a slot. */
export function portsOf(layered: Layered, extent: (slot: number) => Extent): Map<Link, number> {
  const leaves = (slot: number) => extent(slot).start + middle(extent(slot).size);
  const into = layered.slots.map(() => [] as Link[]);
  for (const link of layered.links) into[link.to]!.push(link);
  const ports = new Map<Link, number>();
  layered.layers.forEach((layer, rank) => {
    // A line that leaves above stands in the way of one that enters below, unless it is the same.
    const above = new Set((layered.layers[rank - 1] ?? []).map(leaves));
    for (const slot of layer) enter(into[slot]!, extent(slot), leaves, above, ports);
  });
  return ports;
}

function enter(
  links: Link[],
  { start, size, edge }: Extent,
  leaves: (slot: number) => number,
  above: ReadonlySet<number>,
  ports: Map<Link, number>,
): void {
  const sorted = links.toSorted((a, b) => leaves(a.from) - leaves(b.from));
  const count = sorted.length;
  const first = start + edge;
  const last = start + size - 1 - edge;
  const apart = count * 2 - 1 <= last - first + 1 ? 2 : 1;
  const begin = start + middle(size) - middle((count - 1) * apart + 1);
  let free = first;
  sorted.forEach((link, at) => {
    const from = leaves(link.from);
    const most = last - (count - 1 - at);
    const wanted = from >= first && from <= last ? from : begin + at * apart;
    const near = Math.max(free, Math.min(wanted, most));
    const port = clearOf(near, free, most, from, above);
    ports.set(link, port);
    free = port + 1;
  });
}

/** The cell nearest to `wanted` where no other line leaves above; `wanted` itself when there is none. */
function clearOf(wanted: number, least: number, most: number, own: number, above: ReadonlySet<number>): number {
  for (let by = 0; by <= most - least; by++)
    for (const at of [wanted + by, wanted - by])
      if (at >= least && at <= most && (at === own || !above.has(at))) return at;
  return wanted;
}
