// Reads one reply from its parsed chunks: text, reasoning, calls, usage, how it ended. Owns no bytes and no connection.
import { PaiError } from '../base/error.js';
import type { FinishReason } from '../protocol/message.js';
import type { Usage } from '../protocol/usage.js';
import { finishReasonOf } from './finish-reason.js';
import type { Prices } from './model-profile.js';
import type { ProviderEvent } from './provider.js';
import { callsInText } from './text-calls.js';
import { createToolCallAssembler } from './tool-call-assembler.js';
import { usageOf } from './usage-mapping.js';

/** An error object that came inside a good answer; carries what the server said. */
export class StreamedError extends Error {
  readonly error: unknown;
  constructor(error: unknown) {
    super('the server sent an error inside the stream');
    this.error = error;
  }
}

export interface ReplyReader {
  /** Events of one chunk. Throws StreamedError when the chunk is an error. */
  read(chunk: unknown): ProviderEvent[];
  /** The last event; `done` says that the server marked the end. Throws PaiError `network` when the reply is not whole. */
  end(done: boolean): ProviderEvent;
}

interface Delta {
  content?: unknown;
  refusal?: unknown;
  reasoning?: unknown;
  reasoning_content?: unknown;
  tool_calls?: unknown;
  function_call?: unknown;
}

interface Choice {
  delta?: Delta | null;
  /** Servers that cannot stream answer with a whole message. */
  message?: Delta | null;
  finish_reason?: unknown;
  error?: unknown;
  usage?: unknown;
}

/** `textCalls`: calls may be written into the text. */
export function createReplyReader(prices?: Prices, textCalls = false): ReplyReader {
  const calls = createToolCallAssembler();
  let finishReason: FinishReason = 'none';
  let usage: Usage | undefined;
  /** Kept only where calls may be in it. */
  let said = '';
  let anyText = false;

  function readDelta(delta: Delta): ProviderEvent[] {
    const parts = splitContent(delta.content);
    const reasoning = firstText(delta.reasoning_content, delta.reasoning) || parts.reasoning;
    const text = parts.text || firstText(delta.refusal);
    if (delta.tool_calls) calls.add(delta.tool_calls);
    if (delta.function_call) calls.add([{ index: 0, function: delta.function_call }]);
    anyText ||= text !== '';
    if (textCalls) said += text;
    return [
      ...(reasoning ? [{ type: 'reasoning' as const, text: reasoning }] : []),
      ...(text ? [{ type: 'text' as const, text }] : []),
    ];
  }

  return {
    read(chunk) {
      const body = (chunk ?? {}) as { error?: unknown; object?: unknown; choices?: unknown; usage?: unknown };
      if (body.error || body.object === 'error') throw new StreamedError(body.error ?? chunk);
      const choice = (Array.isArray(body.choices) ? body.choices[0] : undefined) as Choice | null | undefined;
      usage = usageOf(body.usage, prices) ?? usageOf(choice?.usage, prices) ?? usage;
      if (!choice) return [];
      if (choice.error) throw new StreamedError(choice.error);
      const reason = finishReasonOf(choice.finish_reason);
      if (reason === 'failure') throw new StreamedError({ message: `finish reason ${String(choice.finish_reason)}` });
      if (reason !== 'none') finishReason = reason;
      const delta = choice.delta ?? choice.message;
      return delta ? readDelta(delta) : [];
    },
    end(done) {
      const list = calls.calls();
      const whole = done || finishReason !== 'none' || ((anyText || list.length > 0) && calls.complete());
      if (!whole) {
        throw new PaiError('network', 'the reply ended before it was complete', 'Send the message again.');
      }
      const written = list.length === 0 ? callsInText(said) : [];
      return { type: 'completed', finishReason, calls: [...list, ...written], ...(usage ? { usage } : {}) };
    },
  };
}

/** Content as text, or as a list of parts (Mistral marks reasoning there). */
function splitContent(content: unknown): { text: string; reasoning: string } {
  if (typeof content === 'string') return { text: content, reasoning: '' };
  if (!Array.isArray(content)) return { text: '', reasoning: '' };
  const parts = content as { type?: unknown; text?: unknown; thinking?: unknown }[];
  const join = (list: typeof parts) => list.map((part) => firstText(part?.text)).join('');
  const thinking = parts.flatMap((part) => (Array.isArray(part?.thinking) ? part.thinking : []));
  return { text: join(parts.filter((part) => part?.type !== 'thinking')), reasoning: join(thinking) };
}

function firstText(...values: unknown[]): string {
  return values.find((value): value is string => typeof value === 'string' && value !== '') ?? '';
}
