// The screen-reader mode: the conversation as lines from top to bottom on the normal screen, one line of input at a time.
// No frames, no colours, no moving of the cursor: editing a line is the terminal's own.
import { createInterface } from 'node:readline';
import { approvalLevels } from '../protocol/approval.js';
import type { Command } from '../protocol/command.js';
import type { Envelope, Event } from '../protocol/event.js';
import type { Port } from '../protocol/port.js';
import type { Query } from '../protocol/query.js';
import type { SlashAction } from '../tui/slash-commands.js';
import { applyEvent } from '../view/reduce.js';
import { createView, type View } from '../view/view-model.js';
import { answerText } from './answers.js';
import { createPlanQuestion } from './plan-review.js';
import { textOfPlan } from './plan-text.js';
import { createPrinter } from './printer.js';
import { createQuestions } from './questions.js';
import { turnsText } from './turns-text.js';

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
  /** What is said when a command of ours was carried out. */
  const words = new Map<string, string>();
  const send = (command: Command, done?: string) => {
    const commandId = `plain-${++sent}`;
    if (done !== undefined) words.set(commandId, done);
    engine.send({ commandId, command });
  };
  const questions = createQuestions({
    view,
    printer,
    now,
    answer: (approvalId, decision) => send({ type: 'approval.answer', approvalId, decision }),
  });
  const planQuestion = createPlanQuestion({
    view,
    printer,
    now,
    answer: (planId, answer) => send({ type: 'plan.answer', planId, answer }),
  });
  let planNext = false;
  let quit!: (exitCode: number) => void;
  const quitting = new Promise<number>((resolve) => {
    quit = resolve;
  });

  const promptIfIdle = () => {
    if (!questions.isOpen() && view.turn === undefined && !view.compacting) printer.prompt(messagePrompt);
  };
  function take(envelopes: Envelope[]): void {
    for (const envelope of envelopes) applyEvent(view, envelope);
    printer.update();
    for (const { event } of envelopes) {
      if (event.type === 'query.answered') printer.say(answerText(event.result, now()));
      const done = event.type === 'command.accepted' ? words.get(event.commandId) : undefined;
      if (done !== undefined) printer.say(done);
      if (done !== undefined) promptIfIdle();
      if (event.type === 'engine.crashed') printer.say('Enter starts the engine again; /exit leaves.\n');
    }
    questions.update();
    planQuestion.update(!questions.isOpen());
    if (envelopes.some(({ event }) => promptsAfter.has(event.type))) promptIfIdle();
  }

  function onLine(line: string): void {
    if (questions.take(line) || planQuestion.take(line)) return;
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
    else {
      send({ type: 'turn.start', input: text, ...(planNext ? { mode: 'plan' as const } : {}) });
      planNext = false;
    }
    if (text !== '' && view.turn) printer.say('It is queued: a turn is running.\n');
    else if (text !== '' && view.compacting) printer.say('It is queued: the conversation is being made smaller.\n');
  }

  function carryOut(action: SlashAction): void {
    const query = action.kind === 'pick' ? queryOf(action) : undefined;
    if (action.kind === 'exit') quit(0);
    else if (action.kind === 'command') send(action.command);
    else if (action.kind === 'redo') send({ type: 'thread.restore' }, 'What was taken back is there again.\n');
    else if (action.kind === 'rewind' && action.turns !== undefined)
      send({ type: 'thread.rewind', turns: action.turns }, '');
    else if (action.kind === 'problems') send({ type: 'query.ask', query: { kind: 'diagnostics' } });
    else if (query) send({ type: 'query.ask', query });
    else {
      printer.say(answerHere(action));
      promptIfIdle();
    }
  }

  function answerHere(action: SlashAction): string {
    if (action.kind === 'help') return options.help;
    if (action.kind === 'plan-next') {
      planNext = true;
      return 'The next message is the goal of a plan.\n';
    }
    if (action.kind === 'plan-last') return view.plan ? textOfPlan(view.plan) : 'There is no plan yet.\n';
    if (action.kind === 'refused') return `${action.reason}\n`;
    if (action.kind === 'pick' && action.what === 'approvals') return approvalsText(view);
    if (action.kind === 'rewind') return turnsText(view, now());
    return 'That is for the full screen.\n';
  }

  function interrupt(): void {
    if (view.turn || view.compacting) {
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
const defaultAudited = 20;

function queryOf({ what, limit = defaultAudited }: Extract<SlashAction, { kind: 'pick' }>): Query | undefined {
  if (what === 'audit') return { kind: 'audit', limit };
  const kinds = {
    thread: 'threads',
    model: 'models',
    settings: 'settings',
    usage: 'usage',
    context: 'context',
    policy: 'policy',
  } as const;
  return what in kinds ? { kind: kinds[what as keyof typeof kinds] } : undefined;
}

function approvalsText({ engine }: View): string {
  return `Approvals: ${engine?.approvals ?? 'not known yet'}. /approvals takes ${approvalLevels.join(', ')}.\n`;
}
