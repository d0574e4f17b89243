// What a plan is to reach that takes over a turn which runs already: its input and a short word on what was done so far.
import { fillText } from '../base/fill-text.js';

export interface TurnSoFar {
  input: string;
  /** What the person said to it meanwhile. */
  steered: readonly string[];
  /** Its calls in order; `title` says to what, e.g. a path or a command. */
  calls: readonly { name: string; title: string; outcome: string }[];
}

const mostCalls = 20;
const mostOfTitle = 120;

/** The goal, and further wishes for the planner. */
export function goalFromTurn(
  { input, steered, calls }: TurnSoFar,
  prompts: { load(name: string): string },
): { goal: string; requirements: string[] } {
  const requirements = steered.filter((text) => text.trim() !== '');
  if (calls.length === 0) return { goal: input.trim(), requirements };
  const left = calls.length - mostCalls;
  const done = [
    ...(left > 0 ? [`- … ${left} earlier calls`] : []),
    ...calls.slice(-mostCalls).map(({ name, title, outcome }) => `- ${name} ${oneLine(title)}: ${outcome}`),
  ];
  const goal = fillText(prompts.load('context/plan-from-turn'), { input: input.trim(), done: done.join('\n') });
  return { goal, requirements };
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, mostOfTitle);
