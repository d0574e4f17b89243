// Search in the conversation: which blocks hold a text, and which of its places is looked at. Blocks are searched as
// text; only the one that is gone to is laid out.
import { searchTextOf } from './block-text.js';
import type { Folds } from './folds.js';
import { countMatches, patternOf, rowsOfMatches } from './match-spans.js';
import type { TranscriptSelection } from './transcript-selection.js';
import type { Place, TranscriptWindow } from './transcript-window.js';
import type { View } from './view-model.js';

export interface Found {
  /** Places in the whole conversation, the folded parts too. */
  count: number;
  /** The place that is looked at, from 1; 0 when there is none. */
  index: number;
}

export interface TranscriptSearch {
  /** Goes to the first place from where the search began; the empty text ends the search. */
  search(text: string): Found;
  /** Goes to the place after (1) or before (-1) the one that is looked at, and round the ends. */
  step(direction: 1 | -1): Found;
  found(): Found;
  /** Marks what is searched in drawn lines; undefined while nothing is. */
  pattern(): RegExp | undefined;
  clear(): void;
}

interface Hit {
  blockId: string;
  /** Places in this block, and in all before it. */
  count: number;
  before: number;
}

export function createTranscriptSearch(
  view: View,
  window: TranscriptWindow,
  folds: Folds,
  selection: TranscriptSelection,
): TranscriptSearch {
  let pattern: RegExp | undefined;
  let origin: (Place & { following: boolean }) | undefined;
  let hits: Hit[] = [];
  let searchedVersion = -1;
  let current: { blockId: string; place: number } | undefined;

  function gather(): void {
    hits = [];
    searchedVersion = view.version;
    let before = 0;
    for (const block of pattern === undefined ? [] : view.blocks) {
      const count = countMatches(searchTextOf(block), pattern as RegExp);
      if (count === 0) continue;
      hits.push({ blockId: block.id, count, before });
      before += count;
    }
  }

  const total = () => hits.reduce((sum, hit) => sum + hit.count, 0);
  const currentHit = () => hits.find((hit) => hit.blockId === current?.blockId);

  function found(): Found {
    if (pattern !== undefined && searchedVersion !== view.version) gather();
    const hit = currentHit();
    const index = hit === undefined ? 0 : hit.before + Math.min(current?.place ?? 0, hit.count - 1) + 1;
    return { count: total(), index };
  }

  /** Goes to the place `number`, from 0, of all. */
  function goTo(number: number): Found {
    const hit = hits.findLast(({ before }) => before <= number);
    if (hit === undefined) return found();
    current = { blockId: hit.blockId, place: number - hit.before };
    reveal(hit, current.place);
    return found();
  }

  /** Unfolds what hides the place. Text and drawing differ a little, so that the row is the nearest that has a match. */
  function reveal(hit: Hit, place: number): void {
    let index = window.indexOf(hit.blockId);
    const shownId = window.list()[index]?.id;
    if (shownId === undefined) return;
    if (shownId !== hit.blockId) folds.unfold(shownId);
    index = window.indexOf(hit.blockId);
    let rows = rowsOfMatches(window.linesAt(index), pattern as RegExp);
    if (rows.length < hit.count) {
      folds.unfold(hit.blockId);
      index = window.indexOf(hit.blockId);
      rows = rowsOfMatches(window.linesAt(index), pattern as RegExp);
    }
    selection.select(hit.blockId);
    selection.showRow({ index, offset: rows[Math.min(place, rows.length - 1)] ?? 0 });
  }

  /** The first place in the window or below it, else the nearest above. */
  function firstFrom(place: Place): number {
    const starts = new Map(hits.map((hit) => [hit.blockId, hit]));
    const list = window.list();
    for (let index = place.index; index < list.length; index++) {
      const block = list[index];
      const ids = block?.kind === 'tool-group' ? block.calls.map((call) => call.id) : [block?.id ?? ''];
      const hit = ids.map((id) => starts.get(id)).find((one) => one !== undefined);
      if (hit !== undefined) return hit.before;
    }
    return total() - 1;
  }

  function clear(): void {
    pattern = undefined;
    origin = undefined;
    current = undefined;
    hits = [];
  }

  return {
    search(text) {
      if (text === '') {
        clear();
        return { count: 0, index: 0 };
      }
      origin ??= { ...window.top(), following: window.isFollowing() };
      pattern = patternOf(text);
      gather();
      current = undefined;
      if (hits.length > 0) return goTo(firstFrom(origin));
      if (origin.following) window.follow();
      else window.goTo(origin);
      return found();
    },
    step(direction) {
      const { count, index } = found();
      if (count === 0) return { count, index };
      return goTo(index === 0 ? firstFrom(window.top()) : (index - 1 + direction + count) % count);
    },
    found,
    pattern: () => pattern,
    clear,
  };
}
