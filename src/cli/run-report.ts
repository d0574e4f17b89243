// What `paicli run` writes: progress on stderr, the answer on stdout, in one of three formats.
import { harmlessJson } from '../base/harmless-json.js';
import { stripControls } from '../base/sanitize.js';
import type { Display } from '../protocol/display.js';
import type { Envelope } from '../protocol/event.js';
import { formatCount, formatDuration } from '../view/format.js';
import type { PlanWatch } from './plan-progress.js';
import { errorText, type Progress } from './progress.js';
import type { RunResult } from './run-result.js';

export const outputFormats = ['text', 'json', 'stream-json'] as const;
export type OutputFormat = (typeof outputFormats)[number];

export interface Reporter {
  take(envelope: Envelope): void;
  finish(result: RunResult): void;
}

export function createReporter(format: OutputFormat, progress: Progress, plans: PlanWatch): Reporter {
  const calls = new Map<string, string>();
  return {
    take(envelope) {
      if (format === 'stream-json') process.stdout.write(jsonLine(envelope));
      const { event } = envelope;
      if (event.type === 'tool.called') calls.set(event.callId, `${event.name} ${event.title}`.trim());
      for (const line of plans.take(envelope)) progress.say(line);
      report(envelope, calls, progress);
    },
    finish(result) {
      progress.clear();
      if (format === 'json') process.stdout.write(jsonLine(result));
      if (format === 'stream-json') process.stdout.write(jsonLine({ type: 'result', ...result }));
      if (format === 'text' && result.text !== '') process.stdout.write(`${stripControls(result.text).trimEnd()}\n`);
      if (result.error) progress.say(errorText(result.error));
      const { plan } = result;
      const work = plan ? formatCount(plan.tasks.length, 'task') : formatCount(result.steps, 'step');
      if (result.steps > 0)
        progress.say(`${work}, ${formatDuration(result.durationMs)}; to go on: --resume ${result.threadId}`);
    },
  };
}

function report({ event, taskId }: Envelope, calls: ReadonlyMap<string, string>, progress: Progress): void {
  // Several tasks may be at work: each line says whose it is.
  const of = taskId === undefined ? '' : `${taskId}  `;
  switch (event.type) {
    case 'step.started':
      progress.now(`◐ ${of}step ${event.step}`);
      break;
    case 'message.completed':
      // What it says before it goes on; its last words are the answer.
      if (event.calls.length > 0 && event.text.trim() !== '') progress.say(`${of}${event.text.trim()}`);
      break;
    case 'tool.called':
      progress.now(`◐ ${of}${calls.get(event.callId)}`);
      break;
    case 'tool.completed': {
      const isOk = event.outcome === 'ok';
      const why = isOk ? '' : `  ${event.text.split('\n')[0]}`;
      progress.say(`${of}${isOk ? '✓' : '✗'} ${calls.get(event.callId)}  ${formatDuration(event.durationMs)}${why}`);
      // What an edit broke.
      if (isOk) for (const line of troubles(event.display)) progress.say(`${of}  ${line}`);
      break;
    }
    case 'notice.raised':
      progress.say(`${event.level}: ${event.text}${event.hint ? `\n  ${event.hint}` : ''}`);
      break;
  }
}

function troubles(display: readonly Display[]): string[] {
  const texts = display.flatMap((it) =>
    it.kind === 'text' && (it.tone === 'error' || it.tone === 'warning') ? it.text.split('\n') : [],
  );
  return texts.slice(0, mostTroubles);
}

const mostTroubles = 20;
const jsonLine = (value: unknown) => `${harmlessJson(value)}\n`;
