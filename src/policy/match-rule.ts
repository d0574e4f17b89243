// Does a rule speak about a call? Pure. Allowing is read narrowly, denying widely.
import type { CommandFacts, CommandPart } from './command-facts.js';
import type { AccessFacts } from './decide.js';
import type { Rule } from './rule.js';
import { goesBeyondRule } from './rule-arguments.js';

export interface CallFacts {
  tool: string;
  facts: AccessFacts;
}

/** The rule that forbids the call, if any. */
export function denyingRule<R extends Rule>(rules: readonly R[], call: CallFacts): R | undefined {
  return rules.find((rule) => rule.effect === 'deny' && denies(rule, call));
}

function denies({ kind, pattern }: Rule, { tool, facts }: CallFacts): boolean {
  switch (kind) {
    case 'tool':
      return fitsName(pattern, tool);
    case 'host':
      return facts.host !== undefined && fitsHost(pattern, facts.host);
    case 'path':
      return facts.writes.some(({ shown }) => fitsPath(pattern, shown));
    case 'line':
      return facts.command?.simple === pattern || (facts.command?.parts ?? []).some(({ line }) => line === pattern);
    case 'command':
      return (facts.command?.programs ?? []).some((words) => mayBegin(words, pattern.split(' ')));
  }
}

/** Options may stand between the words of the rule, each with a value; what is not known may be anything. */
function mayBegin(words: readonly (string | undefined)[], rule: readonly string[]): boolean {
  const [program, ...rest] = words;
  if (program === undefined || nameOf(program) !== nameOf(rule[0] ?? '')) return false;
  let wanted = 1;
  let mayBeValue = false;
  for (const word of rest) {
    if (wanted >= rule.length) return true;
    if (word === undefined || word === rule[wanted]) {
      wanted++;
      mayBeValue = false;
    } else if (word.startsWith('-')) mayBeValue = !word.includes('=');
    else if (mayBeValue) mayBeValue = false;
    else return false;
  }
  return wanted >= rule.length;
}

const nameOf = (program: string) => program.slice(program.lastIndexOf('/') + 1);

/** The first of the rules that together allow all of the line; undefined when some command of it needs asking. */
export function ruleForCommand<R extends Rule>(rules: readonly R[], facts: AccessFacts): R | undefined {
  const { command } = facts;
  if (command === undefined || isBeyondRules(command)) return undefined;
  const whole = rules.find(({ effect, kind, pattern }) => isLine(effect, kind) && pattern === command.simple);
  if (whole) return whole;
  let first: R | undefined;
  for (const part of command.parts ?? []) {
    const rule = rules.find((candidate) => allowsPart(candidate, part));
    if (rule === undefined && !part.isHarmless) return undefined;
    first ??= rule;
  }
  return first;
}

/** No rule frees what could not be understood, nor what is asked at every level. */
export const isBeyondRules = ({ denied, unclear, always = [] }: CommandFacts): boolean =>
  denied.length + unclear.length + always.length > 0;

const isLine = (effect: Rule['effect'], kind: Rule['kind']) => effect === 'allow' && kind === 'line';

function allowsPart({ effect, kind, pattern }: Rule, part: CommandPart): boolean {
  if (effect !== 'allow') return false;
  if (kind === 'line') return part.line === pattern;
  return kind === 'command' && beginsWith(part, pattern.split(' '));
}

/** The words of the rule, then nothing but arguments that stay within it. */
export function beginsWith({ words, hasLeadingPattern }: CommandPart, prefix: readonly string[]): boolean {
  if (hasLeadingPattern || words.length < prefix.length) return false;
  if (!prefix.every((word, at) => words[at] === word)) return false;
  return words.slice(prefix.length).every((word) => !goesBeyondRule(prefix[0]!, word));
}

/** The first of the rules that together allow every path. */
export function ruleForWrites<R extends Rule>(rules: readonly R[], { writes }: AccessFacts): R | undefined {
  const found = writes.map(({ shown }) =>
    rules.find(({ effect, kind, pattern }) => effect === 'allow' && kind === 'path' && fitsPath(pattern, shown)),
  );
  return found.every((rule) => rule !== undefined) ? found[0] : undefined;
}

/** The rule that allows a call that neither writes files nor runs a command. */
export function ruleForTool<R extends Rule>(rules: readonly R[], { tool, facts }: CallFacts): R | undefined {
  return rules.find(({ effect, kind, pattern }) => {
    if (effect !== 'allow') return false;
    if (kind === 'tool') return fitsName(pattern, tool);
    return kind === 'host' && facts.network && facts.host !== undefined && fitsHost(pattern, facts.host);
  });
}

/** `*` at the end stands for any ending, e.g. all tools of one server. */
function fitsName(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** `*.example.com` stands for the names below it. */
function fitsHost(pattern: string, host: string): boolean {
  const wanted = pattern.toLowerCase();
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted;
}

/** `**` stands for any folders, `*` and `?` for part of a name. */
function fitsPath(pattern: string, path: string): boolean {
  if (pattern === '**') return !path.startsWith('/');
  const source = pattern.replace(/\*\*\/|\*\*|\*|\?|[\\^$.|+()[\]{}]/g, (found) => {
    if (found === '**/') return '(?:[^/]+/)*';
    if (found === '**') return '.+';
    if (found === '*') return '[^/]*';
    return found === '?' ? '[^/]' : `\\${found}`;
  });
  return new RegExp(`^${source}$`, 's').test(path);
}
