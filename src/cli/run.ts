// `paicli run`: one turn without a screen, with the engine in this process.
import { fromErrorData, PaiError } from '../base/error.js';
import type { Command } from '../protocol/command.js';
import type { Envelope } from '../protocol/event.js';
import { createLocalPorts } from '../protocol/port.js';
import { engineInit, positive, text } from './engine-init.js';
import { exitCodes } from './exit-codes.js';
import type { ParsedLine } from './options.js';
import { readPrompt } from './read-prompt.js';
import { createReporter, type OutputFormat, outputFormats } from './run-report.js';
import { createRunRecorder, exitCodeOf } from './run-result.js';

/** Runs one turn and returns the exit code. The answer goes to stdout, progress to stderr. */
export async function run(line: ParsedLine): Promise<number> {
  const { values } = line;
  const format = formatOf(text(values.output));
  const timeoutS = positive('timeout', text(values.timeout));
  const init = engineInit(line, false);
  const resume = text(values.resume);
  if (resume === '') throw new PaiError('usage', '--resume: say which thread', 'paicli run "go on" --resume THREAD');
  const input = await readPrompt(line.positionals);

  quietBrokenPipe();
  const ports = createLocalPorts();
  const { createEngine } = await import('../engine/engine.js');
  const engine = createEngine(init, ports.engine);
  const recorder = createRunRecorder();
  const reporter = createReporter(format);
  let sent = 0;
  const send = (command: Command) => ports.front.send({ commandId: `run-${++sent}`, command });
  const stops = listenForStops(() => send({ type: 'turn.cancel' }), timeoutS);

  const turnClosed = new Promise<void>((resolve, reject) => {
    ports.front.onEvents((envelopes: Envelope[]) => {
      for (const envelope of envelopes) {
        reporter.take(envelope);
        if (envelope.event.type === 'command.rejected') reject(fromErrorData(envelope.event.error));
        if (recorder.take(envelope)) resolve();
      }
    });
  });
  try {
    await engine.ready;
    if (resume !== undefined) send({ type: 'thread.open', which: { threadId: resume } });
    send({ type: 'turn.start', input });
    await turnClosed;
  } finally {
    stops.done();
    await engine.stop();
  }
  const result = recorder.result();
  if (stops.timedOut()) {
    result.outcome = 'limit';
    result.error = { code: 'limit', message: `The turn was ended: the time limit of ${timeoutS} s was reached.` };
  }
  reporter.finish(result);
  return stops.exitCode() ?? exitCodeOf(result);
}

function formatOf(given = 'text'): OutputFormat {
  const found = outputFormats.find((format) => format === given);
  if (found) return found;
  throw new PaiError('usage', `--output: "${given}" is not one of ${outputFormats.join(', ')}`);
}

/** A reader that closed early (`| head -1`) is no fault: end quietly, as other filters do. */
function quietBrokenPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.answered);
    throw error;
  });
}

/** Signals and the time limit cancel the turn, which then ends with a valid history. A second signal ends at once. */
function listenForStops(cancel: () => void, timeoutS: number | undefined) {
  let code: number | undefined;
  let timedOut = false;
  const stopWith = (exitCode: number) => () => {
    if (code !== undefined) process.exit(exitCode);
    code = exitCode;
    cancel();
  };
  const onInterrupt = stopWith(exitCodes.interrupted);
  const onTerminate = stopWith(exitCodes.terminated);
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onTerminate);
  const timer =
    timeoutS === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true;
          cancel();
        }, timeoutS * 1000);
  return {
    exitCode: () => code,
    timedOut: () => timedOut,
    done() {
      clearTimeout(timer);
      process.off('SIGINT', onInterrupt);
      process.off('SIGTERM', onTerminate);
    },
  };
}
