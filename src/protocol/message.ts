// The conversation as the model sees it, free of any provider's wire format.

/** One call of a tool; `arguments` is the JSON text exactly as the model wrote it. */
export interface ToolCall {
  /** Unique in its thread. */
  callId: string;
  name: string;
  arguments: string;
}

export type ChatMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; reasoning?: string; calls: ToolCall[] }
  | { role: 'tool'; callId: string; name: string; text: string };

/** A tool as it is offered to the model. */
export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON Schema of the arguments object. */
  parameters: Record<string, unknown>;
}

/** Why the model stopped: `none` when the stream ended without saying. */
export type FinishReason = 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'none';
