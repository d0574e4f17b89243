// The conversation as a window of rows: which rows are seen, scrolling, following the end. Lays out only what is looked
// at: a position is a block and a row inside it, so nothing above it needs a height. Owns no keys and no painting.
import type { Block } from './block.js';
import { createBlockCache } from './block-cache.js';
import { defaultLineOptions, type LineOptions } from './line-options.js';
import type { Line } from './span.js';
import type { View } from './view-model.js';

export interface TranscriptRows {
  /** At most `height` lines, from the top. */
  lines: Line[];
  /** The last row of the conversation is among them. */
  atEnd: boolean;
  /** Blocks that came or grew since the person scrolled up; 0 while the end is followed. */
  newBelow: number;
  /** Where the window stands: 0 at the beginning, 1 at the end; an estimate, by blocks. */
  position: number;
}

export interface TranscriptOptions {
  width: number;
  height: number;
  /** ms since 1970. */
  now: number;
  ascii?: boolean;
  expandHint?: string;
}

export interface Transcript {
  /** The rows to paint. Call it again whenever `view.version` or the size changed. */
  rows(options: TranscriptOptions): TranscriptRows;
  /** Moves the window by rows of the last painted size; negative is up. At the end it follows again. */
  scrollBy(rows: number): void;
  scrollToStart(): void;
  scrollToEnd(): void;
  /** Unfolds every block, or folds them all again. */
  toggleAll(): void;
  /** Unfolds or folds one block. */
  toggle(blockId: string): void;
  /** The block that is seen in a row of the window, from 0. */
  blockAt(row: number): Block | undefined;
}

interface Place {
  index: number;
  offset: number;
}

/** A window over `view.blocks` that follows the end until it is scrolled. */
export function createTranscript(view: View): Transcript {
  const cache = createBlockCache();
  let options: LineOptions = defaultLineOptions;
  let height = 0;
  let epoch = view.epoch;
  /** Top row while scrolled up; undefined while the end is followed. */
  let anchor: (Place & { blockId: string }) | undefined;
  let left = { blocks: 0, lastVersion: 0 };
  let allExpanded = false;
  let exceptions = new Set<string>();
  let painted: Block[] = [];

  function linesAt(index: number): Line[] {
    const block = view.blocks[index];
    if (block === undefined) return [];
    const expanded = exceptions.has(block.id) !== allExpanded;
    return cache.lines(block, view.blocks[index - 1], { ...options, expanded });
  }

  /** Where the window begins when its last row is the last of all. */
  function endPlace(): Place {
    let missing = height;
    for (let index = view.blocks.length - 1; index >= 0; index--) {
      const count = linesAt(index).length;
      if (count >= missing) return { index, offset: count - missing };
      missing -= count;
    }
    return { index: 0, offset: 0 };
  }

  function moved(from: Place, rows: number): Place {
    let { index, offset } = from;
    offset += rows;
    while (offset < 0 && index > 0) {
      index--;
      offset += linesAt(index).length;
    }
    while (index < view.blocks.length && offset >= linesAt(index).length) {
      offset -= linesAt(index).length;
      index++;
    }
    return { index, offset: Math.max(0, offset) };
  }

  function isAtOrBelow(place: Place, other: Place): boolean {
    return place.index > other.index || (place.index === other.index && place.offset >= other.offset);
  }

  /** A place from which the end is seen means following it. */
  function goTo(place: Place): void {
    const end = endPlace();
    if (isAtOrBelow(place, end)) {
      anchor = undefined;
      return;
    }
    if (anchor === undefined) {
      left = { blocks: view.blocks.length, lastVersion: view.blocks.at(-1)?.version ?? 0 };
    }
    anchor = { ...place, blockId: view.blocks[place.index]?.id ?? '' };
  }

  /** Blocks may have moved a little, and been laid out anew for another width, since the anchor was set. */
  function top(): Place {
    if (anchor === undefined) return endPlace();
    if (view.blocks[anchor.index]?.id !== anchor.blockId) {
      const found = view.blocks.findLastIndex((block) => block.id === anchor?.blockId);
      if (found !== -1) anchor.index = found;
    }
    const index = Math.max(0, Math.min(anchor.index, view.blocks.length - 1));
    return { index, offset: Math.max(0, Math.min(anchor.offset, linesAt(index).length - 1)) };
  }

  function setSize(next: TranscriptOptions): void {
    if (view.epoch !== epoch) {
      epoch = view.epoch;
      cache.clear();
      anchor = undefined;
      exceptions = new Set();
    }
    const { width, now, ascii = false, expandHint = defaultLineOptions.expandHint } = next;
    if (anchor !== undefined && width !== options.width) rescale(anchor, width, { ascii, expandHint, now });
    options = { ...options, width, now, ascii, expandHint };
    height = Math.max(0, next.height);
  }

  /** Keeps the same part of the block at the top when the width changes. */
  function rescale(place: Place, width: number, rest: Pick<LineOptions, 'ascii' | 'expandHint' | 'now'>): void {
    const before = linesAt(place.index).length;
    options = { ...options, ...rest, width };
    place.offset = Math.floor((place.offset / Math.max(1, before)) * linesAt(place.index).length);
  }

  function newBelow(): number {
    if (anchor === undefined) return 0;
    const added = Math.max(0, view.blocks.length - left.blocks);
    const grown = view.blocks[left.blocks - 1];
    return added + (added === 0 && grown !== undefined && grown.version !== left.lastVersion ? 1 : 0);
  }

  return {
    rows(next) {
      setSize(next);
      if (anchor !== undefined) goTo(top());
      const place = top();
      const lines: Line[] = [];
      painted = [];
      for (let index = place.index; index < view.blocks.length && lines.length < height; index++) {
        const all = linesAt(index);
        const first = index === place.index ? place.offset : 0;
        for (const line of all.slice(first, first + height - lines.length)) {
          lines.push(line);
          painted.push(view.blocks[index] as Block);
        }
      }
      const atEnd = anchor === undefined;
      const position = atEnd ? 1 : place.index / Math.max(1, view.blocks.length);
      return { lines, atEnd, newBelow: newBelow(), position };
    },
    scrollBy: (rows) => goTo(moved(top(), rows)),
    scrollToStart: () => goTo({ index: 0, offset: 0 }),
    scrollToEnd: () => {
      anchor = undefined;
    },
    toggleAll: () => {
      allExpanded = !allExpanded;
      exceptions = new Set();
    },
    toggle: (blockId) => {
      if (!exceptions.delete(blockId)) exceptions.add(blockId);
    },
    blockAt: (row) => painted[row],
  };
}
