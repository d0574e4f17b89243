// What a person decided for later calls, as plain data, and how it reads. Matching is in match-rule.ts, storing elsewhere.

/** `line`: one exact shell line; `command`: the first words of a command; `path`: edits; `tool`: a whole tool; `host`: network access. */
export type RuleKind = 'line' | 'command' | 'path' | 'tool' | 'host';
export const ruleKinds: readonly RuleKind[] = ['line', 'command', 'path', 'tool', 'host'];

export interface Rule {
  effect: 'allow' | 'deny';
  kind: RuleKind;
  /** Words of a command, a glob, a name; what it means depends on the kind. */
  pattern: string;
  /** What it is about in words, e.g. `run commands that begin with npm test`. */
  label: string;
}

/** `project`: in one folder; `everywhere`: in all. */
export type RuleScope = 'thread' | 'project' | 'everywhere';

export interface ScopedRule extends Rule {
  scope: RuleScope;
}

export function ruleOf(effect: Rule['effect'], kind: RuleKind, pattern: string): Rule {
  return { effect, kind, pattern, label: labelOf(kind, pattern) };
}

export const isSameRule = (one: Omit<Rule, 'label'>, other: Omit<Rule, 'label'>): boolean =>
  one.effect === other.effect && one.kind === other.kind && one.pattern === other.pattern;

function labelOf(kind: RuleKind, pattern: string): string {
  switch (kind) {
    case 'line':
      return `run \`${pattern}\``;
    case 'command':
      return `run commands that begin with \`${pattern}\``;
    case 'path':
      return pattern === '**' ? 'edit files in this folder' : `edit \`${pattern}\``;
    case 'tool':
      return `use the tool ${pattern}`;
    case 'host':
      return `fetch from ${pattern}`;
  }
}
