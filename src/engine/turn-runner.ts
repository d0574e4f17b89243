// Gives the loop what it works with: model, tools, prompts and the thread's history.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runTurn } from '../agent/run-turn.js';
import type { Turn, TurnEnd } from '../agent/turn.js';
import { type Paths, pathsUnder } from '../config/paths.js';
import { realPathOf } from '../policy/path-guard.js';
import { readInstructions } from '../prompt/instructions.js';
import { createPrompts, type Prompts } from '../prompt/load-prompt.js';
import { buildSystemPrompt } from '../prompt/system-prompt.js';
import type { ToolCall } from '../protocol/message.js';
import type { EngineInit } from './engine-init.js';
import { contextChanged, measureUsage } from './model.js';
import type { SessionScope } from './session.js';
import type { EngineState } from './state.js';
import type { Toolbox } from './toolbox.js';

export interface TurnRunnerOptions {
  state: EngineState;
  init: EngineInit;
  paths: Paths;
}

/** Runs turns of one engine; the tools are loaded with the first. */
export function createTurnRunner({ state, init, paths }: TurnRunnerOptions): (scope: SessionScope) => Promise<TurnEnd> {
  const prompts = createPrompts(paths.promptFolder);
  let toolbox: Promise<Toolbox> | undefined;
  const systemPrompts = new Map<string, string>();
  const openToolbox = async () => {
    const { createToolbox } = await import('./toolbox.js');
    const realPaths = pathsUnder(await realPathOf(init.home));
    const { toolTimeoutMs, interactive } = init;
    return createToolbox({ state, paths: realPaths, prompts, toolTimeoutMs, interactive });
  };

  /** Made once a thread, so that the request's beginning stays the same bytes. */
  function systemPrompt({ threadId, log }: SessionScope): string {
    const known = systemPrompts.get(threadId);
    if (known !== undefined) return known;
    const made = makeSystemPrompt(prompts, paths.home, state.cwd, log.startedAt() ?? state.clock.now());
    systemPrompts.set(threadId, made);
    return made;
  }

  return async (scope) => {
    toolbox ??= openToolbox();
    const tools = await toolbox;
    const system = systemPrompt(scope);
    const { provider, profile } = state.model;
    const turn: Turn = {
      provider,
      model: profile.model,
      tools: tools.definitions,
      limits: { maxSteps: init.maxSteps, ...(init.maxCostUsd === undefined ? {} : { maxCostUsd: init.maxCostUsd }) },
      signal: scope.signal,
      emit: scope.emit,
      history: () => [{ role: 'system', text: system }, ...scope.log.messages()],
      runTools: (calls) => tools.run(scope, calls),
      takeSteering: () => scope.queue.takeSteering(),
      mayGoOn: (reason) => (init.interactive ? askToGoOn(scope, state, reason, init.maxSteps) : Promise.resolve(false)),
      newMessageId: () => state.newId('message'),
      uniqueCalls: (calls) => uniqueCalls(calls, (id) => scope.log.hasCall(id)),
      measure: (request, reply, reported) => {
        const usage = measureUsage(profile, request, reply, reported);
        scope.emit(contextChanged(profile, usage));
        return usage;
      },
      prompts: { summary: prompts.load('context/turn-summary'), repeatNudge: prompts.load('context/repeat-nudge') },
    };
    return runTurn(turn);
  };
}

function makeSystemPrompt(prompts: Prompts, home: string, cwd: string, startedAt: number): string {
  const facts = {
    cwd,
    platform: process.platform,
    shell: process.platform === 'win32' ? 'cmd.exe' : '/bin/bash',
    startedAt,
    isGitRepository: existsSync(join(cwd, '.git')),
  };
  return buildSystemPrompt(prompts, 'react', facts, readInstructions(home, cwd));
}

async function askToGoOn(
  { approvals }: SessionScope,
  state: EngineState,
  reason: string,
  steps: number,
): Promise<boolean> {
  const decision = await approvals.ask({
    approvalId: state.newId('approval'),
    subject: 'limit',
    title: `${reason}; another ${steps}?`,
    reasons: ['the limit of steps for one turn was reached'],
    preview: [
      { kind: 'text', text: 'y goes on with the work; n ends the turn with a summary of what is done and open.' },
    ],
  });
  return decision.kind !== 'deny';
}

/** The provider's ids where they are new in the thread; servers that repeat or leave out ids get ours. */
function uniqueCalls(calls: ToolCall[], isKnown: (callId: string) => boolean): ToolCall[] {
  const taken = new Set<string>();
  return calls.map((call, i) => {
    const base = call.callId || `call_${i + 1}`;
    let callId = base;
    for (let n = 2; taken.has(callId) || isKnown(callId); n++) callId = `${base}_${n}`;
    taken.add(callId);
    return { ...call, callId };
  });
}
