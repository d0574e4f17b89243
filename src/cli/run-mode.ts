// In which mode `paicli run` takes its turn, and where the plan comes from: the flags, checked against each other.
import { PaiError } from '../base/error.js';
import type { EngineInit } from '../engine/engine-init.js';
import type { Mode } from '../protocol/event.js';
import { resumePlanInput } from '../protocol/plan.js';
import { text } from './engine-init.js';
import type { ParsedLine } from './options.js';
import { readPlanFile } from './plan-file.js';

export interface RunMode {
  /** Absent: the engine's. */
  mode?: Mode;
  /** What the turn is sent in place of a prompt. */
  input?: string;
  /** For the engine's start. */
  init: Pick<EngineInit, 'mode' | 'plan' | 'planOnly' | 'reviewPlans'>;
}

const modes = ['react', 'plan', 'team', 'auto'] as const;

/** The mode that a flag asks for. Throws PaiError('usage'). */
export function modeOf(given: string | undefined): (typeof modes)[number] | undefined {
  if (given === undefined) return undefined;
  const found = modes.find((mode) => mode === given);
  if (found) return found;
  throw new PaiError('usage', `--mode: "${given}" is not one of ${modes.join(', ')}`);
}

/** Throws PaiError('usage' | 'not-found') in one line. */
export function runMode({ values, positionals }: ParsedLine): RunMode {
  const given = modeOf(text(values.mode));
  const file = text(values['plan-file']);
  const isOnly = values['plan-only'] === true;
  const isResume = values['plan-resume'] === true;
  const flag = file !== undefined ? 'plan-file' : isResume ? 'plan-resume' : isOnly ? 'plan-only' : undefined;
  if (flag === undefined)
    return { ...(given === 'auto' || given === undefined ? {} : { mode: given }), init: initFor(given) };
  if (given !== undefined && given !== 'plan' && given !== 'team')
    throw new PaiError('usage', `--${flag} is for --mode plan and team, not for ${given}`);
  const hasPrompt = positionals.join('').trim() !== '';
  if (flag !== 'plan-only' && hasPrompt)
    throw new PaiError('usage', `--${flag} takes no prompt`, 'The plan has its goal.');
  if (isResume && values.resume === undefined)
    throw new PaiError('usage', '--plan-resume needs the thread of the plan', 'Name it with --resume THREAD.');
  const mode = given ?? 'plan';
  const init = { ...initFor(mode), ...(isOnly ? { planOnly: true } : {}) };
  if (isResume) return { mode, input: resumePlanInput, init };
  if (file === undefined) return { mode, init };
  const plan = readPlanFile(file);
  return { mode, input: plan.goal, init: { ...init, plan } };
}

/** Whoever starts a run has decided that it runs. */
function initFor(mode: EngineInit['mode']): RunMode['init'] {
  return { reviewPlans: false, ...(mode === undefined ? {} : { mode }) };
}
