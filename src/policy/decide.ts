// Allow, ask or deny: a pure function of what is known about a call. Gathers nothing; see gather-facts.ts.
import type { ApprovalLevel } from '../protocol/approval.js';
import type { CommandFacts } from './command-facts.js';
import type { PathFacts } from './path-guard.js';

/** Everything known about what a call will touch. */
export interface AccessFacts {
  reads: PathFacts[];
  writes: PathFacts[];
  command?: CommandFacts;
  network: boolean;
}

export interface DecideInput {
  facts: AccessFacts;
  /** The tool's own word that it changes nothing. */
  readOnly: boolean;
  level: ApprovalLevel;
  /** Keys of the rules a person made in this thread. */
  threadRules: ReadonlySet<string>;
}

/** What "this thread" would allow from now on. */
export interface ThreadRule {
  key: string;
  label: string;
}

export interface PolicyDecision {
  kind: 'allow' | 'ask' | 'deny';
  /** In a person's words; empty when allowed without a rule. */
  reasons: string[];
  /** With `ask`: what may be offered for the thread. With `allow`: the rule that allowed it. */
  rule?: ThreadRule;
}

export const editRule: ThreadRule = { key: 'edit files in this folder', label: 'edit files in this folder' };

/** The rule for one exact command line. */
export function commandRule(line: string): ThreadRule {
  return { key: `command:${line}`, label: `run \`${line}\`` };
}

/** Decides one call. The level never loosens a hard denial, and no level frees protected paths. */
export function decide(input: DecideInput): PolicyDecision {
  const denied = input.facts.command?.denied ?? [];
  if (denied.length > 0) return { kind: 'deny', reasons: denied };
  const reasons = reasonsToAsk(input);
  if (input.level === 'never') return underNever(input, reasons);
  if (reasons.length === 0) return { kind: 'allow', reasons: [] };
  const rule = ruleFor(input);
  if (rule === undefined) return { kind: 'ask', reasons };
  if (input.threadRules.has(rule.key))
    return { kind: 'allow', reasons: [`allowed in this thread: ${rule.label}`], rule };
  return { kind: 'ask', reasons, rule };
}

function underNever({ facts, readOnly }: DecideInput, reasons: string[]): PolicyDecision {
  if (readOnly && facts.command === undefined && facts.writes.length === 0 && reasons.length === 0)
    return { kind: 'allow', reasons: [] };
  return { kind: 'deny', reasons: ['the approval level is never: only reading in the folder is allowed', ...reasons] };
}

function reasonsToAsk({ facts, readOnly, level }: DecideInput): string[] {
  const free = level === 'all';
  const reasons = [...pathReasons('reads', facts.reads, free), ...pathReasons('writes', facts.writes, free)];
  const writesFree = free || level === 'edits';
  if (!writesFree && facts.writes.some((path) => path.inside && path.protectedBecause === undefined))
    reasons.push('writes files');
  if (facts.command) {
    if (!free) reasons.push('runs a command', ...facts.command.reasons);
    // What could not be understood may be anything, also what is denied at every level.
    reasons.push(...facts.command.unclear);
  }
  if (!free && facts.network) reasons.push('network');
  if (!free && !readOnly && facts.command === undefined && facts.writes.length === 0 && !facts.network)
    reasons.push('may change something');
  return [...new Set(reasons)];
}

function pathReasons(does: 'reads' | 'writes', paths: PathFacts[], free: boolean): string[] {
  return paths.flatMap((path) => {
    if (does === 'reads' && path.freeToRead) return [];
    if (path.protectedBecause !== undefined) return [`${does} ${path.shown}, which ${path.protectedBecause}`];
    return path.inside || free ? [] : [`${does} outside the folder: ${path.shown}`];
  });
}

/** A rule is offered only when it would answer every reason there is. */
function ruleFor({ facts, readOnly }: DecideInput): ThreadRule | undefined {
  if (facts.network) return undefined;
  const paths = [...facts.reads, ...facts.writes];
  if (!paths.every((path) => path.inside && path.protectedBecause === undefined)) return undefined;
  if (facts.command) {
    const { simple, unclear } = facts.command;
    return simple !== undefined && unclear.length === 0 && facts.writes.length === 0 ? commandRule(simple) : undefined;
  }
  return !readOnly && facts.writes.length > 0 ? editRule : undefined;
}
