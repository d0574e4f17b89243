// The order inside each rank: barycentre sweeps that keep the order with the fewest crossings.
import type { Layered } from './layers.js';

const usualSweeps = 12;

/** Crossings between all neighbouring ranks, counted as if each link were a straight line. */
export function countCrossings(layered: Layered): number {
  const place = placesOf(layered.layers, layered.slots.length);
  const channels = layered.layers.map(() => [] as { from: number; to: number }[]);
  for (const { from, to } of layered.links)
    channels[layered.slots[from]!.rank]!.push({ from: place[from]!, to: place[to]! });
  return channels.reduce((sum, links) => sum + inversions(links), 0);
}

/** Puts the slots of each rank in order, in place. Without sweeps they stay in the order of the plan. */
export function orderLayers(layered: Layered, sweeps = usualSweeps): void {
  const { slots, layers, links } = layered;
  const before = slots.map(() => [] as number[]);
  const after = slots.map(() => [] as number[]);
  for (const { from, to } of links) {
    before[to]!.push(from);
    after[from]!.push(to);
  }
  let best = layers.map((layer) => [...layer]);
  let fewest = countCrossings(layered);
  for (let sweep = 0; sweep < sweeps && fewest > 0; sweep++) {
    const isDown = sweep % 2 === 0;
    const ranks = isDown ? layers.keys() : [...layers.keys()].reverse();
    const place = placesOf(layers, slots.length);
    for (const rank of ranks) {
      const layer = sortedByCentre(layers[rank]!, isDown ? before : after, place);
      layers[rank] = layer;
      for (const [at, slot] of layer.entries()) place[slot] = at;
    }
    const crossings = countCrossings(layered);
    if (crossings >= fewest) continue;
    fewest = crossings;
    best = layers.map((layer) => [...layer]);
  }
  layered.layers = best;
}

function placesOf(layers: readonly number[][], count: number): number[] {
  const place = new Array<number>(count).fill(0);
  for (const layer of layers) for (const [at, slot] of layer.entries()) place[slot] = at;
  return place;
}

/** One without neighbours keeps its place. */
function sortedByCentre(layer: number[], neighbours: number[][], place: number[]): number[] {
  const centre = (slot: number, at: number) => {
    const near = neighbours[slot]!;
    return near.length === 0 ? at : near.reduce((sum, other) => sum + place[other]!, 0) / near.length;
  };
  const keyed = layer.map((slot, at) => ({ slot, at, key: centre(slot, at) }));
  return keyed.sort((a, b) => a.key - b.key || a.at - b.at).map(({ slot }) => slot);
}

/** Pairs that are the other way round at their ends, by a binary indexed tree. */
function inversions(links: { from: number; to: number }[]): number {
  const sorted = links.toSorted((a, b) => a.from - b.from || a.to - b.to);
  const size = Math.max(0, ...links.map(({ to }) => to)) + 1;
  const tree = new Array<number>(size + 1).fill(0);
  let crossings = 0;
  sorted.forEach(({ to }, seen) => {
    let notAfter = 0;
    for (let at = to + 1; at > 0; at -= at & -at) notAfter += tree[at]!;
    crossings += seen - notAfter;
    for (let at = to + 1; at <= size; at += at & -at) tree[at]!++;
  });
  return crossings;
}
