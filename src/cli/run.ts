// `paicli run`: one turn without a screen, with the engine in this process.
import { PaiError } from '../base/error.js';
import { killOwnCommands } from '../process/kill-tree.js';
import type { Command } from '../protocol/command.js';
import type { Envelope } from '../protocol/event.js';
import { createLocalPorts } from '../protocol/port.js';
import { createAskAtTerminal } from './ask-at-terminal.js';
import { engineInit, mayHaveOwn, placesOf, positive, text } from './engine-init.js';
import { playTurn } from './one-turn.js';
import type { ParsedLine } from './options.js';
import { watchOutput } from './output.js';
import { watchPlan } from './plan-progress.js';
import { createProgress } from './progress.js';
import { readPrompt } from './read-prompt.js';
import { runMode } from './run-mode.js';
import { createReporter, type OutputFormat, outputFormats } from './run-report.js';
import { createRunRecorder, exitCodeOf } from './run-result.js';
import { listenForStops } from './stops.js';

/** The longest time a timer can be set for. */
const longestTimeoutS = 2_147_483;

/** Runs one turn and returns the exit code. The answer goes to stdout, progress to stderr. */
export async function run(line: ParsedLine): Promise<number> {
  const { stdin, stderr } = process;
  const { values } = line;
  const format = formatOf(text(values.output));
  const timeoutS = positive('timeout', text(values.timeout), longestTimeoutS);
  const atTerminal = stdin.isTTY === true && stderr.isTTY === true;
  const { mode, input: given, init: planned } = runMode(line);
  const places = placesOf(line);
  // The demo works on a folder of its own.
  const folder =
    line.values.demo !== true && mayHaveOwn(places)
      ? await (await import('./own-folder.js')).folderUnasked(places)
      : undefined;
  const init = { ...engineInit(line, places, atTerminal, folder?.trusted), ...planned };
  init.notices.push(...(folder?.notices ?? []));
  // A snapshot that cannot be taken is no reason to stop: it is said, and the turn goes on.
  if (init.snapshots) init.snapshots.asks = false;
  const resume = text(values.resume);
  const input = given ?? (await readPrompt(line.positionals));

  const stops = listenForStops(timeoutS, killOwnCommands);
  const output = watchOutput(() => stops.stop({ kind: 'output' }));
  const progress = createProgress(stderr, stderr.isTTY === true && process.env.TERM !== 'dumb');
  const plans = watchPlan();
  const reporter = createReporter(format, progress, plans);
  const recorder = createRunRecorder(plans);
  const ports = createLocalPorts();
  const send = createSender(ports.front.send);
  const questions = atTerminal
    ? createAskAtTerminal({
        input: stdin,
        output: stderr,
        progress,
        answer: (approvalId, decision) => send({ type: 'approval.answer', approvalId, decision }),
      })
    : undefined;
  const onEnvelope = (envelope: Envelope) => {
    recorder.take(envelope);
    reporter.take(envelope);
    questions?.take(envelope);
  };

  const { createEngine } = await import('../engine/engine.js');
  const engine = createEngine(init, ports.engine);
  const thread = resume === undefined ? {} : { resume: { threadId: resume, fork: values.fork === true } };
  try {
    await playTurn({
      engine,
      port: ports.front,
      send,
      input,
      ...(mode ? { mode } : {}),
      ...thread,
      signal: stops.signal,
      onEnvelope,
      onEarlier: plans.takeEarlier,
    });
  } finally {
    questions?.close();
    progress.clear();
    stops.done();
  }
  const result = recorder.result(stops.first());
  reporter.finish(result);
  await output.written();
  return exitCodeOf(result, stops.first());
}

function formatOf(given = 'text'): OutputFormat {
  const found = outputFormats.find((format) => format === given);
  if (found) return found;
  throw new PaiError('usage', `--output: "${given}" is not one of ${outputFormats.join(', ')}`);
}

function createSender(post: (envelope: { commandId: string; command: Command }) => void): (command: Command) => string {
  let sent = 0;
  return (command) => {
    const commandId = `run-${++sent}`;
    post({ commandId, command });
    return commandId;
  };
}
