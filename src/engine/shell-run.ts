// The command that the user types for themselves: runs it in the working folder and tells the thread. Whether it may run is judged before.
import { toErrorData } from '../base/error.js';
import type { IdSource } from '../base/ids.js';
import type { DurableEvent, Event } from '../protocol/event.js';

type Completed = Extract<DurableEvent, { type: 'shell.completed' }>;
type Ending = Pick<Completed, 'outcome' | 'text' | 'display'>;

export interface ShellRunOptions {
  /** Absolute. */
  cwd: string;
  /** Where output that is too long for the model is kept. */
  resultFolder: string;
  newId: IdSource;
  emit(event: Event): void;
  /** It is over. `unwritten`: the end could not be written to the log. */
  onEnd(command: string, completed: Completed, unwritten?: unknown): Promise<void>;
}

export interface ShellRun {
  readonly isRunning: boolean;
  /** Begins a command; the caller sees to it that none runs. Throws PaiError('storage') when that cannot be written. */
  start(command: string): void;
  /** False when none runs. */
  cancel(): boolean;
  /** Resolves when none runs. */
  ended(): Promise<void>;
}

export function createShellRun(options: ShellRunOptions): ShellRun {
  const { newId, emit, onEnd } = options;
  let abort: AbortController | undefined;
  let running: Promise<void> = Promise.resolve();

  async function run(shellId: string, command: string, signal: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    const progress = (text: string) => emit({ type: 'tool.progress', callId: shellId, text });
    const ending = await execute(command, options, { signal, progress }).catch(notStarted(command));
    const text = await bounded(ending.text, options.resultFolder, shellId);
    const durationMs = Math.round(performance.now() - startedAt);
    const completed: Completed = { type: 'shell.completed', shellId, ...ending, text, durationMs };
    abort = undefined;
    let unwritten: unknown;
    try {
      emit(completed);
    } catch (error) {
      unwritten = error;
    }
    await onEnd(command, completed, unwritten);
  }

  return {
    get isRunning() {
      return abort !== undefined;
    },
    start(command) {
      const shellId = newId('shell');
      emit({ type: 'shell.started', shellId, command });
      abort = new AbortController();
      running = run(shellId, command, abort.signal);
    },
    cancel() {
      if (!abort) return false;
      abort.abort();
      return true;
    },
    ended: () => running,
  };
}

/** No limit of time: the person watches it, and Esc ends it. */
async function execute(
  command: string,
  { cwd }: ShellRunOptions,
  { signal, progress }: { signal: AbortSignal; progress(text: string): void },
): Promise<Ending> {
  const { runCommand } = await import('../process/run-command.js');
  const result = await runCommand({ command, cwd, signal, onOutput: progress });
  const { output, exitCode, cancelled } = result;
  const ended = result.signal === undefined ? {} : { signal: result.signal };
  const state = result.signal === undefined ? `exit ${exitCode}` : `ended by signal ${result.signal}`;
  const background = result.backgroundLeft ? '; something it started still runs in the background' : '';
  const said = `I ran \`${command}\`: ${cancelled ? 'I stopped it before its end' : state + background}`;
  return {
    outcome: cancelled ? 'stopped' : exitCode === 0 ? 'ok' : 'failed',
    text: output.trim() === '' ? said : `${said}\n${output.trimEnd()}`,
    display: [{ kind: 'command', command, cwd, output, exitCode, ...ended }],
  };
}

function notStarted(command: string): (error: unknown) => Ending {
  return (error) => {
    const { message } = toErrorData(error);
    const text = `I ran \`${command}\`: ${message}`;
    return { outcome: 'failed', text, display: [{ kind: 'text', text: message, tone: 'error' }] };
  };
}

async function bounded(text: string, folder: string, name: string): Promise<string> {
  const { boundResult } = await import('../tool/bound-result.js');
  return boundResult(text, folder, name);
}
