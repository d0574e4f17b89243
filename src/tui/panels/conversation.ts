// The conversation: what was said and done, following its end until the user scrolls up. While it has the focus one block is selected.
import type { Line, StyleRole } from '../../view/span.js';
import type { Transcript } from '../../view/transcript.js';
import type { View } from '../../view/view-model.js';
import { wrapLine } from '../../view/wrap.js';
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
  /** Selects the block above (-1) or below (1); in a block that reaches past the window it scrolls a row. */
  moveSelection(step: -1 | 1): void;
  /** The selected block, which is in the window. */
  selected(): string | undefined;
}

export function createConversationPanel({ view, transcript, now, ascii }: ConversationOptions): ConversationPanel {
  let newBelow = 0;
  let atEnd = true;
  let rows = 0;
  let chosenId: string | undefined;

  /** First and last window row of the selected block; the last block of the window when the chosen one is not in it. */
  const selection = (): { id: string; first: number; last: number } | undefined => {
    const ids: (string | undefined)[] = Array.from({ length: rows }, (_, row) => transcript.blockAt(row)?.id);
    const id = chosenId !== undefined && ids.includes(chosenId) ? chosenId : ids.findLast((one) => one !== undefined);
    return id === undefined ? undefined : { id, first: ids.indexOf(id), last: ids.lastIndexOf(id) };
  };
  const title = () => (view.thread.title ? `Conversation ${ascii ? '-' : '·'} ${view.thread.title}` : 'Conversation');
  const below = () => `${ascii ? 'v' : '↓'} ${newBelow > 0 ? `${newBelow} new` : 'End'}`;

  return {
    // The column left of the text is the selection's.
    padding: 0,
    height: () => rows,
    frame: (focused) => ({
      role: focused ? 'borderFocus' : 'border',
      title: title(),
      ...(atEnd ? {} : { bottomRight: below() }),
    }),
    lines(width, height, { focused, framed }) {
      rows = height;
      const textWidth = width - (framed ? 2 : 1);
      const seen = transcript.rows({ width: textWidth, height, now: now(), ascii });
      newBelow = seen.newBelow;
      atEnd = seen.atEnd;
      if (isBeginning(view)) return indented([...welcome(view, textWidth), ...seen.lines]);
      const marked = focused ? selection() : undefined;
      const bar = { text: ascii ? '|' : '▌', role: 'borderFocus' } as const;
      return seen.lines.map((line, row) =>
        marked && row >= marked.first && row <= marked.last ? [bar, ...line] : [blank, ...line],
      );
    },
    moveSelection(step) {
      const current = selection();
      if (!current) return;
      const next = transcript.blockAt(step === 1 ? current.last + 1 : current.first - 1);
      chosenId = next?.id ?? current.id;
      if (!next) transcript.scrollBy(step);
    },
    selected: () => selection()?.id,
  };
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
