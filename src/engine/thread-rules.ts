// Rules that hold for one thread: kept in memory, gone with the session.
import { isSameRule, type Rule, type ScopedRule } from '../policy/rule.js';

export function addRule(rules: Rule[], rule: Rule): void {
  if (!rules.some((known) => isSameRule(known, rule))) rules.push(rule);
}

export const inThread = (rules: readonly Rule[]): ScopedRule[] => rules.map((rule) => ({ ...rule, scope: 'thread' }));
