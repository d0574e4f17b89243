// What `paicli run` writes: progress on stderr, the answer on stdout, in one of three formats.
import { harmlessJson } from '../base/harmless-json.js';
import { stripControls } from '../base/sanitize.js';
import type { Envelope } from '../protocol/event.js';
import { formatCount, formatDuration } from '../view/format.js';
import { errorText, type Progress } from './progress.js';
import type { RunResult } from './run-result.js';

export const outputFormats = ['text', 'json', 'stream-json'] as const;
export type OutputFormat = (typeof outputFormats)[number];

export interface Reporter {
  take(envelope: Envelope): void;
  finish(result: RunResult): void;
}

export function createReporter(format: OutputFormat, progress: Progress): Reporter {
  const calls = new Map<string, string>();
  return {
    take(envelope) {
      if (format === 'stream-json') process.stdout.write(jsonLine(envelope));
      const { event } = envelope;
      if (event.type === 'tool.called') calls.set(event.callId, `${event.name} ${event.title}`.trim());
      report(envelope, calls, progress);
    },
    finish(result) {
      progress.clear();
      if (format === 'json') process.stdout.write(jsonLine(result));
      if (format === 'stream-json') process.stdout.write(jsonLine({ type: 'result', ...result }));
      if (format === 'text' && result.text !== '') process.stdout.write(`${stripControls(result.text).trimEnd()}\n`);
      if (result.error) progress.say(errorText(result.error));
      if (result.steps > 0)
        progress.say(
          `${formatCount(result.steps, 'step')}, ${formatDuration(result.durationMs)}; to go on: --resume ${result.threadId}`,
        );
    },
  };
}

function report({ event }: Envelope, calls: ReadonlyMap<string, string>, progress: Progress): void {
  switch (event.type) {
    case 'step.started':
      progress.now(`◐ step ${event.step}`);
      break;
    case 'message.completed':
      // What it says before it goes on; its last words are the answer.
      if (event.calls.length > 0 && event.text.trim() !== '') progress.say(event.text.trim());
      break;
    case 'tool.called':
      progress.now(`◐ ${calls.get(event.callId)}`);
      break;
    case 'tool.completed': {
      const isOk = event.outcome === 'ok';
      const why = isOk ? '' : `  ${event.text.split('\n')[0]}`;
      progress.say(`${isOk ? '✓' : '✗'} ${calls.get(event.callId)}  ${formatDuration(event.durationMs)}${why}`);
      break;
    }
    case 'notice.raised':
      progress.say(`${event.level}: ${event.text}${event.hint ? `\n  ${event.hint}` : ''}`);
      break;
  }
}

const jsonLine = (value: unknown) => `${harmlessJson(value)}\n`;
