// Which mode an input is taken in when the person named none: by its features, and where they are not sure by a word of the
// model. Low confidence means react.
import * as z from 'zod';
import type { ChatMessage } from '../protocol/message.js';
import { noUsage, type Usage } from '../protocol/usage.js';
import { findJson } from './find-json.js';
import type { PlannerReply } from './planner.js';
import { type Route, routeInput } from './route-input.js';

export type Routing = 'off' | 'suggest' | 'auto';

export interface RouteDecision {
  /** What the turn runs in. */
  mode: 'react' | 'plan';
  /** A plan would do, and is only to be offered. */
  suggestion?: string;
  reason: string;
  confidence: number;
  by: 'features' | 'model';
  usage: Usage;
}

export interface RouteDeps {
  routing: Routing;
  prompts: { load(name: string): string };
  /** One call of the model without tools; asked in `auto` only, and only where the features are not sure. */
  ask(messages: ChatMessage[]): Promise<PlannerReply>;
}

const leastConfidence = 0.7;
const mostOfInput = 4000;
const answerSchema = z.object({
  mode: z.enum(['react', 'plan']),
  confidence: z.number().min(0).max(1),
  reason: z.string().default(''),
});

/** Rejects only when `ask` does. */
export async function decideRoute(input: string, deps: RouteDeps): Promise<RouteDecision> {
  const route = routeInput(input);
  const { reason, confidence } = route;
  const stay: RouteDecision = { mode: 'react', reason, confidence, by: 'features', usage: noUsage };
  if (deps.routing === 'off') return stay;
  if (deps.routing === 'suggest') return route.mode === 'plan' ? { ...stay, suggestion: suggestionFor(route) } : stay;
  if (!route.isUnsure) return { ...stay, mode: route.mode };
  return askedModel(input, deps, stay);
}

/** One line. */
function suggestionFor({ reason }: Pick<Route, 'reason'>): string {
  return `This looks like several steps (${reason}): Alt+P makes a plan of it`;
}

async function askedModel(input: string, { ask, prompts }: RouteDeps, stay: RouteDecision): Promise<RouteDecision> {
  const { text, finishReason, usage, error } = await ask([
    { role: 'system', text: prompts.load('context/route') },
    { role: 'user', text: `<request>\n${input.slice(0, mostOfInput)}\n</request>` },
  ]);
  if (error !== undefined || finishReason === 'length') return { ...stay, usage };
  const found = findJson(text).findLast(({ kind }) => kind === 'value');
  const answer = answerSchema.safeParse(found?.kind === 'value' ? found.value : undefined);
  if (!answer.success) return { ...stay, usage };
  const { mode, confidence, reason } = answer.data;
  const taken = confidence >= leastConfidence ? mode : 'react';
  return { mode: taken, confidence, reason: reason.slice(0, 200), by: 'model', usage };
}
