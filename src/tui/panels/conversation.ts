// The conversation: what was said and done, following its end until the user scrolls up.
import type { Transcript } from '../../view/transcript.js';
import type { View } from '../../view/view-model.js';
import type { Panel } from './panel.js';

export interface ConversationOptions {
  view: View;
  transcript: Transcript;
  now(): number;
  ascii: boolean;
}

export interface ConversationPanel extends Panel {
  /** Rows of the last painted window, for page keys. */
  height(): number;
}

export function createConversationPanel({ view, transcript, now, ascii }: ConversationOptions): ConversationPanel {
  let newBelow = 0;
  let atEnd = true;
  let rows = 0;
  const below = () => (newBelow > 0 ? `${ascii ? 'v' : '↓'} ${newBelow} new` : `${ascii ? 'v' : '↓'} End`);
  return {
    height: () => rows,
    frame: (focused) => ({
      role: focused ? 'borderFocus' : 'border',
      title: view.thread.title ? `Conversation · ${view.thread.title}` : 'Conversation',
      ...(atEnd ? {} : { bottomRight: below() }),
    }),
    lines(width, height) {
      rows = height;
      const seen = transcript.rows({ width, height, now: now(), ascii });
      newBelow = seen.newBelow;
      atEnd = seen.atEnd;
      return view.blocks.length === 0 ? welcome(view) : seen.lines;
    },
  };
}

function welcome({ engine }: View): ReturnType<Panel['lines']> {
  if (!engine) return [];
  const line = (text: string) => [{ text, role: 'dim' as const }];
  if (!engine.demo) return [line('Ask for a change, a review or an explanation. Enter sends, F1 shows the keys.')];
  return [
    [{ text: 'This is a demo: a scripted model, no real AI, on a throw-away sample project.', role: 'warning' }],
    line('Type anything, e.g. "fix the failing test", and press Enter to watch a turn.'),
    [],
    line('To connect a model, quit and set OPENAI_API_KEY (or another provider’s key),'),
    line('or PAICLI_BASE_URL and PAICLI_MODEL for any OpenAI-compatible server.'),
  ];
}
