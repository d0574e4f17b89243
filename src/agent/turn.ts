// What a turn is given to work with. Owns no behaviour: the loop is run-turn.ts, the engine fills this in.
import type { ErrorData } from '../base/error.js';
import type { Event, TurnOutcome } from '../protocol/event.js';
import type { ChatMessage, FinishReason, ToolCall, ToolDefinition } from '../protocol/message.js';
import type { Usage } from '../protocol/usage.js';
import type { ModelRequest, Provider } from '../provider/provider.js';

/** How one called tool came out, as far as the loop cares. */
export interface CallResult {
  callId: string;
  text: string;
}

export interface TurnLimits {
  /** Steps before the user is asked to go on (or the turn ends, when nobody can be asked). */
  maxSteps: number;
}

/** A limit of money or tokens that was reached. */
export interface ReachedLimit {
  /** As part of a sentence. */
  reason: string;
  question: string;
  /** What to do when the turn ends with it. */
  hint: string;
  /** The person lets it go on. */
  goOn(): void;
}

/** What came of an attempt to make the context smaller. */
export interface Room {
  /** Something was taken away. */
  made: boolean;
  /** Of the calls that wrote the summary. */
  usage: Usage;
  /** Set when the next request would not fit: sizes in words. */
  tooLong?: string;
}

/** Makes the context smaller where that is needed. Rejects only when the log cannot be written. */
export type MakeRoom = (cause: 'limit' | 'overflow') => Promise<Room>;

export interface Turn {
  provider: Provider;
  model: string;
  tools: ToolDefinition[];
  limits: TurnLimits;
  signal: AbortSignal;
  /** Writes and delivers an event; durable ones are in `history()` once this returns. */
  emit(event: Event): void;
  /** The whole conversation as it stands, the system message first. */
  history(): ChatMessage[];
  makeRoom: MakeRoom;
  /** Runs one batch; every call has its completion event when this resolves. Never rejects. */
  runTools(calls: ToolCall[]): Promise<CallResult[]>;
  /** Text typed since the last step; taking it empties it. */
  takeSteering(): string[];
  /** Asks whether the turn may go on past a limit; false when nobody can be asked. */
  mayGoOn(question: string, reason: string): Promise<boolean>;
  /** Asked before each step, with what the turn has used so far. */
  reachedLimit(usage: Usage): ReachedLimit | undefined;
  newMessageId(): string;
  /** Ids the provider sent, made unique in the thread. */
  uniqueCalls(calls: ToolCall[]): ToolCall[];
  /** Fills in the cost, and an estimate when the server reported nothing. */
  measure(request: ModelRequest, reply: Pick<StepReply, 'text' | 'reasoning' | 'calls'>, reported?: Usage): Usage;
  prompts: { summary: string; repeatNudge: string };
}

/** How a turn ended. `error` says which limit, or what failed. */
export interface TurnEnd {
  outcome: TurnOutcome | 'failed';
  text: string;
  steps: number;
  usage: Usage;
  error?: ErrorData;
}

/** One model call: what came back. */
export interface StepReply {
  text: string;
  reasoning: string;
  calls: ToolCall[];
  finishReason: FinishReason;
  usage: Usage;
  /** Set when the reply failed or was cancelled; `text` is what had arrived. */
  error?: ErrorData;
}
