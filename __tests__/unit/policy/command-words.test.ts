// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the braces are the shell's.
// What the guard takes the words of a line for, beside what bash makes of them. PAICLI_FUZZ_ROUNDS sets how many.
import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { expect, jest, test } from '@jest/globals';
import { parse } from 'unbash';
import { joinLines } from '../../../src/policy/command-shape.js';
import { argsOf, type Variables } from '../../../src/policy/command-words.js';
import { numbersFrom } from '../../support/seeded.js';

jest.setTimeout(600_000); // for many rounds

const rounds = Number(process.env.PAICLI_FUZZ_ROUNDS ?? 1000);
const variables = (): Variables =>
  new Map([
    ['X', ['a b']],
    ['Y', ['']],
    ['Z', ['/x']],
  ]);

/** Of one `printf` command: its arguments, or undefined when the guard itself says that it does not know them. */
function byGuard(line: string): string[] | undefined {
  if (line.endsWith('\\')) return undefined;
  // In single quotes such an end of a line stays; the guard then looks at both.
  if (line.includes("'", 14) && line.includes('\\\n')) return undefined;
  const script = parse(joinLines(line));
  const command = script.commands[0]?.command;
  if (script.commands.length !== 1 || (script.errors ?? []).length > 0 || command?.type !== 'Command') return undefined;
  if (!command.suffix.every(({ type }) => type === 'Word')) return undefined;
  const known = variables();
  const args = command.suffix.flatMap((word) => (word.type === 'Word' ? argsOf(word, known) : []));
  // Of other people's homes it only knows that they are homes.
  return args.every((arg) => arg.known && arg.pattern !== true && !arg.text.startsWith('/~'))
    ? args.map(({ text }) => text)
    : undefined;
}

/** The same by bash, for many lines at once; undefined where it refuses the line. */
function byBash(lines: string[]): (string[] | undefined)[] {
  const quoted = lines.map((line) => `'${line.replaceAll("'", `'\\''`)}'`);
  const script = `X='a b' Y='' Z=/x
for line in ${quoted.join(' ')}; do (eval "$line" 2>/dev/null || printf '\\2'); printf '\\1'; done`;
  const env = { HOME: homedir(), PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' };
  const { stdout } = spawnSync('bash', ['-f', '-c', script], { encoding: 'utf8', env, maxBuffer: 1e8 });
  return stdout
    .split('\x01')
    .slice(0, -1)
    .map((text) => (text.endsWith('\x02') ? undefined : text.split('\0').slice(1, -1)));
}

const pieces = [
  'a',
  'rm',
  '-rf',
  '/',
  '..',
  '~',
  '~/',
  '{a,b}',
  '{',
  ',',
  '}',
  '{1..3}',
  '{c..a}',
  '{x',
  '$X',
  '$Y',
  '$Z',
];
pieces.push('"$X"', '"$Y"', '${X}', '"${Z}"', '${Y:-/d}', '${Y:-a b}', '"${Y:-a b}"', '${Y-q}', '${X:+r s}', '${Z:-w}');
pieces.push(
  "'",
  '"',
  "''",
  '""',
  '\\',
  '\\ ',
  "$'\\x72'",
  "$'\\162m'",
  "'q r'",
  '"q r"',
  ' ',
  ' ',
  '#',
  'é',
  '=',
  ':',
  '\\\n',
);

test('words that the guard says it knows are those of bash', () => {
  let compared = 0;
  for (let from = 0; from < rounds; from += 500) {
    const lines = Array.from({ length: Math.min(500, rounds - from) }, (_line, at) => {
      const below = numbersFrom(from + at + 1);
      const words = Array.from({ length: 1 + below(6) }, () => pieces[below(pieces.length)]!).join('');
      return `printf '%s\\0' first ${words}`;
    });
    const real = byBash(lines);
    lines.forEach((line, at) => {
      // The first operand is the format.
      const guard = byGuard(line)?.slice(2);
      const bash = real[at];
      if (guard === undefined || bash === undefined) return;
      // A `~` before anything but a slash is taken for a home more often than it is one.
      if (/~(?![/\s]|$)/.test(line)) return;
      compared++;
      expect({ line, args: guard }).toEqual({ line, args: bash });
    });
  }
  expect(compared).toBeGreaterThan(rounds / 4);
});
