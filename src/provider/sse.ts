// Server-sent events from raw bytes. Owns framing only: what a frame says is the reader's business.
// The openai package has a decoder of its own, but it loses a last frame without a blank line and trips over events without data.

export interface SseFrame {
  event: string;
  /** One entry a `data:` line. */
  lines: string[];
  /** False when the bytes ended before the frame's blank line. */
  closed: boolean;
}

/** Frames of a byte stream, as they become whole; frames without data (comments, ids, retry) are left out. */
export async function* readSse(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<SseFrame> {
  const decoder = new TextDecoder();
  const lines = createLineSplitter();
  const frames = createFrameBuilder();
  for await (const chunk of bytes) {
    for (const line of lines.push(decoder.decode(chunk, { stream: true }))) {
      const frame = frames.line(line);
      if (frame) yield frame;
    }
  }
  for (const line of lines.push(decoder.decode())) {
    const frame = frames.line(line);
    if (frame) yield frame;
  }
  const last = frames.end(lines.rest());
  if (last) yield last;
}

/** Lines ended by LF, CR or CRLF, also when a CRLF is cut between two chunks. */
function createLineSplitter() {
  let rest = '';
  let afterReturn = false;
  return {
    push(text: string): string[] {
      if (text === '') return [];
      const fresh = afterReturn && text.startsWith('\n') ? text.slice(1) : text;
      afterReturn = text.endsWith('\r');
      if (!/[\r\n]/.test(fresh)) {
        rest += fresh;
        return [];
      }
      const lines = (rest + fresh).split(/\r\n|\n|\r/);
      rest = lines.pop() ?? '';
      return lines;
    },
    rest: () => rest,
  };
}

function createFrameBuilder() {
  let event = '';
  let data: string[] = [];
  function take(closed: boolean): SseFrame | undefined {
    const frame = data.length > 0 ? { event, lines: data, closed } : undefined;
    event = '';
    data = [];
    return frame;
  }
  function line(text: string): SseFrame | undefined {
    if (text === '') return take(true);
    const colon = text.indexOf(':');
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    if (field === 'event') event = value;
    return undefined;
  }
  return {
    line,
    end(rest: string): SseFrame | undefined {
      if (rest !== '') line(rest);
      return take(false);
    },
  };
}
