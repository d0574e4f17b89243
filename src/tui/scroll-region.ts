// Finds rows that only moved up or down since the last frame, so that the terminal can move them itself. Sends nothing.
// Moves are of whole rows: what stands beside a scrolled pane moves too and is sent again, which is counted as a cost.
import { blankCode, type ShownCells } from './shown-cells.js';
import type { WantedCells } from './wanted-cells.js';

export interface Shift {
  /** First row that moves, and the row after the last. */
  top: number;
  bottom: number;
  /** Rows upward; negative: downward. */
  by: number;
}

/** Columns that are compared as one; panes side by side rarely begin inside the same one. */
const bandWidth = 16;
/** How many changed bands are looked for in other rows. */
const samples = 30;
/** Bands that must have moved alike before anything is counted exactly. */
const fewestBands = 2;
/** Bytes that a move must save, its own included. */
const leastGain = 30;

/** The one move of rows that saves most, or null; `costs` says what each row costs as it stands. */
export function findShift(wanted: WantedCells, shown: ShownCells, costs: Float64Array): Shift | null {
  const by = mostLikelyStep(wanted, shown, costs);
  return by === 0 ? null : bestRegion(wanted, shown, costs, by);
}

/** Bytes that make the move; they need the default attribute and leave the cursor anywhere. */
export function shiftCode({ top, bottom, by }: Shift, rows: number): string {
  // Deleting and inserting lines exists since the first video terminals and never touches the scrollback, unlike the
  // newer commands that scroll.
  const move = `\x1b[${top + 1}H\x1b[${Math.abs(by)}${by > 0 ? 'M' : 'L'}`;
  return bottom === rows ? move : `\x1b[${top + 1};${bottom}r${move}\x1b[r`;
}

/** By how many rows most of some changed bands moved; 0 when too few did. */
function mostLikelyStep(wanted: WantedCells, shown: ShownCells, costs: Float64Array): number {
  const { cols, rows } = shown;
  const changed: number[] = [];
  for (let y = 0; y < rows; y++) if (costs[y] !== 0) changed.push(y);
  const bands = Math.ceil(cols / bandWidth);
  const count = changed.length * bands;
  const stride = strideFor(count, bands);
  const votes = new Int32Array(2 * rows);
  for (let i = 0; i < count; i += stride) {
    const y = changed[Math.floor(i / bands)] as number;
    const x = (i % bands) * bandWidth;
    const width = Math.min(bandWidth, cols - x);
    const from = y * cols + x;
    if (isBlankOrSame(wanted, shown, from, width)) continue;
    for (let other = 0; other < rows; other++)
      if (isEqual(wanted, from, shown, other * cols + x, width)) (votes[other - y + rows] as number)++;
  }
  let best = rows;
  for (let i = 1; i < votes.length; i++) if ((votes[i] as number) > (votes[best] as number)) best = i;
  return (votes[best] as number) < fewestBands ? 0 : best - rows;
}

/** Every so manieth band is looked at: about `samples` of them, in changing columns. */
function strideFor(count: number, bands: number): number {
  const stride = Math.max(1, Math.floor(count / samples));
  return stride > 1 && (stride % bands === 0 || bands % stride === 0) ? stride + 1 : stride;
}

/** It says nothing about a move. */
function isBlankOrSame({ codes, attrs }: WantedCells, shown: ShownCells, from: number, width: number): boolean {
  let isBlank = true;
  let isSame = true;
  for (let at = from; at < from + width; at++) {
    if (codes[at] !== blankCode) isBlank = false;
    if (codes[at] !== shown.codes[at] || attrs[at] !== shown.attrs[at]) isSame = false;
  }
  return isBlank || isSame;
}

function isEqual(wanted: WantedCells, from: number, shown: ShownCells, shownFrom: number, width: number): boolean {
  for (let i = 0; i < width; i++) {
    if (wanted.codes[from + i] !== shown.codes[shownFrom + i]) return false;
    if (wanted.attrs[from + i] !== shown.attrs[shownFrom + i]) return false;
  }
  return true;
}

/** The rows for which moving by `by` saves most: a sum over rows that moved, and over those that came in blank. */
function bestRegion(wanted: WantedCells, shown: ShownCells, costs: Float64Array, by: number): Shift | null {
  const { rows } = shown;
  const step = Math.abs(by);
  // Downward is upward seen in a mirror: row y stands for its mirror image.
  const real = (y: number) => (by > 0 ? y : rows - 1 - y);
  const asItStands = new Float64Array(rows + 1);
  const saved = new Float64Array(rows + 1);
  for (let y = 0; y < rows; y++) {
    const cost = costs[real(y)] as number;
    asItStands[y + 1] = (asItStands[y] as number) + cost;
    saved[y + 1] = saved[y] as number;
    if (y + step < rows) (saved[y + 1] as number) += cost - wanted.costOfRow(real(y), shown, real(y + step));
  }
  const starts = lowestBefore(saved);
  let best: Shift | null = null;
  let bestGain = leastGain;
  // From the largest region on: most others are then out before the rows that come in are looked at.
  for (let bottom = rows; bottom > step; bottom--) {
    const tail = bottom - step;
    const top = starts[tail - 1] as number;
    let gain = sumBetween(saved, top, tail) + sumBetween(asItStands, tail, bottom);
    for (let y = tail; y < bottom && gain > bestGain; y++) gain -= wanted.costOfBlankRow(real(y));
    if (gain <= bestGain) continue;
    bestGain = gain;
    best = by > 0 ? { top, bottom, by } : { top: rows - bottom, bottom: rows - top, by };
  }
  return best;
}

/** For each place, where the sums up to there are lowest: what follows from there has gained most. */
function lowestBefore(sums: Float64Array): Int32Array {
  const places = new Int32Array(sums.length);
  for (let i = 1; i < sums.length; i++) {
    const lowest = places[i - 1] as number;
    places[i] = (sums[i] as number) < (sums[lowest] as number) ? i : lowest;
  }
  return places;
}

function sumBetween(sums: Float64Array, from: number, end: number): number {
  return (sums[end] as number) - (sums[from] as number);
}
