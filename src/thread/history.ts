// The conversation as the model sees it, from a thread's log. Pure; the system message is the prompt's business.
import type { Envelope } from '../protocol/event.js';
import type { ChatMessage, ToolCall } from '../protocol/message.js';

/** Stands where a log lacks a result: a request in which a call has none is refused by servers. */
const noResult = 'Skipped: this call was not run.';

/** A user's text, or a reply with the results of its calls as far as they have come. */
type Round = { user: string } | { text: string; reasoning: string; calls: ToolCall[]; results: Map<string, string> };

/**
 * All messages without the system message. Tool results follow their assistant message in call order, whatever order they came in
 * and whatever was typed meanwhile; replies with neither text nor calls are left out.
 */
export function projectHistory(envelopes: Envelope[]): ChatMessage[] {
  const rounds: Round[] = [];
  for (const { event } of envelopes) {
    if (event.type === 'turn.started') rounds.push({ user: event.input });
    else if (event.type === 'turn.steered' || event.type === 'shell.completed') rounds.push({ user: event.text });
    else if (event.type === 'message.completed' && (event.text.trim() !== '' || event.calls.length > 0))
      rounds.push({ text: event.text, reasoning: event.reasoning, calls: event.calls, results: new Map() });
    else if (event.type === 'tool.completed') addResult(rounds, event.callId, event.text);
  }
  return rounds.flatMap(messagesOf);
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
