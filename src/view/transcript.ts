// The conversation as a window of rows: what is painted, and what a person can do with it (scroll, select, fold, search,
// copy). Puts the parts together; owns no keys and no painting.
import { filesOfBlock, type NamedFile, textOfBlock } from './block-text.js';
import { createFolds } from './folds.js';
import type { Highlighter } from './highlighter.js';
import { createKeptPlaces } from './kept-places.js';
import { defaultLineOptions } from './line-options.js';
import { markMatches } from './match-spans.js';
import type { Line, Span } from './span.js';
import { groupIdOf, type ShownBlock } from './tool-group.js';
import { createTranscriptSearch, type Found } from './transcript-search.js';
import { createTranscriptSelection } from './transcript-selection.js';
import { createTranscriptWindow, type Place, type WindowRow } from './transcript-window.js';
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
  /**
   * The first column of `width` is kept for the selection: `bar` draws a bar beside the selected block, and selects the
   * last one of the window when that is not in it; `blank` leaves it empty (the panel has not the focus). Absent: there is no such column.
   */
  gutter?: 'bar' | 'blank';
}

export interface Transcript {
  /** The rows to paint. Call it again whenever `view.version` or the size changed, and when the highlighter says so. */
  rows(options: TranscriptOptions): TranscriptRows;
  /** Moves the window by rows of the last painted size; negative is up. At the end it follows again. */
  scrollBy(rows: number): void;
  scrollToStart(): void;
  scrollToEnd(): void;
  /** Unfolds every block, or folds them all again. */
  toggleAll(): void;
  /** Unfolds or folds one block; if it is in the window its first row stays where it is. */
  toggle(blockId: string): void;
  /** The block that is seen in a row of the window, from 0; calls that are folded to one line are a `tool-group`. */
  blockAt(row: number): ShownBlock | undefined;
  /** Selects a block; it need not be in the window. */
  select(blockId: string | undefined): void;
  /** The id of the selected block, if it is still there. */
  selected(): string | undefined;
  /** Selects the next block; a block that reaches past the window is scrolled through first. Begins at the window's end. */
  selectNext(): void;
  selectPrevious(): void;
  /** Moves the window as little as needed to show a block. */
  ensureVisible(blockId: string): void;
  /**
   * Goes to the first place that holds `text` in any case, from where the window stood when the search began, and marks
   * all in the rows; the block is selected and unfolded if need be. The empty text ends the search.
   */
  search(text: string): Found;
  /** Goes to the next or previous place, round the ends. */
  searchNext(): Found;
  searchPrevious(): Found;
  found(): Found;
  /** A block as text for copying; empty when there is no such block. */
  textOf(blockId: string): string;
  /** Files that a block shows or changed, for opening in an editor. */
  filesOf(blockId: string): NamedFile[];
}

export interface TranscriptParts {
  /** Colours code and marks changed words; absent: neither. */
  highlighter?: Highlighter;
}

/** A window over `view.blocks` that follows the end until it is scrolled. */
export function createTranscript(view: View, { highlighter }: TranscriptParts = {}): Transcript {
  const folds = createFolds();
  const window = createTranscriptWindow(view, folds);
  const selection = createTranscriptSelection(window);
  const search = createTranscriptSearch(view, window, folds, selection);
  const kept = createKeptPlaces(window, selection);
  let epoch = view.epoch;
  let painted: WindowRow[] = [];

  function beginAnew(): void {
    epoch = view.epoch;
    window.clear();
    folds.clear();
    selection.select(undefined);
    search.clear();
    kept.open(view.thread.threadId);
  }

  function setSize({ width, height, now, ascii, expandHint, gutter }: TranscriptOptions): void {
    const { ascii: noAscii, expandHint: usualHint } = defaultLineOptions;
    const options = {
      ...defaultLineOptions,
      width: gutter === undefined ? width : width - 1,
      now,
      ascii: ascii ?? noAscii,
      expandHint: expandHint ?? usualHint,
      ...(highlighter === undefined ? {} : { highlighter }),
    };
    window.setSize(options, height);
  }

  function toggle(blockId: string): void {
    const row = painted.findIndex(({ block, isGap }) => block.id === blockId && !isGap);
    const isWholeAbove = row > 0 || painted[0]?.isGap === true;
    folds.toggle(blockId);
    // A lone call that is unfolded stays so when the next call makes a group of both.
    const block = blockOf(blockId);
    if (block?.kind === 'tool' && !window.isInGroup(block)) folds.toggle(groupIdOf(blockId));
    const index = window.indexOf(blockId);
    if (row === -1 || index === -1) return;
    const first = window.linesAt(index)[0]?.length === 0 ? 1 : 0;
    window.goTo(window.moved({ index, offset: first }, isWholeAbove ? -row : 0));
  }

  /** What keys act on must be seen: when the selected block is not, the last one of the window is selected. */
  function selectedInWindow(): string | undefined {
    const seen = painted.filter(({ isGap }) => !isGap).map(({ block }) => block.id);
    const selected = selection.selected();
    if (selected !== undefined && seen.includes(selected)) return selected;
    selection.select(seen.at(-1));
    return seen.at(-1);
  }

  function goTo(place: Place): void {
    kept.giveUp();
    window.goTo(place);
  }

  const blockOf = (blockId: string): ShownBlock | undefined =>
    view.blocks.find(({ id }) => id === blockId) ?? window.list()[window.indexOf(blockId)];

  return {
    rows(options) {
      if (view.epoch !== epoch) beginAnew();
      setSize(options);
      kept.restore();
      painted = window.rows();
      kept.note(view.thread.threadId);
      const pattern = search.pattern();
      const selected = options.gutter === 'bar' ? selectedInWindow() : undefined;
      const bar: Span = { text: options.ascii === true ? '>' : '▌', role: 'borderFocus' };
      const lines = painted.map(({ line, block, isGap }): Line => {
        const marked = pattern === undefined ? line : markMatches(line, pattern);
        if (options.gutter === undefined) return marked;
        return [block.id === selected && !isGap ? bar : blank, ...marked];
      });
      const atEnd = window.isFollowing();
      const position = atEnd ? 1 : window.top().index / Math.max(1, window.list().length);
      return { lines, atEnd, newBelow: window.newBelow(), position };
    },
    scrollBy: (rows) => goTo(window.moved(window.top(), rows)),
    scrollToStart: () => goTo({ index: 0, offset: 0 }),
    scrollToEnd() {
      kept.giveUp();
      window.follow();
    },
    toggleAll: folds.toggleAll,
    toggle,
    blockAt: (row) => painted[row]?.block,
    select: selection.select,
    selected: selection.selected,
    selectNext: () => selection.step(1),
    selectPrevious: () => selection.step(-1),
    ensureVisible: selection.ensureVisible,
    search: search.search,
    searchNext: () => search.step(1),
    searchPrevious: () => search.step(-1),
    found: search.found,
    textOf: (blockId) => {
      const block = blockOf(blockId);
      return block === undefined ? '' : textOfBlock(block);
    },
    filesOf: (blockId) => {
      const block = blockOf(blockId);
      return block === undefined ? [] : filesOfBlock(block);
    },
  };
}

const blank: Span = { text: ' ', role: 'text' };
