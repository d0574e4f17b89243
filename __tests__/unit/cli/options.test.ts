import { expect, test } from '@jest/globals';
import { commandHelp, overviewHelp } from '../../../src/cli/help.js';
import { type CommandName, type CommandSpec, commands, parseLine, wordsOf } from '../../../src/cli/options.js';
import { settingsTable } from '../../../src/config/settings-table.js';

const names = Object.keys(commands) as CommandName[];

test.each(['tui', 'run'] as const)(
  '%s has an option for every setting that has a flag and means something there',
  (name) => {
    const spec: CommandSpec = commands[name];
    const flags = settingsTable.flatMap(({ flag, screenOnly }) =>
      flag === undefined || (screenOnly && name !== 'tui') ? [] : [flag],
    );
    expect(flags.length).toBeGreaterThan(5);
    for (const flag of flags) expect(spec.options[flag.slice(2)]?.value).toMatch(/^[A-Z]+$|^[a-z]+(\|[a-z]+)+$/);
  },
);

test.each(names)('the help of %s names every option and has an example that parses', (name) => {
  const spec: CommandSpec = commands[name];
  const help = commandHelp(name);
  for (const option of Object.keys(spec.options)) expect(help).toContain(`--${option}`);
  expect(overviewHelp()).toContain(spec.summary);
  const words = /paicli \w+ (.*)$/.exec(spec.example)?.[1]?.match(/"[^"]*"|\S+/g) ?? [];
  expect(() => parseLine(name, words)).not.toThrow();
});

test.each<[string[], Record<string, unknown>, string[]]>([
  [['--resume'], { resume: '' }, []],
  [['--resume', '--ascii'], { resume: '', ascii: true }, []],
  [['--resume', 'thread-1', 'go'], { resume: 'thread-1' }, ['go']],
  [['--', '--resume'], {}, ['--resume']],
  [['-h'], { help: true }, []],
  [['--model=a', '--model', 'b'], { model: 'b' }, []],
])('tui %j', (args, values, positionals) => {
  expect(parseLine('tui', args)).toMatchObject({ command: 'tui', values, positionals });
});

test.each<[string[], string]>([
  [['--cwd', 'x', 'fix', 'it', '--output', 'json'], 'fix it'],
  [['--continue', 'a b'], 'a b'],
  [['--unknown', 'x'], 'x'],
  [['--model', 'a b'], ''],
  [[], ''],
])('the words of %j are %j', (args, words) => {
  expect(wordsOf(args)).toBe(words);
});

test.each([[['--continue', '--resume', 'x']], [['--demo', '--model', 'm']], [['--demo', '--provider', 'openai']]])(
  '%j cannot be meant both',
  (args) => {
    expect(() => parseLine('tui', args)).toThrow(/cannot be used together/);
  },
);

test.each([['--fork'], ['--resume', '--fork']])('--fork needs a thread: %s %s', (...args) => {
  expect(() => parseLine('tui', args.filter(Boolean))).toThrow(/--continue or --resume THREAD/);
  expect(() => parseLine('tui', ['--continue', '--fork'])).not.toThrow();
});

test('an option that repeats keeps all of its values', () => {
  const { values, lists } = parseLine('run', ['--add-dir', 'a', '--cwd', 'x', '--add-dir=b', 'go']);
  expect(lists).toEqual({ 'add-dir': ['a', 'b'] });
  expect(values).toMatchObject({ cwd: 'x' });
});
