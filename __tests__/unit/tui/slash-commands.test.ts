import { expect, test } from '@jest/globals';
import { readSlashCommand, slashCommands } from '../../../src/tui/slash-commands.js';

test('every command of the table is found by its name', () => {
  for (const { name } of slashCommands) {
    const action = readSlashCommand(`/${name}`);
    if (action.kind === 'refused') expect(action.reason).not.toContain('there is no command');
  }
});

test.each([
  ['/exi', '/exit'],
  ['/modle x', '/model'],
  ['/aprovals', '/approvals'],
])('%s is refused and %s named', (line, near) => {
  expect(readSlashCommand(line)).toMatchObject({ kind: 'refused', reason: expect.stringContaining(near) });
});

test('what is like no command is refused with a way to send it all the same', () => {
  const action = readSlashCommand('/usr/local/bin is missing');
  expect(action).toMatchObject({ kind: 'refused', reason: expect.stringContaining('blank') });
});

test('an argument keeps its case and inner blanks', () => {
  expect(readSlashCommand('/model  Org/Model v2 ')).toEqual({
    kind: 'command',
    command: { type: 'settings.change', model: 'Org/Model v2' },
  });
});
