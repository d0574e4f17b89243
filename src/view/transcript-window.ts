// Which rows of the conversation are in the window, and how it moves. Lays out only what is looked at: a place is a block
// and a row inside it, so nothing above it needs a height. Owns no selection, no search and no painting.
import { createBlockCache } from './block-cache.js';
import type { Folds } from './folds.js';
import { defaultLineOptions, type LineOptions } from './line-options.js';
import type { Line } from './span.js';
import { type GroupOfCall, groupIdOf, type ShownBlock, shownBlocks } from './tool-group.js';
import type { View } from './view-model.js';

/** A row: of which shown block, and which of its lines. */
export interface Place {
  index: number;
  offset: number;
}

export interface WindowRow {
  line: Line;
  block: ShownBlock;
  /** The blank line that parts the block from the one before it. */
  isGap: boolean;
}

export interface TranscriptWindow {
  /** The look and the size of what follows. */
  setSize(options: LineOptions, height: number): void;
  height(): number;
  /** The blocks as they are shown now. */
  list(): ShownBlock[];
  /** Where a block is shown, or the folded group it is in; -1 when it is not there. */
  indexOf(blockId: string): number;
  /** A call that is shown under the line of its group, or folded into it. */
  isInGroup(block: ShownBlock): boolean;
  linesAt(index: number): Line[];
  rows(): WindowRow[];
  /** The place of the first row. */
  top(): Place;
  /** The place that is `rows` below `from`; negative is above. */
  moved(from: Place, rows: number): Place;
  /** A place from which the end is seen means following it. */
  goTo(place: Place): void;
  follow(): void;
  isFollowing(): boolean;
  /** Blocks that came or grew since the end was left. */
  newBelow(): number;
  /** Another thread was opened: nothing is kept. */
  clear(): void;
}

export function createTranscriptWindow(view: View, folds: Folds): TranscriptWindow {
  const cache = createBlockCache();
  let options: LineOptions = defaultLineOptions;
  let height = 0;
  /** Top row while scrolled up; undefined while the end is followed. */
  let anchor: (Place & { blockId: string }) | undefined;
  let left = { blocks: 0, lastVersion: 0 };
  let shown: ShownBlock[] = [];
  const groups: GroupOfCall = new WeakMap();
  let shownOf = { blocks: [] as View['blocks'], count: -1, version: -1, folds: -1 };

  function list(): ShownBlock[] {
    const { blocks, version } = view;
    const isFresh = shownOf.blocks === blocks && shownOf.count === blocks.length;
    if (isFresh && shownOf.version === version && shownOf.folds === folds.version) return shown;
    shown = shownBlocks(blocks, groups, folds.isUnfolded);
    shownOf = { blocks, count: blocks.length, version, folds: folds.version };
    return shown;
  }

  function linesAt(index: number): Line[] {
    const blocks = list();
    const block = blocks[index];
    if (block === undefined) return [];
    const expanded = folds.isUnfolded(block.id);
    return cache.lines(block, blocks[index - 1], { ...options, expanded }, groups.has(block));
  }

  function indexOf(blockId: string): number {
    const own = list().findLastIndex((block) => block.id === blockId);
    if (own !== -1) return own;
    // Folded into a group; or a group that has grown to the front, and so got another name.
    const isIt = (call: ShownBlock) => call.id === blockId || groupIdOf(call.id) === blockId;
    return list().findLastIndex((block) => block.kind === 'tool-group' && block.calls.some(isIt));
  }

  /** Where the window begins when its last row is the last of all. */
  function endPlace(): Place {
    let missing = height;
    for (let index = list().length - 1; index >= 0; index--) {
      const count = linesAt(index).length;
      if (count >= missing) return { index, offset: count - missing };
      missing -= count;
    }
    return { index: 0, offset: 0 };
  }

  function moved(from: Place, rows: number): Place {
    let { index, offset } = from;
    const { length } = list();
    offset += rows;
    while (offset < 0 && index > 0) {
      index--;
      offset += linesAt(index).length;
    }
    while (index < length && offset >= linesAt(index).length) {
      offset -= linesAt(index).length;
      index++;
    }
    return { index, offset: Math.max(0, offset) };
  }

  function goTo(place: Place): void {
    const end = endPlace();
    if (place.index > end.index || (place.index === end.index && place.offset >= end.offset)) {
      anchor = undefined;
      return;
    }
    if (anchor === undefined) {
      left = { blocks: view.blocks.length, lastVersion: view.blocks.at(-1)?.version ?? 0 };
    }
    anchor = { ...place, blockId: list()[place.index]?.id ?? '' };
  }

  /** Blocks may have moved a little, and been laid out anew for another width, since the anchor was set. */
  function top(): Place {
    if (anchor === undefined) return endPlace();
    if (list()[anchor.index]?.id !== anchor.blockId) {
      const found = indexOf(anchor.blockId);
      if (found !== -1) anchor.index = found;
      // It went into a group, whose line is the last one.
      if (found !== -1 && list()[found]?.id !== anchor.blockId) anchor.offset = linesAt(found).length - 1;
    }
    const index = Math.max(0, Math.min(anchor.index, list().length - 1));
    return { index, offset: Math.max(0, Math.min(anchor.offset, linesAt(index).length - 1)) };
  }

  /** Keeps the same part of the block at the top when the width changes. */
  function setSize(next: LineOptions, nextHeight: number): void {
    height = Math.max(0, nextHeight);
    const before = anchor === undefined || next.width === options.width ? undefined : linesAt(anchor.index).length;
    options = next;
    if (anchor === undefined || before === undefined) return;
    anchor.offset = Math.floor((anchor.offset / Math.max(1, before)) * linesAt(anchor.index).length);
  }

  function rows(): WindowRow[] {
    if (anchor !== undefined) goTo(top());
    const place = top();
    const blocks = list();
    const seen: WindowRow[] = [];
    for (let index = place.index; index < blocks.length && seen.length < height; index++) {
      const block = blocks[index] as ShownBlock;
      const first = index === place.index ? place.offset : 0;
      const lines = linesAt(index).slice(first, first + height - seen.length);
      lines.forEach((line, at) => {
        seen.push({ line, block, isGap: first + at === 0 && line.length === 0 });
      });
    }
    return seen;
  }

  return {
    setSize,
    height: () => height,
    list,
    indexOf,
    isInGroup: (block) => groups.has(block),
    linesAt,
    rows,
    top,
    moved,
    goTo,
    follow: () => {
      anchor = undefined;
    },
    isFollowing: () => anchor === undefined,
    newBelow() {
      if (anchor === undefined) return 0;
      // Turns may have been taken back since.
      left.blocks = Math.min(left.blocks, view.blocks.length);
      const added = view.blocks.length - left.blocks;
      const grown = view.blocks[left.blocks - 1];
      return added + (added === 0 && grown !== undefined && grown.version !== left.lastVersion ? 1 : 0);
    },
    clear() {
      cache.clear();
      anchor = undefined;
    },
  };
}
