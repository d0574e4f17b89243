// A thread as a JSON file: its log, word for word. Pure. `paicli replay` plays such files.
import { harmlessJson } from '../base/harmless-json.js';
import type { Envelope } from '../protocol/event.js';

const exportFormat = 'paicli-thread';

/** `{format, version, threadId, title, cwd, envelopes}` and a newline; an envelope a line, so that files can be compared. */
export function exportJson(envelopes: readonly Envelope[]): string {
  const created = envelopes.find(({ event }) => event.type === 'thread.created')?.event;
  const { title = '', cwd = '' } = created?.type === 'thread.created' ? created : {};
  const head = { format: exportFormat, version: 1, threadId: envelopes[0]?.threadId ?? '', title, cwd };
  const lines = envelopes.map((envelope) => `    ${harmlessJson(envelope)}`).join(',\n');
  return `${harmlessJson(head, 2).slice(0, -2)},\n  "envelopes": [\n${lines}\n  ]\n}\n`;
}
