import { expect, test } from '@jest/globals';
import { type AccessFacts, commandRule, type DecideInput, decide, editRule } from '../../../src/policy/decide.js';
import type { PathFacts } from '../../../src/policy/path-guard.js';

const inside: PathFacts = { shown: 'a.ts', inside: true, freeToRead: false };
const outside: PathFacts = { shown: '/etc/hosts', inside: false, freeToRead: false };
const secret: PathFacts = { shown: '.env', inside: true, freeToRead: false, protectedBecause: 'may hold secrets' };
const result: PathFacts = { ...secret, shown: '/home/me/.paicli/results/1.txt', inside: false, freeToRead: true };
const command = { denied: [], reasons: [], unclear: [], simple: 'npm test' };
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
  const kinds = levels.map((level) => decide({ ...cases[name]!, level, threadRules: new Set() }).kind);
  expect(kinds).toEqual(expected);
});

const ask = (facts: Partial<AccessFacts>, more: Partial<DecideInput> = {}) =>
  decide({ facts: { ...nothing, ...facts }, readOnly: false, level: 'ask', threadRules: new Set(), ...more });

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
  expect(ask({ command }).rule?.key).toBe('command:npm test');
  const threadRules = new Set([commandRule('npm test').key]);
  expect(ask({ command }, { threadRules })).toMatchObject({ kind: 'allow', rule: { key: 'command:npm test' } });
  expect(ask({ command: { ...command, simple: 'npm test x' } }, { threadRules }).kind).toBe('ask');
});

test('a rule for edits covers files in the folder and nothing else', () => {
  const threadRules = new Set([editRule.key]);
  expect(ask({ writes: [inside] }, { threadRules }).kind).toBe('allow');
  expect(ask({ writes: [inside, outside] }, { threadRules }).kind).toBe('ask');
  expect(ask({ writes: [secret] }, { threadRules }).kind).toBe('ask');
  expect(ask({ command }, { threadRules }).kind).toBe('ask');
});

test('no rule is offered for what a rule could not cover', () => {
  const { simple: _simple, ...notSimple } = command;
  expect(ask({ command: notSimple }).rule).toBeUndefined();
  expect(ask({ writes: [secret] }).rule).toBeUndefined();
  expect(ask({ reads: [outside] }, { readOnly: true }).rule).toBeUndefined();
});

test('a rule never loosens a hard denial', () => {
  const facts = { command: { ...command, denied: ['shuts the machine down'] } };
  expect(ask(facts, { threadRules: new Set(['command:npm test']) }).kind).toBe('deny');
});
