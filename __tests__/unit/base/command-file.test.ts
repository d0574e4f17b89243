import { expect, test } from '@jest/globals';
import { aboutCommand, commandNameOf, expandCommand, takesArguments } from '../../../src/base/command-file.js';

const command = (text: string) => ({ name: 'x', text });

test('the name is the file name; what could be mistaken for something else is none', () => {
  expect(commandNameOf('fix-2_all.md')).toBe('fix-2_all');
  for (const name of ['Fix.md', '.md', '-a.md', 'a b.md', 'a.txt', '../a.md', `${'a'.repeat(60)}.md`])
    expect(commandNameOf(name)).toBeUndefined();
});

test('the arguments stand in each place, as they were given', () => {
  const file = command('Fix $ARGUMENTS, then say that $ARGUMENTS is fixed.\n');
  expect(takesArguments(file)).toBe(true);
  expect(expandCommand(file, "a $& $' b")).toBe("Fix a $& $' b, then say that a $& $' b is fixed.");
});

test('arguments of a command without a place for them come behind it', () => {
  expect(expandCommand(command('Run the tests.\n'), 'only unit')).toBe('Run the tests.\n\nonly unit');
  expect(expandCommand(command('Run the tests.\n'), '')).toBe('Run the tests.');
});

test('it is described by its first line, or by the description at its head, which is not sent', () => {
  expect(aboutCommand(command('\n# Review a change\n\nLook at it.'))).toBe('Review a change');
  const withHead = command('---\r\ndescription: "Looks at a change"\r\nmodel: x\r\n---\r\nLook at it.\r\n');
  expect(aboutCommand(withHead)).toBe('Looks at a change');
  expect(expandCommand(withHead, '')).toBe('Look at it.');
  expect(aboutCommand(command(''))).toBe('');
});
