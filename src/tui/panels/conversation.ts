// The conversation: what was said and done, following its end until the user scrolls up. While it has the focus one block is selected.
import { glyphs } from '../../view/glyphs.js';
import type { Line, StyleRole } from '../../view/span.js';
import type { View } from '../../view/view-model.js';
import { wrapLine } from '../../view/wrap.js';
import type { Panel } from './panel.js';
import { createReader, type ReaderOptions, type Reading, textColumns } from './reader.js';

export interface ConversationPanel extends Panel, Reading {}

export function createConversationPanel(options: ReaderOptions): ConversationPanel {
  const { view, ascii } = options;
  const reader = createReader(options);
  const title = () =>
    view.thread.title ? `Conversation ${glyphs(ascii).separator} ${view.thread.title}` : 'Conversation';
  return {
    ...reader,
    padding: 0,
    frame: (focused) => ({ role: focused ? 'borderFocus' : 'border', title: title(), ...reader.labels() }),
    lines(width, height, look) {
      const seen = reader.lines(width, height, look);
      return isBeginning(view) ? [...indented(welcome(view, textColumns(width, look.framed))), ...seen] : seen;
    },
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
