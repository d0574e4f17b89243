// What is known about one model: the facts the wire, the meter and the bill need. The catalogue makes them.

/** US dollars per million tokens. */
export interface Prices {
  input: number;
  /** Input read from the provider's prefix cache; absent: billed like other input. */
  cachedInput?: number;
  output: number;
  /** Day the price was looked up, `YYYY-MM-DD`. */
  asOf: string;
}

export interface ModelProfile {
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
  /** The server demands the reasoning of earlier assistant messages back. */
  replayReasoning: boolean;
  /** How the server spells the output limit. */
  maxTokensField: 'max_tokens' | 'max_completion_tokens';
  /** Ask for a usage chunk with `stream_options`; off where the server refuses the field. */
  streamUsage: boolean;
  /** `nine`: the server takes only ids of exactly nine letters and digits. */
  callIds: 'free' | 'nine';
}
