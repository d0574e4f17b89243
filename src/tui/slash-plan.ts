// What `/plan` says: a goal, the next message, the newest plan, or the one that was interrupted.
import { resumePlanInput } from '../protocol/plan.js';
import type { SlashAction } from './slash-commands.js';

export function readPlan(argument: string): SlashAction {
  if (argument === '') return { kind: 'plan-next' };
  if (argument === 'last') return { kind: 'plan-last' };
  if (argument === 'resume')
    return { kind: 'command', command: { type: 'turn.start', input: resumePlanInput, mode: 'plan' } };
  return { kind: 'command', command: { type: 'turn.start', input: argument, mode: 'plan' } };
}
