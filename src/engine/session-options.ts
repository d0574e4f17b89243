// What a session is made of: handed in by the engine.
import type { TurnEnd } from '../agent/turn.js';
import type { Clock } from '../base/clock.js';
import type { IdSource } from '../base/ids.js';
import type { Envelope, Mode } from '../protocol/event.js';
import type { Emitter } from './emit.js';
import type { SessionScope } from './scopes.js';
import type { ThreadCommands } from './thread-commands.js';
import type { ThreadLog } from './thread-log.js';

export interface SessionOptions {
  log: ThreadLog;
  emitter: Emitter;
  clock: Clock;
  newId: IdSource;
  cwd: string;
  /** Where the model's commands run; they end with the session. */
  commands: ThreadCommands;
  /** In which turns run that name none; `auto`: what suits the input. */
  mode(): Mode | 'auto';
  /** What suits an input. Never rejects. */
  route(input: string, signal: AbortSignal): Promise<Mode>;
  /** What the plan is to reach that takes over a turn with these events. */
  planInput(turn: readonly Envelope[]): string;
  /** Model name written into turn.started. */
  modelName(): string;
  runTurn(scope: SessionScope): Promise<TurnEnd>;
  /** Where output of the user's own commands is kept that is too long for the model. */
  resultFolder: string;
  /** A command of the user's own has ended. */
  onShellEnd(command: string, end: { outcome: string; durationMs: number }): Promise<void>;
  onIdle(): void;
}
