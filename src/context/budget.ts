// How much of a model's window a conversation may take before it is made smaller. Pure arithmetic; all counts are tokens.

export interface ContextBudget {
  window: number;
  /** What every request carries: system message and tools. */
  fixed: number;
  /** A context of this size or more is compacted before the next request. */
  trigger: number;
  /** What a compaction aims at. */
  target: number;
  /** Nothing larger is sent: the answer would have no room. */
  most: number;
}

const mostReserved = 20_000;
const mostMargin = 13_000;
const mostOutput = 8192;
const shareOfRoom = 0.8;
const targetShare = 0.55;

export interface BudgetFacts {
  window: number;
  fixed: number;
  /** The model's own limit for one answer, where it is known. */
  maxOutput?: number;
}

/** A window of 128,000 is compacted at 95,000, unless system message and tools leave less room than that. */
export function budgetFor({ window, fixed, maxOutput = mostOutput }: BudgetFacts): ContextBudget {
  const output = Math.floor(Math.min(maxOutput, mostOutput, window / 8));
  const byWindow = window - Math.min(mostReserved, window / 4) - Math.min(mostMargin, window / 8);
  const byRoom = fixed + shareOfRoom * Math.max(0, window - output - fixed);
  const trigger = Math.floor(Math.min(byWindow, byRoom));
  return { window, fixed, trigger, target: Math.floor(trigger * targetShare), most: window - Math.min(output, 256) };
}

/** Tokens that one result of a tool may take: a quarter of the window. */
export function resultTokensFor(window: number): number {
  return Math.floor(window / 4);
}
