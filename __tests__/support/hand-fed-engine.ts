// Stands in for the engine's thread: says what the test says, keeps what it was asked.
import type { ErrorCode } from '../../src/base/error.js';
import type { Command, CommandEnvelope } from '../../src/protocol/command.js';
import { type Envelope, type Event, isDurable } from '../../src/protocol/event.js';
import type { ScreenEngine } from '../../src/tui/app-options.js';

/** Where the hand-fed clock stands when the app opens; ms since 1970. */
export const appStart = Date.UTC(2026, 10, 30, 12, 0, 0);

export interface HandFedEngine {
  commands: Command[];
  restarts: string[];
  /** Sends events of one thread as the engine does; durable ones are numbered, each comes a second after the one before. */
  emit(...events: Event[]): void;
  /** The same inside a task of the plan. */
  emitIn(taskId: string, ...events: Event[]): void;
  /** The same by one of the agents of a team. */
  emitBy(agentId: string, taskId: string, ...events: Event[]): void;
  /** Answers the newest question of the screen. */
  answerQuery(result: Extract<Event, { type: 'query.answered' }>['result']): void;
  /** Carries out the newest command of the screen, or refuses it. */
  acceptNewest(): void;
  rejectNewest(message: string, code?: ErrorCode): void;
}

export function createHandFedEngine(): { port: ScreenEngine; hand: HandFedEngine } {
  let listener: (events: Envelope[]) => void = () => {};
  let newestQuery = '';
  let newest = '';
  let seq = 0;
  let at = appStart;
  let turns = 0;
  function deliver(inside: Pick<Envelope, 'taskId' | 'agentId'>, events: Event[]): void {
    const envelopes = events.map((event): Envelope => {
      if (event.type === 'thread.opened') seq = 0;
      if (event.type === 'turn.started') turns++;
      const isEngine = event.type.startsWith('engine.') || event.type.startsWith('query.');
      const turn = isEngine || event.type === 'thread.opened' ? {} : { turnId: `turn-${turns}` };
      return {
        ...(isDurable(event) ? { seq: ++seq } : {}),
        at: at++,
        threadId: isEngine ? '' : 'thread-1',
        ...turn,
        ...inside,
        event,
      };
    });
    listener(structuredClone(envelopes));
  }
  const hand: HandFedEngine = {
    commands: [],
    restarts: [],
    emit: (...events) => deliver({}, events),
    emitIn: (taskId, ...events) => deliver({ taskId }, events),
    emitBy: (agentId, taskId, ...events) => deliver({ agentId, taskId }, events),
    answerQuery: (result) => hand.emit({ type: 'query.answered', commandId: newestQuery, result }),
    acceptNewest: () => hand.emit({ type: 'command.accepted', commandId: newest }),
    rejectNewest: (message, code = 'config') =>
      hand.emit({ type: 'command.rejected', commandId: newest, error: { code, message } }),
  };
  const port: ScreenEngine = {
    send({ commandId, command }: CommandEnvelope) {
      hand.commands.push(structuredClone(command));
      newest = commandId;
      if (command.type === 'query.ask') newestQuery = commandId;
    },
    onEvents: (next) => {
      listener = next;
    },
    restart: (threadId) => void hand.restarts.push(threadId),
    stop: async () => {},
  };
  return { port, hand };
}
