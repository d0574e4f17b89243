// The engine: wires the services, answers commands, tells events. It runs in the worker thread, or in-process for `run` and tests.
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, systemClock } from '../base/clock.js';
import { createDeferred } from '../base/deferred.js';
import { PaiError, toErrorData } from '../base/error.js';
import { createIdSource, type IdSource } from '../base/ids.js';
import { pathsUnder } from '../config/paths.js';
import type { AuditEntry } from '../policy/audit.js';
import { createPrompts } from '../prompt/load-prompt.js';
import type { DurableEvent, Envelope } from '../protocol/event.js';
import type { EnginePort } from '../protocol/port.js';
import { createLazyAudit } from './audit.js';
import { dispatch } from './commands/dispatch.js';
import { openDemoProject } from './demo-project.js';
import { createEditChecks } from './diagnostics.js';
import { createEmitter } from './emit.js';
import type { EngineInit } from './engine-init.js';
import { createFileFinder } from './find-files.js';
import { isTrustedBare } from './folder-trust.js';
import { type ActiveModel, modelsBeside, openModel, otherModel } from './model.js';
import { openSavedRules } from './saved-rules.js';
import { createServers, type FindServers } from './servers.js';
import { createSession, type Session } from './session.js';
import { createSnapshots } from './snapshots.js';
import { createSpending } from './spending.js';
import type { EngineState } from './state.js';
import { createThreadCommands } from './thread-commands.js';
import { createThreadLog, type ThreadLog } from './thread-log.js';
import { openThreads } from './threads.js';
import { createTurnRunner } from './turn-runner.js';

export type { EngineInit } from './engine-init.js';
export { openThreads } from './threads.js';
export { startWorker } from './worker.js';

export interface Engine {
  /** Resolves once commands are answered; rejects with PaiError when the engine cannot start. */
  ready: Promise<void>;
  /** Resolves when the engine was stopped, by `stop` or by command. */
  stopped: Promise<void>;
  /** Cancels what runs, closes the log. */
  stop(): Promise<void>;
}

/** Parts that tests put in place of the real ones. */
export interface EngineParts {
  clock?: Clock;
  newId?: IdSource;
  model?: ActiveModel;
  /** Looks for servers on this machine. */
  findServers?: FindServers;
}

/** Commands sent before the engine is ready wait for it. */
export function createEngine(init: EngineInit, port: EnginePort, parts: EngineParts = {}): Engine {
  const stopped = createDeferred<void>();
  const started = start(init, port, parts, stopped.resolve);
  port.onCommand((command) => {
    // Why it could not start is told by `ready`; there is nobody left to carry the command out.
    void started.then((state) => dispatch(state, command)).catch(() => undefined);
  });
  return {
    ready: started.then(() => undefined),
    stopped: stopped.promise,
    stop: () =>
      started.then(
        (state) => state.stop(),
        () => undefined,
      ),
  };
}

async function start(
  init: EngineInit,
  port: EnginePort,
  parts: EngineParts,
  onStopped: () => void,
): Promise<EngineState> {
  const clock = parts.clock ?? systemClock;
  const newId = parts.newId ?? createIdSource(clock);
  const servers = createServers(init, parts.findServers);
  const model = parts.model ?? (await openModel(init, servers));
  const demo = model.demo ? await openDemoProject() : undefined;
  const cwd = demo?.folder ?? realpathSync(init.cwd);
  const paths = pathsUnder(init.home);
  const threads = openThreads(paths, clock, (text) => tell({ type: 'notice.raised', level: 'warning', text }));
  const logs = new Map<string, ThreadLog>();
  const append = (envelope: Envelope<DurableEvent>) => {
    const { event } = envelope;
    if (event.type === 'snapshot.restored') void diagnostics?.changedOtherwise([...event.restored, ...event.deleted]);
    return logOf(logs, envelope.threadId).append(envelope);
  };
  const emitter = createEmitter({ port, clock, append });
  const tell: EngineState['tell'] = (event) => void emitter.emit({ threadId: '' }, event);

  const rules = openSavedRules(paths.ruleFile, clock.now, (text) =>
    tell({ type: 'notice.raised', level: 'warning', text }),
  );
  const audit = createLazyAudit(paths.auditFile, clock, tell);

  /** One thread is open at a time; its log replaces the one before. */
  const newSession = (threadId: string, earlier: Envelope[]): Session => {
    const log = createThreadLog(threads.store, threadId, earlier);
    logs.clear();
    logs.set(threadId, log);
    return createSession({
      log,
      emitter,
      clock,
      newId,
      cwd,
      commands: createThreadCommands({
        sandbox: {
          mode: init.sandbox ?? 'off',
          network: init.sandboxNetwork ?? true,
          cwd,
          folders: () => state.extraFolders,
          productHome: init.home,
        },
        tell: (event) => void emitter.emit({ threadId }, event),
      }),
      mode: () => (state.mode === 'react' && (init.mode === 'auto' || init.routing === 'auto') ? 'auto' : state.mode),
      planInput: (turn) => runner.planInput(turn),
      route: (input, signal) => runner.route(input, signal),
      modelName: () => state.model.profile.model,
      runTurn: (scope) => runner.runTurn(scope),
      resultFolder: join(paths.toolOutputFolder, threadId),
      onShellEnd: (command, { outcome, durationMs }) => audit(shellEntry(threadId, command, outcome, durationMs)),
      onIdle: () => tell({ type: 'engine.idle' }),
    });
  };
  const snapshots =
    init.snapshots &&
    createSnapshots({
      init: { ...init, home: demo?.snapshotHome ?? init.home, snapshots: init.snapshots },
      cwd,
      newId,
      threads,
      tell,
      emitIn(threadId, event) {
        if (!logs.has(threadId)) return;
        try {
          emitter.emit({ threadId }, event);
        } catch (error) {
          tell({ type: 'notice.raised', level: 'warning', text: toErrorData(error).message });
        }
      },
    });
  const diagnostics =
    init.diagnostics &&
    createEditChecks({
      ...init.diagnostics,
      cwd,
      isTrusted: async () => init.isFolderTrusted ?? isTrustedBare(paths.trustFile, cwd),
      textForModel: (name) => state.textForModel(name),
      tell,
    });
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await state.session.close();
    await diagnostics?.close();
    await snapshots?.close();
    emitter.flush();
    threads.close();
    await demo?.remove();
    // The answer to the command that stopped it goes out first.
    setImmediate(() => {
      emitter.flush();
      onStopped();
    });
  };
  const state: EngineState = {
    clock,
    newId,
    emitter,
    threads,
    cwd,
    extraFolders: (init.extraFolders ?? []).map((folder) => realpathSync(folder)),
    rules,
    auditFile: paths.auditFile,
    approvals: init.approvals,
    mode: init.mode === 'plan' ? 'plan' : 'react',
    model,
    session: newSession(newId('thread'), []),
    newSession,
    settings: structuredClone(init.settings ?? []),
    configFile: paths.configFile,
    tell,
    audit,
    get context() {
      return runner.context;
    },
    ...(snapshots ? { snapshots } : {}),
    ...(diagnostics ? { diagnostics } : {}),
    textForModel: (name) => createPrompts(paths.promptFolder, init.folderPrompts).load(name),
    spending: createSpending({ limits: init.spending ?? {}, now: clock.now, days: () => threads.usageDays() }),
    findFiles: createFileFinder(cwd).find,
    offeredModels: () => modelsBeside(state.model, servers),
    modelNamed: (name) => otherModel(init, servers, state.model, name),
    switchModel(name) {
      state.model = state.modelNamed(name);
    },
    stop: () => (stopping ??= stop()),
  };
  const runner = createTurnRunner({ state, init, paths });
  tellReady(state, init);
  return state;
}

function shellEntry(threadId: string, command: string, outcome: string, durationMs: number): AuditEntry {
  const call = { tool: 'shell', arguments: JSON.stringify({ command }) };
  return { threadId, ...call, decision: 'allow', by: 'user', outcome, durationMs };
}

function logOf(logs: Map<string, ThreadLog>, threadId: string): ThreadLog {
  const log = logs.get(threadId);
  if (!log) throw new PaiError('conflict', `the thread ${threadId} is not open any more`);
  return log;
}

function tellReady({ tell, model, cwd, approvals, mode }: EngineState, { notices }: EngineInit): void {
  const { provider, model: name, contextWindow, assumed } = model.profile;
  tell({
    type: 'engine.ready',
    cwd,
    provider,
    model: name,
    demo: model.demo,
    approvals,
    mode,
    contextWindow,
    contextWindowAssumed: assumed,
  });
  for (const text of notices) tell({ type: 'notice.raised', level: 'warning', text });
}
