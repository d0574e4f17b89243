// Runs the turns of one engine, each in its mode, and answers what is asked about the context. The loop's wiring is model-loop.ts.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TurnEnd } from '../agent/turn.js';
import { toErrorData } from '../base/error.js';
import { type Paths, pathsUnder } from '../config/paths.js';
import { realPathOf } from '../policy/path-guard.js';
import { readInstructions } from '../prompt/instructions.js';
import { createPrompts } from '../prompt/load-prompt.js';
import { buildSystemPrompt, type ThreadFacts, type WorkMode } from '../prompt/system-prompt.js';
import type { Envelope, Mode } from '../protocol/event.js';
import type { ChatMessage } from '../protocol/message.js';
import { addUsage, noUsage, type Usage } from '../protocol/usage.js';
import { askModel } from './ask-model.js';
import type { ContextKeeper, ContextSizes } from './context-keeper.js';
import type { EngineInit } from './engine-init.js';
import { keeperOf, runLoop } from './model-loop.js';
import type { TaskParts } from './plan-task.js';
import type { SessionScope, ThreadScope } from './scopes.js';
import type { EngineState } from './state.js';
import type { ThreadLog } from './thread-log.js';
import type { Toolbox } from './toolbox.js';
import { planInput } from './turn-to-plan.js';

export interface TurnRunnerOptions {
  state: EngineState;
  init: EngineInit;
  paths: Paths;
}

/** What the model is sent, looked at and made smaller outside of turns. */
export interface ContextControl {
  /** By a person's wish. Rejects with PaiError('conflict') when there is nothing to take away. */
  compact(scope: ThreadScope, focus: string | undefined): Promise<void>;
  sizes(threadId: string, log: ThreadLog): Promise<ContextSizes>;
  /** Says how full the window is now. */
  tellMeter(threadId: string, log: ThreadLog): Promise<void>;
}

export interface TurnRunner {
  runTurn(scope: SessionScope): Promise<TurnEnd>;
  /** The mode that suits an input of which the person did not say it. Never rejects. */
  route(input: string, signal: AbortSignal): Promise<Mode>;
  /** What the plan is to reach that takes over a turn. */
  planInput(turn: readonly Envelope[]): string;
  context: ContextControl;
}

/** Runs turns of one engine; the tools are loaded with the first. */
export function createTurnRunner({ state, init, paths }: TurnRunnerOptions): TurnRunner {
  const prompts = createPrompts(paths.promptFolder, init.folderPrompts);
  let toolbox: Promise<Toolbox> | undefined;
  const systemPrompts = new Map<string, string>();
  const openToolbox = async () => {
    const { createToolbox } = await import('./toolbox.js');
    const realPaths = pathsUnder(await realPathOf(init.home));
    const { toolTimeoutMs, interactive, web } = init;
    const hasSnapshots = state.snapshots !== undefined;
    return createToolbox({ state, paths: realPaths, prompts, toolTimeoutMs, interactive, web, hasSnapshots });
  };

  /** Made once a thread and way of working, so that the request's beginning stays the same bytes. */
  function systemPrompt({ threadId, log }: Pick<ThreadScope, 'threadId' | 'log'>, mode: WorkMode): string {
    const key = `${mode} ${threadId}`;
    const facts = factsOf(state, log.startedAt() ?? state.clock.now());
    const made =
      systemPrompts.get(key) ?? buildSystemPrompt(prompts, mode, facts, readInstructions(paths.home, state.cwd));
    systemPrompts.set(key, made);
    return made;
  }

  const toolboxOf = () => (toolbox ??= openToolbox());
  /** `scope`: what is known of the thread; `signal` and `emit` matter only where something is done. */
  async function keeperFor(scope: ThreadScope): Promise<ContextKeeper> {
    const parts = { state, prompts, toolbox: await toolboxOf() };
    return keeperOf(parts, { scope, system: systemPrompt(scope, 'react'), conversation: scope.log });
  }
  /** For looking only. */
  const onlooker = (threadId: string, log: ThreadLog) =>
    keeperFor({
      threadId,
      log,
      signal: new AbortController().signal,
      emit: (event, work) => state.emitter.emit({ threadId, ...work }, event),
    });

  async function run(scope: SessionScope): Promise<TurnEnd> {
    const parts = { state, init, prompts, toolbox: await toolboxOf() };
    if (scope.mode !== 'react') {
      const facts = () => factsOf(state, scope.log.startedAt() ?? state.clock.now());
      const spent = { usage: noUsage };
      const limit = state.spending.forTurn();
      const reachedLimit = (usage: Usage) => limit(addUsage(spent.usage, usage));
      const taskParts = {
        spent,
        reachedLimit,
        ...parts,
        facts,
        systemPrompt: (mode: WorkMode) => systemPrompt(scope, mode),
      };
      if (scope.mode === 'plan') return (await import('./plan-runner.js')).runPlanTurn(taskParts, scope);
      return (await import('./team-runner.js')).runTeamTurn(
        { ...taskParts, roleModels: roleModels(state, init) },
        scope,
      );
    }
    if (init.routing === 'suggest' && init.interactive && !state.model.demo) await suggestPlan(scope);
    const system = systemPrompt(scope, 'react');
    const conversation = scope.log;
    const keeper = keeperOf(parts, { scope, system, conversation });
    return runLoop(parts, { scope, system, conversation, keeper });
  }

  /** One snapshot before what the turn changes, one after, in whatever mode it runs. */
  async function withSnapshots(scope: SessionScope): Promise<TurnEnd> {
    const snapshots = state.snapshots?.ofTurn(scope);
    try {
      return await run(snapshots ? { ...scope, changes: snapshots.changes } : scope);
    } finally {
      snapshots?.end();
    }
  }

  /** One line where a plan would do better; the turn goes on as it is. */
  async function suggestPlan({ input, emit }: SessionScope): Promise<void> {
    const { decideRoute } = await import('../plan/decide-route.js');
    const ask = () => Promise.reject(new Error('features alone decide'));
    const { suggestion } = await decideRoute(input, { routing: 'suggest', prompts, ask });
    if (suggestion) emit({ type: 'notice.raised', level: 'info', text: suggestion });
  }

  async function route(input: string, signal: AbortSignal): Promise<Mode> {
    const { decideRoute } = await import('../plan/decide-route.js');
    const ask = (messages: ChatMessage[]) => askModel(state, messages, signal);
    try {
      const { mode, reason } = await decideRoute(input, { routing: 'auto', prompts, ask });
      if (mode === 'plan')
        state.tell({ type: 'notice.raised', level: 'info', text: `Plan mode was chosen: ${reason}` });
      return mode;
    } catch (error) {
      state.tell({
        type: 'notice.raised',
        level: 'warning',
        text: `No mode was chosen: ${toErrorData(error).message}`,
      });
      return 'react';
    }
  }

  return {
    runTurn: withSnapshots,
    route,
    planInput: (turn) => planInput(turn, prompts),
    context: {
      compact: async (scope, focus) => (await keeperFor(scope)).compactNow(focus),
      sizes: async (threadId, log) => (await onlooker(threadId, log)).sizes(),
      tellMeter: async (threadId, log) => (await onlooker(threadId, log)).tellMeter(),
    },
  };
}

/** Models of a team's roles where they are not the thread's. Throws PaiError('config'). */
function roleModels({ modelNamed }: EngineState, { team }: EngineInit): NonNullable<TaskParts['roleModels']> {
  const named = Object.entries(team?.models ?? {}).map(([role, name]) => [role, modelNamed(name)] as const);
  return Object.fromEntries(named);
}

function factsOf({ cwd, extraFolders }: EngineState, startedAt: number): ThreadFacts {
  return {
    cwd,
    extraFolders,
    platform: process.platform,
    shell: process.platform === 'win32' ? 'cmd.exe' : '/bin/bash',
    startedAt,
    isGitRepository: existsSync(join(cwd, '.git')),
  };
}
