// A conversation in a pane: its window of rows, what is searched in it, what its lower border says. The main conversation and
// the pane of each agent are made of it; neither titles nor keys are here.
import type { Line } from '../../view/span.js';
import type { Transcript } from '../../view/transcript.js';
import type { View } from '../../view/view-model.js';
import type { PaneFrame } from '../pane-frame.js';
import { createPanelEntry, type PanelEntry } from '../panel-entry.js';
import type { PanelLook } from './panel.js';

/** What the keys of reading act on. */
export interface Reading {
  transcript: Transcript;
  /** What is searched, typed into the frame. */
  search: PanelEntry;
  /** Rows of the last painted window, for page keys. */
  height(): number;
  /** The selected block, which is in the window. */
  selected(): string | undefined;
}

export interface Reader extends Reading {
  lines(width: number, height: number, look: PanelLook): Line[];
  labels(): Pick<PaneFrame, 'bottomLeft' | 'bottomRight'>;
}

export interface ReaderOptions {
  view: View;
  transcript: Transcript;
  /** ms since 1970. */
  now(): number;
  ascii: boolean;
}

export function createReader({ view, transcript, now, ascii }: ReaderOptions): Reader {
  let newBelow = 0;
  let atEnd = true;
  let rows = 0;
  let epoch = view.epoch;
  const search = createPanelEntry({ onChange: (text) => void transcript.search(text) });
  const below = () => `${ascii ? 'v' : '↓'} ${newBelow > 0 ? `${newBelow} new` : 'End'}`;
  const searched = () => search.label(foundLabel(search.text(), transcript.found()));

  return {
    transcript,
    search,
    height: () => rows,
    selected: () => transcript.selected(),
    labels() {
      const label = searched();
      return { ...(label ? { bottomLeft: label } : {}), ...(atEnd ? {} : { bottomRight: below() }) };
    },
    lines(width, height, { focused, framed }) {
      rows = height;
      // Another thread: the search was for the one before.
      if (view.epoch !== epoch) search.close();
      if (view.epoch !== epoch) search.clear();
      epoch = view.epoch;
      const gutter = focused ? 'bar' : 'blank';
      const seen = transcript.rows({ width: textColumns(width, framed) + 1, height, now: now(), ascii, gutter });
      newBelow = seen.newBelow;
      atEnd = seen.atEnd;
      const label = framed ? undefined : searched();
      return label ? [...seen.lines.slice(0, height - 1), label] : seen.lines;
    },
  };
}

/** The column left of the text is the selection's; without a border there is none at the right. */
export function textColumns(width: number, framed: boolean): number {
  return width - (framed ? 2 : 1);
}

function foundLabel(text: string, { count, index }: { count: number; index: number }): string {
  if (text === '') return '';
  return count === 0 ? 'not found' : `${index} of ${count}`;
}
