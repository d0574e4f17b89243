// A running turn taken over by a plan: what was asked and done so far becomes the plan's goal.
import { goalFromTurn } from '../plan/goal-from-turn.js';
import type { Prompts } from '../prompt/load-prompt.js';
import type { Envelope } from '../protocol/event.js';

/** The plan's input, from the events of the turn so far. */
export function planInput(turn: readonly Envelope[], prompts: Pick<Prompts, 'load'>): string {
  const titles = new Map<string, { name: string; title: string }>();
  const calls: { name: string; title: string; outcome: string }[] = [];
  const steered: string[] = [];
  let input = '';
  for (const { event } of turn) {
    if (event.type === 'turn.started') input = event.input;
    if (event.type === 'turn.steered' && event.by !== 'engine') steered.push(event.text);
    if (event.type === 'tool.called') titles.set(event.callId, { name: event.name, title: event.title });
    const called = event.type === 'tool.completed' ? titles.get(event.callId) : undefined;
    if (called && event.type === 'tool.completed') calls.push({ ...called, outcome: event.outcome });
  }
  const { goal, requirements } = goalFromTurn({ input, steered, calls }, prompts);
  return [goal, ...requirements.map((text) => `Also: ${text}`)].join('\n\n');
}
