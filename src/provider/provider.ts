// The interface every model sits behind. Owns no transport; see openai-compatible.ts and scripted.ts.
import type { ErrorData } from '../base/error.js';
import type { ChatMessage, FinishReason, ToolCall, ToolDefinition } from '../protocol/message.js';
import type { Usage } from '../protocol/usage.js';

export interface ModelRequest {
  /** Model name as the server knows it. */
  model: string;
  /** The whole conversation, the one system message first. Calls and tool results are complete (no orphans). */
  messages: ChatMessage[];
  /** Empty: the model must answer in text. */
  tools: ToolDefinition[];
  maxOutputTokens?: number;
}

export type ProviderEvent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  /** A try failed before any output; the next begins after `delayMs`. */
  | { type: 'retry'; attempt: number; delayMs: number; error: ErrorData }
  /** Last event of a good reply. Calls are complete, ids and names as the model sent them (ids may be empty or repeat). `usage` is absent when the server never said. */
  | { type: 'completed'; finishReason: FinishReason; calls: ToolCall[]; usage?: Usage }
  /** Last event of a failed reply; text sent before stays valid. Code `cancelled` after an abort. */
  | { type: 'failed'; error: ErrorData };

export interface Provider {
  /** Streams one reply. Never throws: the last event is always exactly one `completed` or `failed`. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ProviderEvent>;
}
