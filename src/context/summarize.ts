// Writes the summary of a stretch of conversation: one call where it fits, piece by piece where it does not, from the
// messages themselves where the model fails. Knows no log and no event.
import type { ChatMessage } from '../protocol/message.js';
import { addUsage, noUsage, type Usage } from '../protocol/usage.js';
import { extractSummary } from './extract-summary.js';
import { fitted, renderMessages, toPieces } from './render-messages.js';

/** More pieces than this are not read: the oldest are shortened away. With the call that joins them at most 9 calls. */
const mostPieces = 8;

export interface SummaryDeps {
  /** One model call without tools; `text` is undefined when it failed. Must reject only when cancelled. */
  ask(messages: ChatMessage[], maxOutputTokens: number): Promise<{ text: string | undefined; usage: Usage }>;
  tokensOf(text: string): number;
  /** What the model is told to do; the stretch itself comes as the user's message. */
  instructions: { whole: string; piece: string; join: string };
  /** Tokens a request may take, the answer left out. */
  mostInput: number;
  /** Tokens the summary may take. */
  mostOutput: number;
}

export interface Summary {
  text: string;
  method: 'model' | 'extract';
  usage: Usage;
}

/** `focus`: what the person wants kept above all. */
export async function summarize(
  messages: readonly ChatMessage[],
  deps: SummaryDeps,
  focus: string | undefined,
): Promise<Summary> {
  let usage = noUsage;
  const ask = async (instructions: string, body: string): Promise<string | undefined> => {
    const reply = await deps.ask(request(instructions, body, focus), deps.mostOutput);
    usage = addUsage(usage, reply.usage);
    return reply.text?.trim() || undefined;
  };
  const bounded = (text: string) => fitted(text, deps.mostOutput, deps.tokensOf);
  const extracted = (): Summary => ({ text: bounded(extractSummary(messages)), method: 'extract', usage });

  const { whole, piece, join } = deps.instructions;
  const room = deps.mostInput - deps.tokensOf(whole) - deps.tokensOf(focus ?? '') - 64;
  if (room < 200) return extracted();
  const pieces = toPieces(renderMessages(messages), room, deps.tokensOf);
  const first = pieces[0];
  if (first === undefined) return extracted();
  if (pieces.length === 1) return finished(await ask(whole, first));

  const parts: string[] = [];
  // The first piece holds the goal, the last ones where the work stands.
  for (const text of pieces.length > mostPieces ? [first, ...pieces.slice(1 - mostPieces)] : pieces) {
    const part = await ask(piece, text);
    if (part === undefined) return extracted();
    parts.push(fitted(part, Math.floor(room / mostPieces), deps.tokensOf));
  }
  return finished(await ask(join, parts.map((part, i) => `PART ${i + 1}:\n${part}`).join('\n\n')));

  function finished(text: string | undefined): Summary {
    return text === undefined ? extracted() : { text: bounded(text), method: 'model', usage };
  }
}

function request(instructions: string, body: string, focus: string | undefined): ChatMessage[] {
  const wish = focus ? `\n\nThe user wants this kept above all: ${focus}` : '';
  return [
    { role: 'system', text: instructions + wish },
    { role: 'user', text: `<conversation>\n${body}\n</conversation>` },
  ];
}
