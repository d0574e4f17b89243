// The selected block of the conversation, and moving the window so that a block is in it. Draws nothing.
import type { Place, TranscriptWindow } from './transcript-window.js';

export interface TranscriptSelection {
  select(blockId: string | undefined): void;
  /** The id of the selected block as it is shown: of the group when it went into a folded one. */
  selected(): string | undefined;
  /** Selects the block below (1) or above (-1); while the selected one reaches past the window, moves the window a row. */
  step(direction: 1 | -1): void;
  /** Moves the window as little as needed; for a block that is taller than it, to the block's first row. */
  ensureVisible(blockId: string): void;
  /** Moves the window so that one row is in it, with some rows around. */
  showRow(place: Place): void;
}

/** How a block lies to the window, in rows, the blank line before the block left out. */
interface Room {
  /** From the top of the window to the block; negative when it begins above. */
  above: number;
  /** From the block's end to the end of the window; negative when it ends below. */
  below: number;
  count: number;
  /** Its first line that is not the blank one. */
  first: number;
  isSeen: boolean;
}

export function createTranscriptSelection(window: TranscriptWindow): TranscriptSelection {
  let chosenId: string | undefined;

  const selectedIndex = () => (chosenId === undefined ? -1 : window.indexOf(chosenId));

  function roomOf(index: number): Room {
    const top = window.top();
    const height = window.height();
    const lines = window.linesAt(index);
    const first = lines[0]?.length === 0 ? 1 : 0;
    let above = first - top.offset;
    // Far away only the side counts: no more blocks are laid out than would fill the window.
    for (let at = top.index - 1; at >= index && above > -height; at--) above -= window.linesAt(at).length;
    for (let at = top.index; at < index && above < height; at++) above += window.linesAt(at).length;
    const count = lines.length - first;
    const isSeen = index >= top.index && above < height && above + count > 0;
    return { above, below: height - above - count, count, first, isSeen };
  }

  function show(index: number): void {
    const { above, below, count, first } = roomOf(index);
    const height = window.height();
    if (above >= 0 && below >= 0) return;
    if (above < 0 || count >= height) window.goTo({ index, offset: first });
    else window.goTo(window.moved({ index, offset: first + count }, -height));
  }

  function neighbourOf(index: number, direction: 1 | -1): number {
    const { length } = window.list();
    let next = index + direction;
    while (next >= 0 && next < length && window.linesAt(next).length === 0) next += direction;
    return next >= 0 && next < length ? next : -1;
  }

  function step(direction: 1 | -1): void {
    const index = selectedIndex();
    const room = index === -1 ? undefined : roomOf(index);
    if (room === undefined || !room.isSeen) {
      chosenId = window.rows().findLast(({ isGap }) => !isGap)?.block.id;
      return;
    }
    const scroll = () => window.goTo(window.moved(window.top(), direction));
    if (direction === -1 ? room.above < 0 : room.below < 0) {
      scroll();
      return;
    }
    const next = neighbourOf(index, direction);
    if (next === -1) return;
    chosenId = window.list()[next]?.id;
    const { count, isSeen } = roomOf(next);
    if (count <= window.height()) show(next);
    else if (!isSeen) scroll();
  }

  return {
    select: (blockId) => {
      chosenId = blockId;
    },
    selected: () => window.list()[selectedIndex()]?.id,
    step,
    ensureVisible(blockId) {
      const index = window.indexOf(blockId);
      if (index !== -1) show(index);
    },
    showRow({ index, offset }) {
      const { above, first } = roomOf(index);
      const row = above - first + offset;
      if (row >= 0 && row < window.height()) return;
      window.goTo(window.moved({ index, offset }, -Math.floor(window.height() / 3)));
    },
  };
}
