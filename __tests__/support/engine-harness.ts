// A real engine in this process: real tools, database and log in folders of its own; only the model is a script or a test server.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, jest } from '@jest/globals';
import { createEngine, type Engine, type EngineParts } from '../../src/engine/engine.js';
import type { EngineInit } from '../../src/engine/engine-init.js';
import type { ActiveModel } from '../../src/engine/model.js';
import type { ApprovalDecision, ApprovalRequest } from '../../src/protocol/approval.js';
import { checkTranscript } from '../../src/protocol/check-transcript.js';
import type { Command } from '../../src/protocol/command.js';
import type { DurableEvent, Envelope, Event } from '../../src/protocol/event.js';
import { createLocalPorts } from '../../src/protocol/port.js';
import { findModel } from '../../src/provider/catalog.js';
import type { Reply } from '../../src/provider/script.js';
import { createScriptedProvider, type ScriptedProvider } from '../../src/provider/scripted.js';
import { openDatabase } from '../../src/storage/sqlite.js';
import { createThreadStore } from '../../src/thread/thread-store.js';
import { type ModelServer, type ServerReply, startModelServer } from './model-server.js';

export type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;
export type TurnEndEvent = EventOf<'turn.completed' | 'turn.failed'>;
type Answer = EventOf<'command.accepted' | 'command.rejected'>;

export interface HarnessOptions {
  /** Replies of the scripted model, which refuses what strict servers refuse. */
  replies?: Reply[];
  /** A model server in place of the script. */
  server?: ModelServer;
  /** Any other model. */
  model?: ActiveModel;
  /** Files of the project, by relative path. */
  files?: Record<string, string>;
  /** Folders of an engine before this one. */
  folders?: Folders;
  init?: Partial<EngineInit>;
  /** Servers found on this machine; none when absent. */
  findServers?: EngineParts['findServers'];
  /** What is said live is unsound on purpose (a log that cannot be written). The stored log must be sound all the same. */
  liveIsUnsound?: boolean;
}

export interface Folders {
  home: string;
  project: string;
}

export interface TurnRecord {
  end: TurnEndEvent;
  /** All envelopes from the command to the end. */
  envelopes: Envelope[];
}

export interface EngineHarness {
  engine: Engine;
  folders: Folders;
  /** Everything that arrived, oldest first. */
  envelopes: Envelope[];
  /** The scripted model; throws where there is none. */
  script(): ScriptedProvider;
  /** Resolves with the command's one answer. */
  send(command: Command): Promise<Answer>;
  /** The first event of this type, already seen or still to come; `fits` narrows it. */
  waitFor<Type extends Event['type']>(type: Type, fits?: (event: EventOf<Type>) => boolean): Promise<EventOf<Type>>;
  /** The same among what arrives from now on. */
  next<Type extends Event['type']>(type: Type, fits?: (event: EventOf<Type>) => boolean): Promise<EventOf<Type>>;
  /** All events of a type that arrived. */
  all<Type extends Event['type']>(type: Type): EventOf<Type>[];
  /** Sends text and resolves when its turn was closed. */
  turn(input: string): Promise<TurnRecord>;
  /** Answers every question from now on; undefined leaves one open. */
  answerApprovals(policy: (request: ApprovalRequest) => ApprovalDecision | undefined): void;
  threadId(): string;
  /** The durable log of the newest thread as another process would read it. */
  stored(): Envelope<DurableEvent>[];
  /** Stops the engine and holds what it said and wrote against the grammar. */
  close(): Promise<void>;
}

const isTurnEnd = ({ type }: Event) => type === 'turn.completed' || type === 'turn.failed';
const waitLimitMs = 8000;

/** Call once at the top of a test file; engines and folders it makes are closed and removed after each test. */
export function engineHarness(): (options?: HarnessOptions) => EngineHarness {
  jest.setTimeout(20_000);
  const open: EngineHarness[] = [];
  const made: string[] = [];
  afterEach(async () => {
    try {
      for (const harness of open.splice(0)) await harness.close();
    } finally {
      for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
    }
  });
  return (options = {}) => {
    const folders = options.folders ?? makeFolders(made);
    writeFiles(folders.project, options.files ?? {});
    const harness = startHarness(options, folders);
    open.push(harness);
    return harness;
  };
}

/** Call once at the top of a test file, after `engineHarness`; the servers it starts are closed after each test. */
export function modelServers(): (...replies: ServerReply[]) => Promise<ModelServer> {
  const open: ModelServer[] = [];
  afterEach(async () => {
    for (const server of open.splice(0)) await server.close();
  });
  return async (...replies) => {
    const server = await startModelServer(replies);
    open.push(server);
    return server;
  };
}

function makeFolders(made: string[]): Folders {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'paicli-engine-')));
  made.push(root);
  const folders = { home: join(root, 'home'), project: join(root, 'project') };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  return folders;
}

export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

export function initFor({ home, project }: Folders, init: Partial<EngineInit> = {}): EngineInit {
  return {
    home,
    cwd: project,
    provider: 'custom',
    model: 'test-model',
    approvals: 'ask',
    maxSteps: 40,
    toolTimeoutMs: 20_000,
    stallTimeoutMs: 10_000,
    interactive: true,
    notices: [],
    ...init,
  };
}

function scriptedModel(provider: ScriptedProvider): ActiveModel {
  const profile = { ...findModel('custom', 'scripted'), provider: 'scripted', assumed: false };
  return { provider, profile, demo: false, calibration: 1 };
}

function startHarness(options: HarnessOptions, folders: Folders): EngineHarness {
  const { server } = options;
  const script =
    server || options.model
      ? undefined
      : createScriptedProvider({
          script: { replies: options.replies ?? [] },
          strict: true,
        });
  const init = initFor(folders, { ...(server ? { baseUrl: server.url } : {}), ...options.init });
  const ports = createLocalPorts();
  const model = options.model ?? (script ? scriptedModel(script) : undefined);
  const engine = createEngine(init, ports.engine, {
    // Whatever runs on the machine of whoever tests is not there.
    findServers: options.findServers ?? (async () => []),
    ...(model ? { model } : {}),
  });
  const inbox = createInbox();
  let approvalPolicy: (request: ApprovalRequest) => ApprovalDecision | undefined = () => undefined;
  let sent = 0;
  let closing: Promise<void> | undefined;

  const send = (command: Command): Promise<Answer> => {
    const commandId = `test-${++sent}`;
    const isAnswer = ({ event }: Envelope) =>
      (event.type === 'command.accepted' || event.type === 'command.rejected') && event.commandId === commandId;
    const answer = inbox.find(isAnswer, inbox.envelopes.length, `the answer to ${command.type}`);
    ports.front.send({ commandId, command });
    return answer.then(({ event }) => event as Answer);
  };
  ports.front.onEvents((arrived) => {
    inbox.take(arrived);
    for (const { event } of arrived) {
      if (event.type !== 'approval.requested') continue;
      const decision = approvalPolicy(event.request);
      if (decision) void send({ type: 'approval.answer', approvalId: event.request.approvalId, decision });
    }
  });
  const wait = async <Type extends Event['type']>(
    type: Type,
    fits: (event: EventOf<Type>) => boolean = () => true,
    from: number,
  ): Promise<EventOf<Type>> => {
    const found = await inbox.find(({ event }) => event.type === type && fits(event as EventOf<Type>), from, type);
    return found.event as EventOf<Type>;
  };
  const harness: EngineHarness = {
    engine,
    folders,
    envelopes: inbox.envelopes,
    script() {
      if (!script) throw new Error('this harness has no scripted model');
      return script;
    },
    send,
    waitFor: (type, fits) => wait(type, fits, 0),
    next: (type, fits) => wait(type, fits, inbox.envelopes.length),
    all: <Type extends Event['type']>(type: Type) =>
      inbox.envelopes.flatMap(({ event }) => (event.type === type ? [event as EventOf<Type>] : [])),
    async turn(input) {
      const from = inbox.envelopes.length;
      const earlier = new Set(inbox.envelopes.map(({ turnId }) => turnId));
      const closed = inbox.find((it) => isTurnEnd(it.event) && !earlier.has(it.turnId), from, 'the end of the turn');
      const idle = inbox.find(({ event }) => event.type === 'engine.idle', from, 'engine.idle');
      const answer = await send({ type: 'turn.start', input });
      if (answer.type === 'command.rejected') throw new Error(`the turn was refused: ${answer.error.message}`);
      const { event } = await closed;
      await idle;
      return { end: event as TurnEndEvent, envelopes: inbox.envelopes.slice(from) };
    },
    answerApprovals(policy) {
      approvalPolicy = policy;
    },
    threadId() {
      const threadId = inbox.envelopes.findLast((envelope) => envelope.threadId !== '')?.threadId;
      if (!threadId) throw new Error('no event of a thread has arrived');
      return threadId;
    },
    stored: () => readLog(folders.home, harness.threadId()),
    close: () => (closing ??= close()),
  };

  async function close(): Promise<void> {
    await engine.stop();
    inbox.stopWaiting();
    if (!options.liveIsUnsound) expect(checkTranscript(inbox.envelopes)).toEqual([]);
    for (const log of readAllLogs(folders.home)) expect(checkTranscript(log)).toEqual([]);
    if (server) expect(server.problems).toEqual([]);
  }
  return harness;
}

/** What has arrived, and who waits for what. */
export function createInbox() {
  const envelopes: Envelope[] = [];
  const waiting = new Map<() => void, NodeJS.Timeout>();
  return {
    envelopes,
    stopWaiting() {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
    take(arrived: Envelope[]) {
      envelopes.push(...arrived);
      for (const look of [...waiting.keys()]) look();
    },
    /** The first event from this place on that fits; rejects when none comes. */
    find(fits: (envelope: Envelope) => boolean, from: number, what: string): Promise<Envelope> {
      return new Promise((resolve, reject) => {
        let looked = from;
        const done = () => {
          clearTimeout(timer);
          waiting.delete(look);
        };
        const look = () => {
          for (; looked < envelopes.length; looked++) {
            if (!fits(envelopes[looked]!)) continue;
            done();
            return resolve(envelopes[looked]!);
          }
        };
        const timer = setTimeout(() => {
          done();
          const seen = envelopes.slice(from).map(({ event }) => event.type);
          reject(new Error(`${what} did not come; what came: ${seen.join(' ')}`));
        }, waitLimitMs);
        waiting.set(look, timer);
        look();
      });
    },
  };
}

/** The log of one thread, read beside a running engine. */
export function readLog(home: string, threadId: string): Envelope<DurableEvent>[] {
  return withStore(home, (store) => store.load(threadId).envelopes);
}

function readAllLogs(home: string): Envelope<DurableEvent>[][] {
  return withStore(home, (store) => store.list({ limit: 100 }).map(({ threadId }) => store.load(threadId).envelopes));
}

function withStore<T>(home: string, read: (store: ReturnType<typeof createThreadStore>) => T): T {
  const database = openDatabase(join(home, 'runtime', 'runtime.db'));
  try {
    return read(createThreadStore(database));
  } finally {
    database.close();
  }
}
