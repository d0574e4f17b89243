// A recorded thread as plain lines, for outputs that are no screen.
import type { Envelope } from '../protocol/event.js';
import { conversationLines, linesToText } from '../view/plain-lines.js';
import { applyEvent } from '../view/reduce.js';
import { createView, type View } from '../view/view-model.js';

const usualColumns = 100;

/** What the screen would show at its end. */
export function viewOf(envelopes: readonly Envelope[]): View {
  const view = createView();
  for (const envelope of envelopes) applyEvent(view, envelope);
  return view;
}

/** `columns`: of the terminal, when it is one. */
export function conversationText(envelopes: readonly Envelope[], columns: number | undefined): string {
  return linesToText(conversationLines(viewOf(envelopes), { width: columns ?? usualColumns, expanded: true }));
}
