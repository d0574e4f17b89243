// Allow, ask or deny: a pure function of what is known about a call. Gathers nothing; see gather-facts.ts.
import type { ApprovalLevel } from '../protocol/approval.js';
import type { CommandFacts } from './command-facts.js';
import { denyingRule, ruleForCommand, ruleForTool, ruleForWrites } from './match-rule.js';
import { alwaysRule, threadRule } from './offer-rule.js';
import type { PathFacts } from './path-guard.js';
import type { Rule, ScopedRule } from './rule.js';

/** Everything known about what a call will touch. */
export interface AccessFacts {
  reads: PathFacts[];
  writes: PathFacts[];
  command?: CommandFacts;
  network: boolean;
  /** Name of the server that it speaks to, where that is known. */
  host?: string;
  /** Why it is asked about at every level. */
  always?: string;
}

export interface DecideInput {
  tool: string;
  facts: AccessFacts;
  /** The tool's own word that it changes nothing. */
  readOnly: boolean;
  level: ApprovalLevel;
  /** What the person decided before, those of the thread first. */
  rules: readonly ScopedRule[];
}

export interface PolicyDecision {
  kind: 'allow' | 'ask' | 'deny';
  /** In a person's words; empty when allowed without a rule. */
  reasons: string[];
  /** With `ask`: what may be offered for the thread. With `allow` or `deny`: the rule that decided. */
  rule?: Rule;
  /** With `ask`: what may be offered for ever, in this project. */
  always?: Rule;
}

/**
 * Decides one call. The level never loosens a hard denial nor a rule that denies, and neither level nor rule frees
 * protected paths.
 */
export function decide(input: DecideInput): PolicyDecision {
  const denied = input.facts.command?.denied ?? [];
  if (denied.length > 0) return { kind: 'deny', reasons: denied };
  const denying = denyingRule(input.rules, input);
  if (denying) return { kind: 'deny', reasons: [`a rule of the user forbids it: ${denying.label}`], rule: denying };
  const reasons = reasonsToAsk(input);
  if (input.level === 'never') return underNever(input, reasons);
  if (reasons.length === 0) return { kind: 'allow', reasons: [] };
  if (!isWithinRules(input)) return { kind: 'ask', reasons };
  const allowing = allowingRule(input);
  if (allowing) {
    const since = allowing.scope === 'thread' ? 'allowed in this thread' : 'always allowed';
    return { kind: 'allow', reasons: [`${since}: ${allowing.label}`], rule: allowing };
  }
  const rule = threadRule(input);
  const always = alwaysRule(input);
  return { kind: 'ask', reasons, ...(rule ? { rule } : {}), ...(always ? { always } : {}) };
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
    // Commands that do nothing but read in the folder are as free as reading is.
    if (!free && facts.command.onlyReads !== true) reasons.push('runs a command', ...facts.command.reasons);
    // What could not be understood may be anything, also what is denied at every level.
    reasons.push(...facts.command.unclear, ...(facts.command.always ?? []));
  }
  if (!free && facts.network) reasons.push('network');
  if (!free && !readOnly && !facts.always && facts.command === undefined && facts.writes.length === 0 && !facts.network)
    reasons.push('may change something');
  if (facts.always !== undefined) reasons.push(facts.always);
  return [...new Set(reasons)];
}

function pathReasons(does: 'reads' | 'writes', paths: PathFacts[], free: boolean): string[] {
  return paths.flatMap((path) => {
    if (does === 'reads' && path.freeToRead) return [];
    const because = path.protectedBecause ?? (does === 'writes' ? path.persistentBecause : undefined);
    if (because !== undefined) return [`${does} ${path.shown}, which ${because}`];
    return path.inside || free ? [] : [`${does} outside the folder: ${path.shown}`];
  });
}

/** No rule speaks about protected paths, about places outside, or about what could not be understood. */
function isWithinRules({ facts: { reads, writes, command, network, always } }: DecideInput): boolean {
  if (always !== undefined) return false;
  const isFree = (path: PathFacts) => path.inside && path.protectedBecause === undefined;
  const isFreeToWrite = (path: PathFacts) => isFree(path) && path.persistentBecause === undefined;
  if (!reads.every((path) => path.freeToRead || isFree(path)) || !writes.every(isFreeToWrite)) return false;
  return command === undefined ? !(network && writes.length > 0) : writes.length === 0 && !network;
}

function allowingRule(input: DecideInput): ScopedRule | undefined {
  const { facts, rules } = input;
  if (facts.command) return ruleForCommand(rules, facts);
  return facts.writes.length > 0 ? ruleForWrites(rules, facts) : ruleForTool(rules, input);
}
