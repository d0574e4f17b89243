// Keeps a turn's requests inside the model's window: measures before each step, compacts when needed, gives up when it does
// not help. How a conversation is made smaller is context/'s business.
import type { MakeRoom, Room } from '../agent/turn.js';
import { PaiError } from '../base/error.js';
import { fillText } from '../base/fill-text.js';
import { budgetFor, type ContextBudget } from '../context/budget.js';
import { compact } from '../context/compact.js';
import type { Prompts } from '../prompt/load-prompt.js';
import type { CompactionCause, ContextCompacted, Event } from '../protocol/event.js';
import type { ChatMessage, ToolDefinition } from '../protocol/message.js';
import type { ContextPart } from '../protocol/query.js';
import { addUsage, noUsage, type Usage } from '../protocol/usage.js';
import { estimateMessages, estimateText, estimateTools } from '../provider/estimate.js';
import { askModel } from './ask-model.js';
import type { ActiveModel } from './model.js';
import type { ThreadLog } from './thread-log.js';

/** A second one in a turn may still help; a third would only repeat it. */
const mostCompactions = 2;

export interface ContextKeeperOptions {
  model: ActiveModel;
  log: Pick<ThreadLog, 'messages' | 'placed' | 'placedIfCleared' | 'firstInput'>;
  system: string;
  tools: ToolDefinition[];
  prompts: Prompts;
  emit(event: Event): unknown;
  /** A call that a summary needed. */
  spent(usage: Usage): void;
  signal: AbortSignal;
}

export interface ContextSizes {
  windowTokens: number;
  triggerTokens: number;
  parts: ContextPart[];
}

export interface ContextKeeper {
  /** Before each step (`limit`) and after a refusal (`overflow`). */
  makeRoom: MakeRoom;
  /** By a person's wish. Throws PaiError('conflict') when there is nothing to take away. */
  compactNow(focus: string | undefined): Promise<void>;
  /** How full the window would be with the next request. */
  tellMeter(): void;
  sizes(): ContextSizes;
  /** Notes what the server counted for a request that was estimated. */
  calibrate(estimated: number, reported: number): void;
}

export function createContextKeeper(options: ContextKeeperOptions): ContextKeeper {
  const { model, log, system, tools, prompts, emit, spent, signal } = options;
  const { profile } = model;
  let compactions = 0;
  const sizeOf = (messages: readonly ChatMessage[]) => Math.ceil(estimateMessages(messages) * model.calibration);
  // The same in every request; estimated once, as the tools' schemas are long.
  const [systemTokens, toolTokens] = [fixedTokens(system, []), fixedTokens('', tools)];
  const fixed = () => Math.ceil((systemTokens + toolTokens) * model.calibration);
  const budget = (): ContextBudget =>
    budgetFor({
      window: profile.contextWindow,
      fixed: fixed(),
      ...(profile.maxOutputTokens === undefined ? {} : { maxOutput: profile.maxOutputTokens }),
    });
  const used = () => fixed() + sizeOf(log.messages());

  let isTold = false;
  async function ask(messages: ChatMessage[], maxOutputTokens: number) {
    if (!isTold)
      emit({ type: 'notice.raised', level: 'info', text: 'Summarising the older part of the conversation…' });
    isTold = true;
    const spending = { add: (_model: string, usage: Usage) => spent(usage) };
    const { text, usage, error } = await askModel({ model, spending }, messages, signal, maxOutputTokens);
    if (signal.aborted)
      throw new PaiError('cancelled', 'the compaction was stopped; the model is sent the conversation as before');
    return { text: error === undefined ? text : undefined, usage };
  }

  /** Undefined when nothing could be gained. */
  async function run(cause: CompactionCause, focus?: string): Promise<{ done?: ContextCompacted; usage: Usage }> {
    emit({ type: 'context.compacting' });
    const result = await compact({
      cause,
      budget: budget(),
      messages: log.placed(),
      cleared: (throughSeq) => log.placedIfCleared(throughSeq),
      tokensOf: sizeOf,
      summaryDeps: {
        ask,
        tokensOf: (text) => Math.ceil(estimateText(text) * model.calibration),
        instructions: {
          whole: prompts.load('context/compaction'),
          piece: prompts.load('context/compaction-piece'),
          join: prompts.load('context/compaction-join'),
        },
      },
      standIn: (summary) => ({
        user: fillText(prompts.load('context/summary-message'), { request: log.firstInput().slice(0, 1000), summary }),
        assistant: prompts.load('context/summary-acknowledgement'),
      }),
      ...(focus === undefined ? {} : { focus }),
    });
    if (result.event === undefined) return { usage: result.usage ?? noUsage };
    emit(result.event);
    tellMeter();
    return { done: result.event, usage: result.event.usage ?? noUsage };
  }

  function tellMeter(): void {
    emit({ type: 'context.changed', usedTokens: used(), windowTokens: profile.contextWindow, estimated: true });
  }

  async function makeRoom(cause: 'limit' | 'overflow'): Promise<Room> {
    const room: Room = { made: false, usage: noUsage };
    const limits = budget();
    if (cause === 'limit' && used() < limits.trigger) return room;
    while (compactions < mostCompactions) {
      compactions++;
      const { done, usage } = await run(cause);
      room.usage = addUsage(room.usage, usage);
      if (done === undefined) break;
      room.made = true;
      if (used() < limits.trigger) return room;
    }
    // What is left may still be taken by the server, unless it is certain that it will not.
    const mayFit = cause === 'limit' ? used() <= limits.most : room.made;
    return mayFit ? room : { ...room, tooLong: tooLong(used(), limits) };
  }

  return {
    async makeRoom(cause) {
      try {
        return await makeRoom(cause);
      } catch (error) {
        // The turn's end says it.
        if (error instanceof PaiError && error.code === 'cancelled') return { made: false, usage: noUsage };
        throw error;
      }
    },
    async compactNow(focus) {
      const { done } = await run('user', focus);
      if (done) return;
      throw new PaiError('conflict', 'there is nothing to compact: the conversation is short already');
    },
    tellMeter,
    sizes() {
      const messages = log.placed();
      const of = (kept: typeof messages) => sizeOf(kept.map(({ message }) => message));
      const scaled = (tokens: number) => Math.ceil(tokens * model.calibration);
      return {
        windowTokens: profile.contextWindow,
        triggerTokens: budget().trigger,
        parts: [
          { name: 'system', tokens: scaled(systemTokens) },
          { name: 'tools', tokens: scaled(toolTokens) },
          { name: 'summary', tokens: of(messages.filter(({ seq }) => seq === 0)) },
          { name: 'history', tokens: of(messages.filter(({ seq }) => seq > 0)) },
        ],
      };
    },
    calibrate(estimated, reported) {
      // Wild ratios come from servers that count something else.
      if (estimated > 0 && reported > 0) model.calibration = Math.min(3, Math.max(0.5, reported / estimated));
    },
  };
}

/** What every request carries, uncalibrated. */
function fixedTokens(system: string, tools: ToolDefinition[]): number {
  return estimateMessages([{ role: 'system', text: system }]) + estimateTools(tools);
}

function tooLong(used: number, { window, fixed }: ContextBudget): string {
  const k = (tokens: number) => `${(tokens / 1000).toFixed(1)}k`;
  return `the conversation takes about ${k(used)} tokens (${k(fixed)} of them instructions and tools) and the window of this model has ${k(window)}`;
}
