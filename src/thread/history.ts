// The conversation as the model sees it, from a thread's log: without what was taken back, and with summaries in place of
// what was compacted. Pure; the system message is the prompt's business.
import type { ContextCompacted, Envelope } from '../protocol/event.js';
import type { ChatMessage, ToolCall } from '../protocol/message.js';
import { effectiveLog } from './effective-log.js';

/** Stands where a log lacks a result: a request in which a call has none is refused by servers. */
const noResult = 'Skipped: this call was not run.';
/** Shorter results are not worth a note in their place. */
const smallestCleared = 400;

/** A user's text, or a reply with the results of its calls as far as they have come. */
type Round = { user: string } | { text: string; reasoning: string; calls: ToolCall[]; results: Map<string, string> };

/** One message, and the event it begins with; that of a summary is 0. */
export interface PlacedMessage {
  seq: number;
  message: ChatMessage;
}

/**
 * All messages without the system message. Tool results follow their assistant message in call order, whatever order they came in
 * and whatever was typed meanwhile; replies with neither text nor calls are left out.
 */
export function projectHistory(envelopes: readonly Envelope[]): ChatMessage[] {
  return placedHistory(envelopes).map(({ message }) => message);
}

/** The same, each message with its place in the log, for choosing where to cut. */
export function placedHistory(envelopes: readonly Envelope[], alsoClearedThroughSeq = 0): PlacedMessage[] {
  const log = effectiveLog(envelopes);
  const { summarizedThroughSeq, standIn, ...inForce } = compactionsOf(log);
  const clearedThroughSeq = Math.max(inForce.clearedThroughSeq, alsoClearedThroughSeq);
  const rounds: (Round & { seq: number })[] = [];
  for (const { seq = Number.POSITIVE_INFINITY, event, taskId } of log) {
    // What was said inside a task is no part of the conversation; the plan's summary is.
    if (seq <= summarizedThroughSeq || taskId !== undefined) continue;
    if (event.type === 'turn.started') rounds.push({ seq, user: event.input });
    else if (event.type === 'turn.steered' || event.type === 'shell.completed') rounds.push({ seq, user: event.text });
    else if (event.type === 'snapshot.restored')
      rounds.push(...(event.text === undefined ? [] : [{ seq, user: event.text }]));
    else if (event.type === 'message.completed' && (event.text.trim() !== '' || event.calls.length > 0))
      rounds.push({ seq, text: event.text, reasoning: event.reasoning, calls: event.calls, results: new Map() });
    else if (event.type === 'tool.completed')
      addResult(rounds, event.callId, seq <= clearedThroughSeq ? clearedResult(event.text) : event.text);
  }
  const messages = rounds.flatMap((round) => messagesOf(round).map((message) => ({ seq: round.seq, message })));
  return standIn === undefined ? messages : [...standInMessages(standIn, messages[0]?.message), ...messages];
}

type InForce = Pick<ContextCompacted, 'summarizedThroughSeq' | 'clearedThroughSeq' | 'standIn'>;

/** What the compactions so far amount to; each one reaches at least as far as those before. */
function compactionsOf(log: readonly Envelope[]): InForce {
  const inForce: InForce = { summarizedThroughSeq: 0, clearedThroughSeq: 0 };
  for (const { event } of log) {
    if (event.type !== 'context.compacted') continue;
    inForce.clearedThroughSeq = Math.max(inForce.clearedThroughSeq, event.clearedThroughSeq);
    if (event.standIn === undefined) continue;
    inForce.summarizedThroughSeq = event.summarizedThroughSeq;
    inForce.standIn = event.standIn;
  }
  return inForce;
}

/** Two assistant messages running are refused by some chat templates, so that the acknowledgement goes only before a user's. */
function standInMessages(
  { user, assistant }: NonNullable<ContextCompacted['standIn']>,
  next: ChatMessage | undefined,
): PlacedMessage[] {
  const summary: ChatMessage = { role: 'user', text: user };
  if (next?.role === 'assistant') return [{ seq: 0, message: summary }];
  return [
    { seq: 0, message: summary },
    { seq: 0, message: { role: 'assistant', text: assistant, calls: [] } },
  ];
}

function clearedResult(text: string): string {
  if (text.length < smallestCleared) return text;
  return `[This result of ${text.length} characters was removed to save room. Make the call again if you need it.]`;
}

/** Goes to the newest reply with this call: ids that a server repeats from turn to turn must not reach back. */
function addResult(rounds: Round[], callId: string, text: string): void {
  const round = rounds.findLast(
    (candidate) => 'calls' in candidate && candidate.calls.some((c) => c.callId === callId),
  );
  if (round && 'results' in round) round.results.set(callId, text);
}

function messagesOf(round: Round): ChatMessage[] {
  if ('user' in round) return [{ role: 'user', text: round.user }];
  const { text, reasoning, calls, results } = round;
  return [
    { role: 'assistant', text, ...(reasoning === '' ? {} : { reasoning }), calls },
    ...calls.map(
      ({ callId, name }): ChatMessage => ({ role: 'tool', callId, name, text: results.get(callId) ?? noResult }),
    ),
  ];
}
