// What `paicli run` writes: progress on stderr, the answer on stdout, in one of three formats.
import { stripControls } from '../base/sanitize.js';
import type { Envelope } from '../protocol/event.js';
import { formatDuration } from '../view/format.js';
import type { RunResult } from './run-result.js';

export const outputFormats = ['text', 'json', 'stream-json'] as const;
export type OutputFormat = (typeof outputFormats)[number];

export interface Reporter {
  take(envelope: Envelope): void;
  finish(result: RunResult): void;
}

export function createReporter(format: OutputFormat): Reporter {
  const names = new Map<string, string>();
  const progress = (line: string) => process.stderr.write(`${stripControls(line)}\n`);
  return {
    take(envelope) {
      if (format === 'stream-json') process.stdout.write(`${JSON.stringify(envelope)}\n`);
      const { event } = envelope;
      if (event.type === 'tool.called') names.set(event.callId, `${event.name} ${event.title}`.trim());
      const line = progressLine(envelope, names);
      if (line !== undefined) progress(line);
    },
    finish(result) {
      if (format === 'json') process.stdout.write(`${JSON.stringify(result)}\n`);
      if (format === 'stream-json') process.stdout.write(`${JSON.stringify({ type: 'result', ...result })}\n`);
      if (format === 'text' && result.text !== '') process.stdout.write(`${stripControls(result.text).trimEnd()}\n`);
      if (result.error)
        progress(`paicli: ${result.error.message}${result.error.hint ? `\n  ${result.error.hint}` : ''}`);
    },
  };
}

function progressLine({ event }: Envelope, names: Map<string, string>): string | undefined {
  switch (event.type) {
    case 'tool.completed': {
      const glyph = event.outcome === 'ok' ? '✓' : '✗';
      const why = event.outcome === 'ok' ? '' : `  ${event.text.split('\n')[0]}`;
      return `${glyph} ${names.get(event.callId) ?? ''}  ${formatDuration(event.durationMs)}${why}`;
    }
    case 'notice.raised':
      return `${event.level}: ${event.text}${event.hint ? ` (${event.hint})` : ''}`;
    case 'approval.resolved':
      return event.decision.kind === 'deny' ? `denied: ${event.decision.reason ?? 'no reason given'}` : undefined;
    default:
      return undefined;
  }
}
