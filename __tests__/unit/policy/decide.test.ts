import { expect, test } from '@jest/globals';
import { type AccessFacts, type DecideInput, decide } from '../../../src/policy/decide.js';
import type { PathFacts } from '../../../src/policy/path-guard.js';
import { type Rule, ruleOf, type ScopedRule } from '../../../src/policy/rule.js';

const inside: PathFacts = { shown: 'a.ts', inside: true, freeToRead: false };
const outside: PathFacts = { shown: '/etc/hosts', inside: false, freeToRead: false };
const secret: PathFacts = { shown: '.env', inside: true, freeToRead: false, protectedBecause: 'may hold secrets' };
const result: PathFacts = { ...secret, shown: '/home/me/.paicli/results/1.txt', inside: false, freeToRead: true };
const command = { denied: [], reasons: [], unclear: [], simple: 'npm test', programs: [['npm', 'test']] };
const always = (...rules: Rule[]): ScopedRule[] => rules.map((rule) => ({ ...rule, scope: 'project' }));
const inThread = (...rules: Rule[]): ScopedRule[] => rules.map((rule) => ({ ...rule, scope: 'thread' }));
const commandRule = (line: string) => ruleOf('allow', 'line', line);
const editRule = ruleOf('allow', 'path', '**');
const nothing: AccessFacts = { reads: [], writes: [], network: false };

const cases: Record<string, { facts: AccessFacts; readOnly: boolean }> = {
  'read inside': { facts: { ...nothing, reads: [inside] }, readOnly: true },
  'read outside': { facts: { ...nothing, reads: [outside] }, readOnly: true },
  'read protected': { facts: { ...nothing, reads: [secret] }, readOnly: true },
  'read a saved result': { facts: { ...nothing, reads: [result] }, readOnly: true },
  'write inside': { facts: { ...nothing, writes: [inside] }, readOnly: false },
  'write outside': { facts: { ...nothing, writes: [outside] }, readOnly: false },
  'write protected': { facts: { ...nothing, writes: [secret] }, readOnly: false },
  'write a saved result': { facts: { ...nothing, writes: [result] }, readOnly: false },
  command: { facts: { ...nothing, command }, readOnly: false },
  'denied command': { facts: { ...nothing, command: { ...command, denied: ['is a fork bomb'] } }, readOnly: false },
  'unclear command': { facts: { ...nothing, command: { ...command, unclear: ['runs hidden text'] } }, readOnly: false },
  network: { facts: { ...nothing, network: true }, readOnly: false },
  'unknown effect': { facts: nothing, readOnly: false },
};

test.each([
  //                       ask      edits    all      never
  ['read inside', 'allow', 'allow', 'allow', 'allow'],
  ['read outside', 'ask', 'ask', 'allow', 'deny'],
  ['read protected', 'ask', 'ask', 'ask', 'deny'],
  ['read a saved result', 'allow', 'allow', 'allow', 'allow'],
  ['write inside', 'ask', 'allow', 'allow', 'deny'],
  ['write outside', 'ask', 'ask', 'allow', 'deny'],
  ['write protected', 'ask', 'ask', 'ask', 'deny'],
  ['write a saved result', 'ask', 'ask', 'ask', 'deny'],
  ['command', 'ask', 'ask', 'allow', 'deny'],
  ['denied command', 'deny', 'deny', 'deny', 'deny'],
  ['unclear command', 'ask', 'ask', 'ask', 'deny'],
  ['network', 'ask', 'ask', 'allow', 'deny'],
  ['unknown effect', 'ask', 'ask', 'allow', 'deny'],
])('%s: ask %s, edits %s, all %s, never %s', (name, ...expected) => {
  const levels = ['ask', 'edits', 'all', 'never'] as const;
  const kinds = levels.map((level) => decide({ ...cases[name]!, tool: 'any', level, rules: [] }).kind);
  expect(kinds).toEqual(expected);
});

const ask = (facts: Partial<AccessFacts>, more: Partial<DecideInput> = {}) =>
  decide({ facts: { ...nothing, ...facts }, tool: 'any', readOnly: false, level: 'ask', rules: [], ...more });

test('reasons are words for a person', () => {
  expect(ask({ writes: [inside, outside, secret], network: true }).reasons).toEqual([
    'writes outside the folder: /etc/hosts',
    'writes .env, which may hold secrets',
    'writes files',
    'network',
  ]);
  expect(ask({ command: { ...command, reasons: ['deletes recursively'] } }).reasons).toEqual([
    'runs a command',
    'deletes recursively',
  ]);
});

test('the rule for the thread is the exact command line', () => {
  expect(ask({ command }).rule).toEqual(commandRule('npm test'));
  const rules = inThread(commandRule('npm test'));
  expect(ask({ command }, { rules })).toMatchObject({
    kind: 'allow',
    reasons: ['allowed in this thread: run `npm test`'],
    rule: { pattern: 'npm test' },
  });
  expect(ask({ command: { ...command, simple: 'npm test x' } }, { rules }).kind).toBe('ask');
});

test('a rule for edits covers files in the folder and nothing else', () => {
  const rules = inThread(editRule);
  expect(ask({ writes: [inside] }, { rules }).kind).toBe('allow');
  expect(ask({ writes: [inside, outside] }, { rules }).kind).toBe('ask');
  expect(ask({ writes: [secret] }, { rules }).kind).toBe('ask');
  expect(ask({ command }, { rules }).kind).toBe('ask');
});

test('no rule is offered for what a rule could not cover', () => {
  const { simple: _simple, ...notSimple } = command;
  const cases = [
    ask({ command: notSimple }),
    ask({ command: { ...command, unclear: ['runs hidden text'] } }),
    ask({ command: { ...command, always: ['reads .env'] } }),
    ask({ writes: [secret] }),
    ask({ reads: [outside] }, { readOnly: true }),
    ask({ writes: [inside], network: true }),
  ];
  for (const decision of cases) {
    expect(decision.kind).toBe('ask');
    expect(decision.rule ?? decision.always).toBeUndefined();
  }
});

test.each([
  ['a path', { writes: [inside] }, ruleOf('allow', 'path', 'a.ts')],
  [
    'a folder',
    {
      writes: [
        { ...inside, shown: 'src/ui/a.ts' },
        { ...inside, shown: 'src/b.ts' },
      ],
    },
    ruleOf('allow', 'path', 'src/**'),
  ],
  ['a host', { network: true, host: 'example.com' }, ruleOf('allow', 'host', 'example.com')],
  ['a tool', { network: true }, ruleOf('allow', 'tool', 'any')],
])('the rule offered for ever for %s answers the same call next time', (_, facts, rule) => {
  expect(ask(facts).always).toEqual(rule);
  expect(ask(facts, { rules: always(rule) })).toMatchObject({ kind: 'allow', rule });
});

test('files without a folder of their own in common are not offered for ever', () => {
  expect(ask({ writes: [inside, { ...inside, shown: 'b.ts' }] }).always).toBeUndefined();
});

test.each([
  ['path', { writes: [{ ...inside, shown: 'docs/a.md' }] }, 'docs/**'],
  ['tool', {}, 'an*'],
  ['host', { network: true, host: 'a.example.com' }, '*.example.com'],
  ['command', { command }, 'npm'],
  ['line', { command }, 'npm test'],
] as const)('a rule that denies a %s wins over every level and over rules that allow', (kind, facts, pattern) => {
  const rules = [
    ...always(
      editRule,
      ruleOf('allow', 'tool', 'any'),
      ruleOf('allow', 'host', 'a.example.com'),
      commandRule('npm test'),
    ),
    ...inThread(ruleOf('deny', kind, pattern)),
  ];
  for (const level of ['ask', 'edits', 'all', 'never'] as const)
    expect(ask(facts as Partial<AccessFacts>, { rules, level }).kind).toBe('deny');
});

test('a rule never loosens a hard denial, the level never, or protected paths', () => {
  const facts = { command: { ...command, denied: ['shuts the machine down'] } };
  const rules = always(commandRule('npm test'), editRule, ruleOf('allow', 'path', '.env'));
  expect(ask(facts, { rules }).kind).toBe('deny');
  expect(ask({ command }, { rules, level: 'never' }).kind).toBe('deny');
  expect(ask({ writes: [inside] }, { rules, level: 'never' }).kind).toBe('deny');
  expect(ask({ writes: [secret] }, { rules }).kind).toBe('ask');
});

test('a rule about a tool frees neither files nor commands', () => {
  const rules = always(ruleOf('allow', 'tool', 'any'));
  expect(ask({ writes: [inside] }, { rules }).kind).toBe('ask');
  expect(ask({ command }, { rules }).kind).toBe('ask');
  expect(ask({}, { rules }).kind).toBe('allow');
});
