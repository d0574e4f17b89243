// The conversation: what was said and done, following its end until the user scrolls up. While it has the focus one block is selected.
import type { Line, StyleRole } from '../../view/span.js';
import type { Transcript } from '../../view/transcript.js';
import type { View } from '../../view/view-model.js';
import { wrapLine } from '../../view/wrap.js';
import { createPanelEntry, type PanelEntry } from '../panel-entry.js';
import type { Panel } from './panel.js';

export interface ConversationOptions {
  view: View;
  transcript: Transcript;
  /** ms since 1970. */
  now(): number;
  ascii: boolean;
}

export interface ConversationPanel extends Panel {
  /** Rows of the last painted window, for page keys. */
  height(): number;
  /** The selected block, which is in the window. */
  selected(): string | undefined;
  /** What is searched, typed into the frame. */
  search: PanelEntry;
}

export function createConversationPanel({ view, transcript, now, ascii }: ConversationOptions): ConversationPanel {
  let newBelow = 0;
  let atEnd = true;
  let rows = 0;
  let epoch = view.epoch;
  const search = createPanelEntry({ onChange: (text) => void transcript.search(text) });

  const title = () => (view.thread.title ? `Conversation ${ascii ? '-' : '·'} ${view.thread.title}` : 'Conversation');
  const below = () => `${ascii ? 'v' : '↓'} ${newBelow > 0 ? `${newBelow} new` : 'End'}`;
  const searched = () => search.label(foundLabel(search.text(), transcript.found()));

  return {
    // The column left of the text is the selection's.
    padding: 0,
    search,
    height: () => rows,
    frame(focused) {
      const label = searched();
      return {
        role: focused ? 'borderFocus' : 'border',
        title: title(),
        ...(label ? { bottomLeft: label } : {}),
        ...(atEnd ? {} : { bottomRight: below() }),
      };
    },
    lines(width, height, { focused, framed }) {
      rows = height;
      // Another thread: the search was for the one before.
      if (view.epoch !== epoch) search.close();
      if (view.epoch !== epoch) search.clear();
      epoch = view.epoch;
      // Without a border there is a column at the left only.
      const textWidth = width - (framed ? 2 : 1);
      const gutter = focused ? 'bar' : 'blank';
      const seen = transcript.rows({ width: textWidth + 1, height, now: now(), ascii, gutter });
      newBelow = seen.newBelow;
      atEnd = seen.atEnd;
      if (isBeginning(view)) return [...indented(welcome(view, textWidth)), ...seen.lines];
      const label = framed ? undefined : searched();
      return label ? [...seen.lines.slice(0, height - 1), label] : seen.lines;
    },
    selected: () => transcript.selected(),
  };
}

function foundLabel(text: string, { count, index }: { count: number; index: number }): string {
  if (text === '') return '';
  return count === 0 ? 'not found' : `${index} of ${count}`;
}

const blank = { text: ' ', role: 'text' } as const;
const indented = (lines: Line[]): Line[] => lines.map((line) => [blank, ...line]);

/** Nothing was said yet; what the engine noticed when it started does not count. */
function isBeginning({ blocks, engine }: View): boolean {
  return engine !== undefined && blocks.every((block) => block.kind === 'notice');
}

function welcome({ engine, blocks }: View, width: number): Line[] {
  const lines = (text: string, role: StyleRole = 'dim') => wrapLine([{ text, role }], width);
  const before = blocks.length > 0 ? [[]] : [];
  if (!engine?.demo)
    return [...lines('Ask for a change, a review or an explanation. Enter sends, F1 shows keys.'), ...before];
  return [
    ...lines('This is a demo: a scripted model, no real AI, on a throw-away sample project.', 'warning'),
    ...lines('Type anything, e.g. "fix the failing test", and press Enter to watch a turn.'),
    [],
    ...lines(
      "To connect a model, quit and set OPENAI_API_KEY (or another provider's key), or PAICLI_BASE_URL and PAICLI_MODEL for any OpenAI-compatible server.",
    ),
    ...before,
  ];
}
