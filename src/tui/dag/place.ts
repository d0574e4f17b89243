// Where each slot stands along its rank: whole cells, by passes in which the more important ones push the others aside.
import type { Layered } from './layers.js';

export interface Spacing {
  /** Cells of a slot along its rank. */
  size(slot: number): number;
  /** Empty cells between two neighbours. */
  gap(a: number, b: number): number;
}

const passes = 8;

/** The first cell of each slot along its rank, from 0. */
export function placeSlots(layered: Layered, spacing: Spacing): number[] {
  const { slots, layers, links } = layered;
  const start = slots.map(() => 0);
  for (const layer of layers) pack(layer, start, spacing);
  const before = slots.map(() => [] as number[]);
  const after = slots.map(() => [] as number[]);
  for (const { from, to } of links) {
    before[to]!.push(from);
    after[from]!.push(to);
  }
  const centre = (slot: number) => start[slot]! + middle(spacing.size(slot));
  for (let pass = 0; pass < passes; pass++) {
    const isDown = pass % 2 === 0;
    const neighbours = isDown ? before : after;
    const degree = (slot: number) =>
      slots[slot]!.node === undefined ? Number.POSITIVE_INFINITY : neighbours[slot]!.length;
    const ranks = isDown ? [...layers.keys()] : [...layers.keys()].reverse();
    for (const rank of ranks) {
      const layer = layers[rank]!;
      const important = [...layer.keys()].sort((a, b) => degree(layer[b]!) - degree(layer[a]!) || a - b);
      const settled = new Set<number>();
      for (const at of important) {
        const slot = layer[at]!;
        const near = neighbours[slot]!;
        if (near.length > 0) {
          const wanted = median(near.map(centre)) - middle(spacing.size(slot));
          moveTo(layer, at, wanted, start, settled, spacing);
        }
        settled.add(at);
      }
    }
  }
  for (const layer of layers) gather(layer, (slot) => before[slot]!.length + after[slot]!.length > 0, start, spacing);
  const least = Math.min(...start, 0);
  const first = start.length === 0 ? 0 : Math.min(...start);
  return start.map((at) => at - Math.max(least, first));
}

/** The cell in the middle of so many. */
export const middle = (size: number) => (size - 1) >> 1;

function pack(layer: number[], start: number[], { size, gap }: Spacing): void {
  layer.forEach((slot, at) => {
    const left = layer[at - 1];
    start[slot] = left === undefined ? 0 : start[left]! + size(left) + gap(left, slot);
  });
}

/** What nothing leads to or from has no place of its own: at the ends of a rank it comes as near as it can. */
function gather(layer: number[], isLinked: (slot: number) => boolean, start: number[], { size, gap }: Spacing): void {
  const first = layer.findIndex(isLinked);
  const last = layer.findLastIndex(isLinked);
  if (first === -1) return;
  for (let at = first - 1; at >= 0; at--)
    start[layer[at]!] = start[layer[at + 1]!]! - size(layer[at]!) - gap(layer[at]!, layer[at + 1]!);
  for (let at = last + 1; at < layer.length; at++)
    start[layer[at]!] = start[layer[at - 1]!]! + size(layer[at - 1]!) + gap(layer[at - 1]!, layer[at]!);
}

function median(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : Math.floor((sorted[half - 1]! + sorted[half]!) / 2);
}

/** As far as those that are settled allow; the others make room. */
function moveTo(
  layer: number[],
  at: number,
  wanted: number,
  start: number[],
  settled: ReadonlySet<number>,
  { size, gap }: Spacing,
): void {
  const slot = layer[at]!;
  const step = wanted > start[slot]! ? 1 : -1;
  /** From the first cell of one to the first of its neighbour in the direction of the step. */
  const distance = (from: number, to: number) => (step === 1 ? size(from) + gap(from, to) : size(to) + gap(to, from));
  let reach = 0;
  let limit = step * Number.POSITIVE_INFINITY;
  for (let other = at + step; other >= 0 && other < layer.length; other += step) {
    reach += distance(layer[other - step]!, layer[other]!);
    if (!settled.has(other)) continue;
    limit = start[layer[other]!]! - step * reach;
    break;
  }
  start[slot] = step === 1 ? Math.min(wanted, limit) : Math.max(wanted, limit);
  for (let other = at + step; other >= 0 && other < layer.length; other += step) {
    const [from, to] = [layer[other - step]!, layer[other]!];
    const nearest = start[from]! + step * distance(from, to);
    if (step === 1 ? start[to]! >= nearest : start[to]! <= nearest) break;
    start[to] = nearest;
  }
}
