import { expect, test } from '@jest/globals';
import ignore, { type Ignore } from 'ignore';
import { couldMatch } from '../../../src/base/could-match.js';

const parts = ['a', 'b.log', 'build', 'Src', '*.log', '*', '**', 'x?z', 'xyz', 'a b', '+(c)', 'é', '.env', 'b*'];
const paths = [
  'a',
  'b.log',
  'BUILD',
  'src/b.log',
  'xyz',
  'a/xyz',
  'a b',
  '+(c)',
  'é',
  '.env',
  'x/y/z',
  'build/a/',
  'bb/',
];

/** A sequence that is the same in every run. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

test('no path that a rule speaks of is passed over', () => {
  const pick = sequence(7);
  const one = () => parts[pick(parts.length)];
  for (let round = 0; round < 600; round++) {
    const lines = Array.from({ length: 1 + pick(3) }, () => {
      const body = Array.from({ length: 1 + pick(3) }, one).join('/');
      return `${pick(4) === 0 ? '!' : ''}${pick(4) === 0 ? '/' : ''}${body}${['', '/', '  ', '/**'][pick(4)]}`;
    });
    const text = lines.join('\n');
    const rules = (ignore as unknown as () => Ignore)().add(text);
    for (const path of paths) {
      const { ignored, unignored } = rules.test(path);
      if (ignored || unignored) expect([text, path, couldMatch(text)?.test(path) ?? true]).toEqual([text, path, true]);
    }
  }
});

test('a name that no rule means is told apart', () => {
  const candidates = couldMatch('# generated\nnode_modules/\n*.log\n\n!keep.log\n/dist');
  expect(['index.ts', 'src/index.ts', 'dist2'].map((path) => candidates?.test(path))).toEqual([false, false, false]);
  expect(['x.log', 'a/node_modules/b', 'dist'].map((path) => candidates?.test(path))).toEqual([true, true, true]);
});

test('rules with brackets or backslashes are left to the full look', () => {
  expect([couldMatch('[ab].txt'), couldMatch('\\#x'), couldMatch('build/**')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
