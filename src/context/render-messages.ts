// Messages as one text for the model that summarises them. Long results are bounded; what each line is stays visible. Pure.
import { endOf, startOf } from '../base/cut-text.js';
import type { ChatMessage, ToolCall } from '../protocol/message.js';

const mostOfResult = 1600;
const mostOfArguments = 600;

/** One entry a message. */
export function renderMessages(messages: readonly ChatMessage[]): string[] {
  return messages.flatMap((message) => {
    const text = render(message);
    return text === '' ? [] : [text];
  });
}

function render(message: ChatMessage): string {
  switch (message.role) {
    case 'system':
      return '';
    case 'user':
      return `USER:\n${message.text}`;
    case 'assistant':
      return [`ASSISTANT:\n${message.text}`, ...message.calls.map(renderCall)].join('\n');
    case 'tool':
      return `RESULT of ${message.name}:\n${shortened(message.text, mostOfResult)}`;
  }
}

const renderCall = ({ name, arguments: args }: ToolCall) => `CALL ${name} ${shortened(args, mostOfArguments)}`;

/** Beginning and end of a text, and how much is left out between. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.ceil(most * 0.7);
  const tail = most - head;
  return `${startOf(text, head)}\n[… ${text.length - most} characters left out …]\n${endOf(text, tail)}`;
}

/** Entries joined to as few pieces as fit into `mostTokens` each; an entry that is too long by itself is shortened. */
export function toPieces(entries: readonly string[], mostTokens: number, tokensOf: (text: string) => number): string[] {
  const pieces: string[] = [];
  let piece: string[] = [];
  let tokens = 0;
  for (const entry of entries) {
    const text = fitted(entry, mostTokens, tokensOf);
    const size = tokensOf(text);
    if (piece.length > 0 && tokens + size > mostTokens) {
      pieces.push(piece.join('\n\n'));
      piece = [];
      tokens = 0;
    }
    piece.push(text);
    tokens += size;
  }
  return piece.length > 0 ? [...pieces, piece.join('\n\n')] : pieces;
}

/** `text`, halved until it fits. */
export function fitted(text: string, mostTokens: number, tokensOf: (text: string) => number): string {
  let most = text.length;
  let short = text;
  while (most > 64 && tokensOf(short) > mostTokens) {
    most = Math.floor(most / 2);
    short = shortened(text, most);
  }
  return short;
}
