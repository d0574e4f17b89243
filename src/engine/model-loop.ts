// One agent's work with the model: the loop, wired to a model, tools, a conversation and its window. The same for a turn, a
// task of a plan and a worker of a team.
import { runTurn } from '../agent/run-turn.js';
import type { ReachedLimit, TurnEnd } from '../agent/turn.js';
import { fillText } from '../base/fill-text.js';
import type { Prompts } from '../prompt/load-prompt.js';
import type { ToolCall } from '../protocol/message.js';
import type { Usage } from '../protocol/usage.js';
import { estimateRequest } from '../provider/estimate.js';
import { type ContextKeeper, createContextKeeper } from './context-keeper.js';
import type { EngineInit } from './engine-init.js';
import { type ActiveModel, contextChanged, measureUsage } from './model.js';
import type { SessionScope } from './scopes.js';
import type { EngineState } from './state.js';
import type { ThreadLog } from './thread-log.js';
import type { Toolbox } from './toolbox.js';

/** What one agent has said and heard; a thread's log is one. */
export type Conversation = Pick<ThreadLog, 'messages' | 'placed' | 'placedIfCleared' | 'firstInput'>;

export interface LoopParts {
  state: EngineState;
  init: EngineInit;
  prompts: Prompts;
  toolbox: Toolbox;
  /** Where several loops make one turn: what the turn has spent together. Absent: this loop is the turn. */
  reachedLimit?(usage: Usage): ReachedLimit | undefined;
}

export interface LoopWork {
  /** Stamps, questions and stop of this work. */
  scope: SessionScope;
  system: string;
  conversation: Conversation;
  keeper: ContextKeeper;
  /** In place of the thread's model. */
  model?: ActiveModel;
}

/** Runs the loop to its end. Rejects only when the log cannot be written. */
export function runLoop(parts: LoopParts, work: LoopWork): Promise<TurnEnd> {
  const { state, init, prompts, toolbox, reachedLimit = state.spending.forTurn() } = parts;
  const { scope, system, conversation, keeper } = work;
  const { provider, profile } = work.model ?? state.model;
  return runTurn({
    provider,
    model: profile.model,
    tools: toolbox.definitions,
    limits: { maxSteps: init.maxSteps },
    reachedLimit,
    signal: scope.signal,
    emit: scope.emit,
    history: () => [{ role: 'system', text: system }, ...conversation.messages()],
    makeRoom: keeper.makeRoom,
    runTools: (calls) => toolbox.run(scope, calls),
    takeSteering: () => {
      tellEnded(scope, prompts);
      tellLate(scope, state);
      return scope.queue.takeSteering();
    },
    mayGoOn: async (question, reason) => init.interactive && (await askToGoOn(scope, state, question, reason)),
    newMessageId: () => state.newId('message'),
    uniqueCalls: (calls) => uniqueCalls(calls, scope.takenCallIds, (id) => scope.log.hasCall(id)),
    measure: (request, reply, reported) => {
      const usage = measureUsage(profile, request, reply, reported);
      if (reported) keeper.calibrate(estimateRequest(request), reported.input);
      state.spending.add(profile.model, usage);
      scope.emit(contextChanged(profile, usage));
      return usage;
    },
    prompts: { summary: prompts.load('context/turn-summary'), repeatNudge: prompts.load('context/repeat-nudge') },
  });
}

/** Keeps the requests of one conversation inside the window. */
export function keeperOf(
  { state, prompts, toolbox }: Omit<LoopParts, 'init'>,
  work: Pick<LoopWork, 'system' | 'conversation' | 'model'> & { scope: Pick<SessionScope, 'signal' | 'emit'> },
): ContextKeeper {
  const { scope, system, conversation, model = state.model } = work;
  const { spending } = state;
  return createContextKeeper({
    model,
    log: conversation,
    system,
    tools: toolbox.definitions,
    prompts,
    emit: scope.emit,
    signal: scope.signal,
    spent: (usage) => spending.add(model.profile.model, usage),
  });
}

/** The model reads with its next request which background commands have ended meanwhile. */
function tellEnded({ commands, emit }: SessionScope, prompts: Prompts): void {
  for (const { id, command, exitCode, signal } of commands.takeEnded()) {
    const end = signal === undefined ? `exit code ${exitCode}` : `ended by signal ${signal}`;
    const text = fillText(prompts.load('context/background-ended'), { id, command, end });
    emit({ type: 'turn.steered', text, by: 'engine' });
  }
}

/** And what was found wrong with its edits since. */
function tellLate({ agent, emit }: SessionScope, { diagnostics }: EngineState): void {
  const text = diagnostics?.late(agent);
  if (text !== undefined) emit({ type: 'turn.steered', text, by: 'engine' });
}

async function askToGoOn(
  { approvals }: SessionScope,
  state: EngineState,
  question: string,
  reason: string,
): Promise<boolean> {
  const decision = await approvals.ask({
    approvalId: state.newId('approval'),
    subject: 'limit',
    title: question,
    reasons: [reason],
    preview: [{ kind: 'text', text: 'y goes on with the work; n ends the turn.' }],
  });
  return decision.kind !== 'deny';
}

/**
 * The provider's ids where they are new in the thread; servers that repeat or leave out ids get ours. `taken`: ids given out and perhaps
 * not in the log yet, since several tasks may be at work.
 */
function uniqueCalls(calls: ToolCall[], taken: Set<string>, isKnown: (callId: string) => boolean): ToolCall[] {
  return calls.map((call, i) => {
    const base = call.callId || `call_${i + 1}`;
    let callId = base;
    for (let n = 2; taken.has(callId) || isKnown(callId); n++) callId = `${base}_${n}`;
    taken.add(callId);
    return { ...call, callId };
  });
}
