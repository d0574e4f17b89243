// What was decided and run last, of all threads: a list that narrows, the newest first. Shows; changes nothing.

import type { AuditedCall } from '../../protocol/query.js';
import { cleanOneLine } from '../../view/clean.js';
import { formatDuration, formatElapsed } from '../../view/format.js';
import { inOneLine } from '../../view/glyphs.js';
import type { Line } from '../../view/span.js';
import { wrapLine } from '../../view/wrap.js';
import type { SearchItem } from './search-list.js';

/** One row a call; everything in it is searched. */
export function auditItems(calls: readonly AuditedCall[], now: number, ascii: boolean): SearchItem<AuditedCall>[] {
  return calls.map((call) => ({
    value: call,
    label: `${verdictOf(call).padEnd(8)} ${cleanOneLine(call.tool)} ${cleanOneLine(targetOf(call.what))}`,
    right: `${formatElapsed(now - call.at)} ago`,
    words: inOneLine([call.by, call.threadId, call.what, ...call.reasons].map(cleanOneLine), ascii),
  }));
}

/** Arguments that say what a call is about, whatever else it was given; all of them are on its own page. */
const telling = ['command', 'path', 'question', 'url', 'query', 'pattern'];

function targetOf(what: string): string {
  if (!what.startsWith('{')) return what;
  let args: Record<string, unknown>;
  try {
    args = JSON.parse(what);
  } catch {
    // It only looked like arguments: it stands for itself.
    return what;
  }
  const name = telling.find((key) => typeof args[key] === 'string');
  return name === undefined ? what : String(args[name]);
}

const verdictOf = ({ decision, outcome }: AuditedCall) =>
  decision === 'deny' && outcome === 'denied' ? 'denied' : cleanOneLine(outcome);

const deciders: Record<AuditedCall['by'], string> = {
  policy: 'by the policy',
  rule: 'by a rule of yours',
  user: 'by you',
  engine: 'because the turn ended first',
};

export function aboutCall(call: AuditedCall, width: number): Line[] {
  const { at, tool, what, decision, by, reasons, outcome, durationMs, threadId } = call;
  const text = (words: string, role: Line[number]['role']) => wrapLine([{ text: words, role }], width);
  return [
    ...text(cleanOneLine(tool), 'strong'),
    ...what.split('\n').flatMap((line) => text(cleanOneLine(line), 'code')),
    [],
    ...text(
      `${decision === 'allow' ? 'Allowed' : 'Not allowed'} ${deciders[by]}`,
      decision === 'allow' ? 'success' : 'warning',
    ),
    ...reasons.flatMap((reason) => text(cleanOneLine(reason), 'dim')),
    ...text(`${cleanOneLine(outcome)}, ${formatDuration(durationMs)}`, 'dim'),
    ...text(new Date(at).toLocaleString(), 'dim'),
    ...text(cleanOneLine(threadId), 'dim'),
  ];
}
