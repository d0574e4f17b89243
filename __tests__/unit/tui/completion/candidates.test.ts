import { expect, test } from '@jest/globals';
import { argumentsOf, fileCandidates, slashCandidates } from '../../../../src/tui/completion/candidates.js';
import type { SlashCommand } from '../../../../src/tui/slash-commands.js';

const command = (name: string, argument?: string): SlashCommand => ({
  name,
  ...(argument === undefined ? {} : { argument }),
  does: `does ${name}`,
  read: () => ({ kind: 'help' }),
});
const commands = [command('model', '[MODEL]'), command('resume'), command('mode', 'react|plan'), command('cancel')];
const words = (kind: 'command' | 'argument', text: string, name = 'mode') =>
  slashCandidates({ kind, start: 1, text, command: name }, commands).map(({ word }) => word);

test('the name itself comes first, then what begins so, then what has the letters in order', () => {
  expect(words('command', 'mode')).toEqual(['mode', 'model']);
  expect(words('command', 'cl')).toEqual(['cancel']);
  expect(words('command', 'x')).toEqual([]);
});

test('a command with arguments leaves a blank to write them after', () => {
  const inserts = slashCandidates({ kind: 'command', start: 1, text: '' }, commands).map(({ insert }) => insert);
  expect(inserts).toEqual(['model ', 'resume', 'mode ', 'cancel']);
});

test('an argument that is one of a few is completed, any other is not', () => {
  expect(words('argument', '')).toEqual(['react', 'plan']);
  expect(words('argument', 'p')).toEqual(['plan']);
  expect(words('argument', '', 'model')).toEqual([]);
  expect(words('argument', '', 'nothing')).toEqual([]);
});

test.each([
  ['on|off', ['on', 'off']],
  ['[ask|edits|all]', ['ask', 'edits', 'all']],
  ['[md|json] [FILE]', ['md', 'json']],
  ['[MODEL]', []],
])('the words of %j', (argument, expected) => {
  expect(argumentsOf(command('x', argument))).toEqual(expected);
});

test('a command may name its words itself', () => {
  expect(argumentsOf({ ...command('theme', '[NAME]'), choices: () => ['dark', 'light'] })).toEqual(['dark', 'light']);
});

test('a file name cannot bring controls into the draft', () => {
  expect(fileCandidates(['a\x1b[31m.txt'])[0]?.insert).toBe('a␛[31m.txt ');
});
