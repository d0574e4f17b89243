// From an answer's bytes to provider events: an event stream, or one JSON body from servers that cannot stream.
import { PaiError } from '../base/error.js';
import type { HttpResponse } from './http-fetch.js';
import type { ModelProfile } from './model-profile.js';
import type { ProviderEvent } from './provider.js';
import { createReplyReader, StreamedError } from './reply-reader.js';
import { readSse, type SseFrame } from './sse.js';

/** Events of one reply, the last of them `completed`. Throws on errors in the stream, cuts and answers that are no completions. */
export async function* readReply(
  response: HttpResponse,
  onBytes: () => void,
  { prices, textCalls }: Pick<ModelProfile, 'prices' | 'textCalls'>,
): AsyncGenerator<ProviderEvent> {
  const reader = createReplyReader(prices, textCalls);
  const contentType = response.headers.get('content-type') ?? '';
  if (contentType.includes('application/json')) {
    yield* reader.read(parse(await response.text()));
    yield reader.end(true);
    return;
  }
  if (contentType.includes('text/html')) {
    throw new PaiError(
      'model',
      `${response.url} answered with a web page`,
      'Check the base URL; it usually ends in /v1.',
    );
  }
  for await (const frame of readSse(watched(response.body, onBytes))) {
    for (const payload of payloads(frame)) {
      if (payload === 'done') {
        yield reader.end(true);
        return;
      }
      if (frame.event === 'error') throw new StreamedError((payload as { error?: unknown } | null)?.error ?? payload);
      yield* reader.read(payload);
    }
  }
  yield reader.end(false);
}

async function* watched(bytes: AsyncIterable<Uint8Array>, onBytes: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    onBytes();
    yield chunk;
  }
}

/** What a frame carries. Several data lines are one text by the standard, but some servers forget the blank line between two frames. */
function payloads(frame: SseFrame): unknown[] {
  const whole = frame.lines.join('\n').trim();
  if (whole === '') return [];
  if (whole.startsWith('[DONE]')) return ['done'];
  try {
    return [JSON.parse(whole)];
  } catch (error) {
    if (frame.lines.length > 1) return frame.lines.flatMap((line) => payloads({ ...frame, lines: [line] }));
    if (!frame.closed)
      throw new PaiError('network', 'the reply was cut in the middle of a frame', 'Send the message again.', error);
    throw new PaiError('model', `the server sent a frame that is not JSON: ${whole.slice(0, 120)}`, undefined, error);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PaiError('model', `the server sent an answer that is not JSON: ${text.slice(0, 120)}`, undefined, error);
  }
}
