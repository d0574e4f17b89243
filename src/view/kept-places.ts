// Where each thread was left: the first row of the window and the selected block. A thread that is opened again sends its
// blocks one after the other, so that the place is looked for until it is there.
import type { TranscriptWindow } from './transcript-window.js';

export interface KeptPlaces {
  /** After each painting: where the thread stands now. */
  note(threadId: string): void;
  /** Another thread was opened; what was noted of it is to be found again. */
  open(threadId: string): void;
  /** Before each painting. */
  restore(): void;
  /** The person has moved the window. */
  giveUp(): void;
}

interface KeptPlace {
  /** Undefined while the end is followed. */
  top: { blockId: string; offset: number } | undefined;
  selectedId: string | undefined;
}

export function createKeptPlaces(
  window: TranscriptWindow,
  selection: { selected(): string | undefined; select(blockId: string | undefined): void },
): KeptPlaces {
  const places = new Map<string, KeptPlace>();
  let wanted: KeptPlace | undefined;
  return {
    note(threadId) {
      if (threadId === '' || wanted) return;
      const { index, offset } = window.top();
      const blockId = window.list()[index]?.id;
      const top = window.isFollowing() || blockId === undefined ? undefined : { blockId, offset };
      places.set(threadId, { top, selectedId: selection.selected() });
    },
    open(threadId) {
      wanted = places.get(threadId);
      if (wanted?.top === undefined) wanted = undefined;
    },
    restore() {
      if (!wanted?.top) return;
      const index = window.indexOf(wanted.top.blockId);
      if (index === -1) return;
      window.goTo({ index, offset: wanted.top.offset });
      // What is there by now may still fit into the window: more will come.
      if (window.isFollowing()) return;
      selection.select(wanted.selectedId);
      wanted = undefined;
    },
    giveUp() {
      wanted = undefined;
    },
  };
}
