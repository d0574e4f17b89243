// Says one scripted reply, piece by piece, through the same assembler of calls that real streams use.
import { PaiError } from '../base/error.js';
import type { Usage } from '../protocol/usage.js';
import type { Delay } from './delay.js';
import type { ProviderEvent } from './provider.js';
import type { Reply, ScriptedCall } from './script.js';
import { createToolCallAssembler } from './tool-call-assembler.js';

/** How often a stream of a set rate hands out what is due, ms. */
const tickMs = 10;

export interface PlayContext {
  signal: AbortSignal;
  delay: Delay;
  /** Position of the reply in the script, for ids the script does not give. */
  number: number;
}

/** Events of the reply. Throws when the signal fires and when the reply is meant to fail. */
export async function* playReply(reply: Reply, context: PlayContext): AsyncGenerator<ProviderEvent> {
  const assembler = createToolCallAssembler();
  let pieces = 0;
  for await (const piece of piecesOf(reply, context)) {
    context.signal.throwIfAborted();
    if (reply.cutAfter !== undefined && pieces >= reply.cutAfter) throw cut();
    pieces += 1;
    if (piece.type === 'call') assembler.add([piece.fragment]);
    else yield piece;
  }
  context.signal.throwIfAborted();
  if (reply.cutAfter !== undefined) throw cut();
  if (reply.error) return yield { type: 'failed', error: reply.error };
  const calls = assembler.calls();
  yield {
    type: 'completed',
    finishReason: reply.finishReason ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
    calls,
    ...(reply.usage ? { usage: usageOf(reply.usage) } : {}),
  };
}

type Piece = { type: 'text' | 'reasoning'; text: string } | { type: 'call'; fragment: unknown };

async function* piecesOf(reply: Reply, { signal, delay, number }: PlayContext): AsyncGenerator<Piece> {
  const pauseMs = reply.pauseMs ?? 0;
  const pause = async () => {
    if (pauseMs > 0) await delay(pauseMs, signal);
  };
  for (const text of split(reply.reasoning)) {
    await pause();
    yield { type: 'reasoning', text };
  }
  for (const text of split(reply.text)) {
    await pause();
    yield { type: 'text', text };
  }
  if (reply.repeatText) yield* repeated(reply.repeatText, signal, delay);
  for (const [index, call] of (reply.calls ?? []).entries()) {
    for (const fragment of fragmentsOf(call, index, number)) {
      await pause();
      yield { type: 'call', fragment };
    }
  }
}

/** The rate is kept over the whole stream, whatever a single wait takes. */
async function* repeated(
  { piece, times, perSecond }: NonNullable<Reply['repeatText']>,
  signal: AbortSignal,
  delay: Delay,
): AsyncGenerator<Piece> {
  const startedAt = performance.now();
  let sent = 0;
  while (sent < times) {
    const due = perSecond > 0 ? Math.floor(((performance.now() - startedAt) / 1000) * perSecond) : times;
    for (; sent < Math.min(due, times); sent++) yield { type: 'text', text: piece };
    if (sent < times) await delay(tickMs, signal);
  }
}

/** Words with the white space behind them; a list is taken as it is. */
function split(text: string | string[] | undefined): string[] {
  if (text === undefined) return [];
  return Array.isArray(text) ? text : (text.match(/\S+\s*|\s+/g) ?? []);
}

function fragmentsOf(call: ScriptedCall, index: number, number: number): unknown[] {
  const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
  const count = Math.max(1, call.fragments ?? 1);
  const size = Math.max(1, Math.ceil(text.length / count));
  const parts = Array.from({ length: Math.max(1, Math.ceil(text.length / size)) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
  return parts.map((part, at) =>
    at === 0
      ? { index, id: call.id ?? `call_${number}_${index + 1}`, function: { name: call.name, arguments: part } }
      : { index, function: { arguments: part } },
  );
}

function usageOf(usage: NonNullable<Reply['usage']>): Usage {
  return { cached: 0, reasoning: 0, ...usage, estimated: false };
}

function cut(): PaiError {
  return new PaiError('network', 'the reply was cut (scripted)', 'Send the message again.');
}
