// A graph as cells: boxes with their places, and the lines between them as glyphs. Owns the drawing of lines; what stands in a box is the painter's.
import { routeChannel } from './channel.js';
import type { Direction, Graph } from './graph.js';
import { type Layered, type Link, layersOf } from './layers.js';
import { createLineCells, type LineCell } from './line-cells.js';
import { orderLayers } from './order.js';
import { middle, placeSlots, type Spacing } from './place.js';
import { type Extent, portsOf } from './ports.js';

export interface Box {
  /** Index of the node. */
  node: number;
  rank: number;
  /** All that belongs to it, its collecting bar too. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Where its label is. */
  labelX: number;
  labelY: number;
}

export interface Picture {
  direction: Direction;
  width: number;
  height: number;
  /** By index of the node. */
  boxes: Box[];
  /** Rows of cells; undefined is blank or a box. */
  cells: (LineCell | undefined)[][];
  /** Cells where two lines cross. */
  crossings: number;
}

export interface PictureOptions {
  direction: Direction;
  ascii?: boolean;
  /** Sweeps of the ordering; 0 leaves the order of the plan, for comparison. */
  sweeps?: number;
}

/** Empty cells between boxes of a rank, side by side; below each other none. */
const boxGap = 2;
const lineGap = 1;
/** Cells at either end of a box where no line enters. */
const boxEdge = 1;

/** Throws when the graph goes round in a circle. */
export function drawPicture(graph: Graph, { direction, ascii = false, sweeps }: PictureOptions): Picture {
  const isDown = direction === 'down';
  const layered = layersOf(graph);
  orderLayers(layered, sweeps);
  const entries = layered.slots.map(() => 0);
  for (const { to } of layered.links) entries[to]!++;
  const labelWidth = (slot: number) => widthOf(graph, layered, slot);
  const sizes = layered.slots.map(({ node }, slot) => {
    if (node === undefined) return 1;
    // Odd, so that there is a cell in its middle.
    return isDown ? Math.max(labelWidth(slot), entries[slot]! + 2 * boxEdge) | 1 : Math.max(1, entries[slot]!);
  });
  const isBox = (slot: number) => layered.slots[slot]!.node !== undefined;
  const spacing: Spacing = {
    size: (slot) => sizes[slot]!,
    gap: (a, b) => (isDown ? (isBox(a) && isBox(b) ? boxGap : lineGap) : 0),
  };
  const start = placeSlots(layered, spacing);
  const extent = (slot: number): Extent => ({
    start: start[slot]!,
    size: sizes[slot]!,
    edge: isDown && isBox(slot) ? boxEdge : 0,
  });
  const hasBar = (slot: number) => !isDown && isBox(slot) && entries[slot]! > 1;
  /** Cells across the rank. */
  const depth = (slot: number) => (isDown || !isBox(slot) ? 1 : labelWidth(slot) + (hasBar(slot) ? 1 : 0));
  const cells = createLineCells(direction, ascii);
  const rankStart = drawLines(layered, extent, depth, isDown ? 0 : 1, cells);

  const boxes: Box[] = [];
  layered.slots.forEach(({ node, rank }, slot) => {
    if (node === undefined) return;
    const { start: along, size } = extent(slot);
    const across = rankStart[rank]!;
    const label = along + middle(size);
    const bar = hasBar(slot) ? 1 : 0;
    if (bar > 0) cells.bar(along, size, label, across, edgesInto(layered.links, slot));
    boxes[node] = isDown
      ? { node, rank, x: along, y: across, width: size, height: 1, labelX: along, labelY: across }
      : { node, rank, x: across, y: along, width: depth(slot), height: size, labelX: across + bar, labelY: label };
  });
  const rows = cells.rows();
  const right = Math.max(0, ...boxes.map(({ x, width }) => x + width), ...rows.map((row) => row.length));
  const bottom = Math.max(rows.length, ...boxes.map(({ y, height }) => y + height));
  return { direction, width: right, height: bottom, boxes, cells: rows, crossings: cells.crossings() };
}

const edgesInto = (links: readonly Link[], slot: number) =>
  links.filter(({ to }) => to === slot).flatMap(({ edges }) => edges);

function widthOf({ nodes }: Graph, { slots }: Layered, slot: number): number {
  const node = slots[slot]!.node;
  return node === undefined ? 1 : nodes[node]!.width;
}

/** Returns where each rank begins, across. */
function drawLines(
  layered: Layered,
  extent: (slot: number) => Extent,
  depth: (slot: number) => number,
  lead: number,
  cells: ReturnType<typeof createLineCells>,
): number[] {
  const ports = portsOf(layered, extent);
  const linksOf = layered.slots.map(() => [] as Link[]);
  for (const link of layered.links) linksOf[link.from]!.push(link);
  const rankStart = [0];
  layered.layers.forEach((layer, rank) => {
    const sources = layer.filter((slot) => linksOf[slot]!.length > 0);
    const begin = rankStart[rank]! + Math.max(...layer.map(depth));
    const top = (slot: number) => extent(slot).start + middle(extent(slot).size);
    const nets = sources.map((slot) => ({ top: top(slot), bottoms: linksOf[slot]!.map((link) => ports.get(link)!) }));
    const { tracks, ways } = routeChannel(nets);
    const end = begin + lead + tracks + 1;
    rankStart.push(end);
    sources.forEach((slot, at) => {
      const isBox = layered.slots[slot]!.node !== undefined;
      const from = rankStart[rank]! + (isBox ? depth(slot) : 0);
      const way = ways[at];
      const across = (track: number) => begin + lead + track;
      for (const link of linksOf[slot]!) {
        const port = ports.get(link)!;
        const turns = way
          ? [
              { along: way.via?.at ?? port, across: across(way.track) },
              ...(way.via ? [{ along: port, across: across(way.via.track) }] : []),
            ]
          : [];
        const hasArrow = layered.slots[link.to]!.node !== undefined;
        cells.line({ net: slot, edges: link.edges, along: nets[at]!.top, from, turns, end: end - 1, hasArrow });
      }
    });
  });
  return rankStart;
}
