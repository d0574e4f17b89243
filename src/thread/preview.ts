// What was said last in a thread, for lists to choose from. Pure.
import type { Envelope } from '../protocol/event.js';
import type { ThreadPreview } from '../protocol/query.js';
import { effectiveLog } from './effective-log.js';

const mostTexts = 6;
const mostCharacters = 400;

/** The newest few texts of the user and the model, oldest first; each cut to 400 characters. */
export function lastSaid(log: readonly Envelope[]): ThreadPreview['said'] {
  const envelopes = effectiveLog(log);
  const said: ThreadPreview['said'] = [];
  for (let at = envelopes.length - 1; at >= 0 && said.length < mostTexts; at--) {
    const { event, taskId } = envelopes[at]!;
    // What is said inside the tasks of a plan is no part of the conversation; the plan's summary is.
    const one = taskId === undefined ? saidIn(event) : undefined;
    if (one && one.text.trim() !== '') said.unshift({ from: one.from, text: cut(one.text.trim()) });
  }
  return said;
}

function saidIn(event: Envelope['event']): ThreadPreview['said'][number] | undefined {
  if (event.type === 'turn.started') return { from: 'user', text: event.input };
  if (event.type === 'turn.steered' && event.by !== 'engine') return { from: 'user', text: event.text };
  return event.type === 'message.completed' ? { from: 'assistant', text: event.text } : undefined;
}

function cut(text: string): string {
  const characters = [...text.slice(0, 2 * mostCharacters)];
  return characters.length > mostCharacters
    ? `${characters.slice(0, mostCharacters - 1).join('')}…`
    : characters.join('');
}
