// What is known about one model: the facts the wire, the meter and the bill need. The catalogue makes them.

/** Money per million tokens. Nothing is ever converted: exchange rates change daily. */
export interface Prices {
  currency: Currency;
  input: number;
  /** Input read from the provider's prefix cache; absent: billed like other input. */
  cachedInput?: number;
  output: number;
  /** Day the price was looked up, `YYYY-MM-DD`. */
  asOf: string;
}

export type Currency = 'USD' | 'CNY';

/** What a server takes and how; holds for all models of a provider unless one says otherwise. */
export interface ServerRules {
  /** How the server spells the output limit. */
  maxTokensField: 'max_tokens' | 'max_completion_tokens';
  /** Ask for a usage chunk with `stream_options`; off where the server refuses the field. */
  streamUsage: boolean;
  /** `nine`: the server takes only ids of exactly nine letters and digits. */
  callIds: 'free' | 'nine';
  /** The server demands the reasoning of earlier assistant messages back. */
  replayReasoning: boolean;
  /** How the instructions are sent; `user`: in front of the first user message, for templates without a system role. */
  systemRole: 'system' | 'developer' | 'user';
  /** `merged`: neighbours of one role become one message. `strict`: besides, a user message never follows a tool result directly. */
  turns: 'free' | 'merged' | 'strict';
  /** False: a message of the history may hold one call only. */
  parallelCalls: boolean;
  /** The model writes calls into its text as `<tool_call>{…}</tool_call>`; they are taken as calls. */
  textCalls: boolean;
}

export interface ModelProfile extends ServerRules {
  /** Provider id of the catalogue, e.g. `deepseek`. */
  provider: string;
  /** Model name as the server knows it. */
  model: string;
  /** Tokens of prompt and answer together. */
  contextWindow: number;
  /** True when the window is a guess, not the catalogue's or the user's number. */
  assumed: boolean;
  maxOutputTokens?: number;
  prices?: Prices;
  /** Understands image parts. */
  images: boolean;
}
