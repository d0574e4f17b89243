// A summary without a model: the fixed headings, filled from the messages themselves. For when the model cannot be asked. Pure.
import type { ChatMessage } from '../protocol/message.js';
import { shortened } from './render-messages.js';

const mostOfText = 500;
const mostEntries = 12;

/** Markdown with the same headings that the model is asked for. */
export function extractSummary(messages: readonly ChatMessage[]): string {
  const users = messages.flatMap((message) => (message.role === 'user' ? [message.text] : []));
  const answers = messages.flatMap((message) =>
    message.role === 'assistant' && message.text.trim() !== '' ? [message.text] : [],
  );
  return [
    '## Goal',
    shortened(users[0] ?? 'not known', mostOfText * 2),
    '## Decisions and wishes',
    list(users.slice(1).map((text) => shortened(text, mostOfText))),
    '## Work done, with evidence',
    list(workIn(messages)),
    '## Open and next',
    shortened(answers.at(-1) ?? 'not known', mostOfText * 2),
  ].join('\n\n');
}

/** One line a call: what was asked of which tool, and how its result begins. */
function workIn(messages: readonly ChatMessage[]): string[] {
  const results = new Map(messages.flatMap((one) => (one.role === 'tool' ? [[one.callId, one.text] as const] : [])));
  return messages.flatMap((message) =>
    message.role !== 'assistant'
      ? []
      : message.calls.map(({ callId, name, arguments: args }) => {
          const result = (results.get(callId) ?? '').split('\n')[0] ?? '';
          return `${name} ${shortened(args, 160)}: ${shortened(result, 160)}`;
        }),
  );
}

/** The newest entries; how many older ones there were is said. */
function list(entries: readonly string[]): string {
  const shown = entries.slice(-mostEntries);
  const left = entries.length - shown.length;
  const lines = shown.map((entry) => `- ${entry.replaceAll('\n', '\n  ')}`);
  return [...(left > 0 ? [`- (${left} earlier ones left out)`] : []), ...lines].join('\n') || '- nothing';
}
