// The screen-reader mode: the conversation as lines from top to bottom on the normal screen, one line of input at a time.
// No frames, no colours, no moving of the cursor: editing a line is the terminal's own.
import { createInterface } from 'node:readline';
import { approvalLevels } from '../protocol/approval.js';
import type { Command } from '../protocol/command.js';
import type { Envelope, Event } from '../protocol/event.js';
import type { Port } from '../protocol/port.js';
import type { PickList } from '../tui/dialogs/dialogs.js';
import type { SlashAction } from '../tui/slash-commands.js';
import { applyEvent } from '../view/reduce.js';
import { createView, type View } from '../view/view-model.js';
import { answerText } from './answers.js';
import { createPrinter } from './printer.js';
import { createQuestions } from './questions.js';

/** The engine as this front end uses it. */
export interface PlainEngine extends Port {
  restart(threadId: string): void;
  stop(): Promise<void>;
}

export interface PlainOptions {
  input: NodeJS.ReadableStream;
  output: Pick<NodeJS.WriteStream, 'write' | 'columns'>;
  startEngine(): PlainEngine;
  /** The first commands, e.g. the opening of a thread. */
  opening: Command[];
  /** Reads a line that begins with a slash. */
  readCommand(line: string): SlashAction;
  /** What `/help` says. */
  help: string;
  /** `interrupt`: Ctrl+C; `end`: the program must end, with this exit code. Returns how to let go. */
  onSignals(calls: { interrupt(): void; end(exitCode: number): void }): () => void;
  /** ms since 1970. */
  now(): number;
}

const mostColumns = 100;
const quitWindowMs = 2000;
const messagePrompt = 'Message: ';
const promptsAfter: ReadonlySet<Event['type']> = new Set<Event['type']>([
  'engine.ready',
  'engine.idle',
  'engine.crashed',
  'query.answered',
  'command.rejected',
]);

/** Runs until the user leaves; resolves with the exit code. */
export async function openPlain(options: PlainOptions): Promise<number> {
  const { input, output, now } = options;
  const view = createView();
  const printer = createPrinter(
    view,
    (text) => void output.write(text),
    () => Math.min(output.columns || 80, mostColumns),
  );
  let sent = 0;
  let interruptedAt = 0;
  const send = (command: Command) => engine.send({ commandId: `plain-${++sent}`, command });
  const questions = createQuestions({
    view,
    printer,
    now,
    answer: (approvalId, decision) => send({ type: 'approval.answer', approvalId, decision }),
  });
  let quit!: (exitCode: number) => void;
  const quitting = new Promise<number>((resolve) => {
    quit = resolve;
  });

  const promptIfIdle = () => {
    if (!questions.isOpen() && view.turn === undefined) printer.prompt(messagePrompt);
  };
  function take(envelopes: Envelope[]): void {
    for (const envelope of envelopes) applyEvent(view, envelope);
    printer.update();
    for (const { event } of envelopes) {
      if (event.type === 'query.answered') printer.say(answerText(event.result, now()));
      if (event.type === 'engine.crashed') printer.say('Enter starts the engine again; /exit leaves.\n');
    }
    questions.update();
    if (envelopes.some(({ event }) => promptsAfter.has(event.type))) promptIfIdle();
  }

  function onLine(line: string): void {
    if (questions.take(line)) return;
    const text = line.trim();
    const isCommand = text.startsWith('/');
    printer.typed(isCommand ? '' : text);
    if (isCommand) carryOut(options.readCommand(text));
    else sendMessage(text);
  }

  function sendMessage(text: string): void {
    if (view.crashed) engine.restart(view.thread.threadId);
    if (text === '') promptIfIdle();
    else if (text.startsWith('!')) send({ type: 'shell.run', command: text.slice(1).trim() });
    else send({ type: 'turn.start', input: text });
    if (text !== '' && view.turn) printer.say('It is queued: a turn is running.\n');
  }

  function carryOut(action: SlashAction): void {
    const query = action.kind === 'pick' ? queries[action.what] : undefined;
    if (action.kind === 'exit') quit(0);
    else if (action.kind === 'command') send(action.command);
    else if (query) send({ type: 'query.ask', query: { kind: query } });
    else {
      printer.say(answerHere(action));
      promptIfIdle();
    }
  }

  function answerHere(action: SlashAction): string {
    if (action.kind === 'help') return options.help;
    if (action.kind === 'refused') return `${action.reason}\n`;
    if (action.kind === 'pick' && action.what === 'approvals') return approvalsText(view);
    return 'That is for the full screen.\n';
  }

  function interrupt(): void {
    if (view.turn) {
      send({ type: 'turn.cancel' });
      printer.say('Stopping.\n');
    } else if (now() - interruptedAt < quitWindowMs) quit(0);
    else {
      interruptedAt = now();
      printer.say('Ctrl+C again leaves.\n');
      promptIfIdle();
    }
  }

  printer.say(
    'PaiCLI, in lines of text. Type a message and Enter; /help lists the commands, Ctrl+C stops, /exit leaves.\n',
  );
  const engine = options.startEngine();
  engine.onEvents(take);
  const lines = createInterface({ input, terminal: false });
  lines.on('line', onLine);
  lines.on('close', () => quit(0));
  const release = options.onSignals({ interrupt, end: quit });
  for (const command of options.opening) send(command);

  const exitCode = await quitting;
  release();
  lines.close();
  await engine.stop();
  printer.say('');
  return exitCode;
}

/** Lists that are read out. */
const queries: Partial<Record<PickList, 'threads' | 'models' | 'settings' | 'usage'>> = {
  thread: 'threads',
  model: 'models',
  settings: 'settings',
  usage: 'usage',
};

function approvalsText({ engine }: View): string {
  return `Approvals: ${engine?.approvals ?? 'not known yet'}. /approvals takes ${approvalLevels.join(', ')}.\n`;
}
