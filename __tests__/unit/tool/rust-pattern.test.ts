// The expressions handed to ripgrep must find at least what JavaScript finds; the real program is asked.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findRipgrep, ripgrepAt } from '../../../src/process/run-search.js';
import { candidatesIn } from '../../../src/tool/search/candidates.js';
import { orNothing } from '../../../src/tool/search/run-search-job.js';
import { toRustPattern } from '../../../src/tool/search/rust-pattern.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();
const ripgrep = findRipgrep();
const withRipgrep = ripgrep === undefined ? test.skip : test;
const signal = new AbortController().signal;

function writeAll(contents: (string | Uint8Array)[]): { folder: string; files: string[] } {
  const folder = tempFolder();
  const files = contents.map((_content, n) => join(folder, `${n}.txt`));
  for (const [n, content] of contents.entries()) writeFileSync(files[n]!, content);
  return { folder, files };
}

/** The same numbers on each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

withRipgrep('only the files with a match are candidates', async () => {
  const { folder, files } = writeAll(['const a = 1\n', 'let b\n', 'constant\n', '中文\n']);
  const found = async (pattern: string) =>
    candidatesIn(files, { ripgrep: ripgrep!, rustPattern: toRustPattern(pattern, false)!, folder, signal });
  expect(await found('\\bconst\\b')).toEqual([files[0]]);
  expect(await found('^let|中')).toEqual([files[1], files[3]]);
  expect(await found('nowhere')).toEqual([]);
});

test('without a ripgrep that starts all files are candidates', async () => {
  const { folder, files } = writeAll(['a', 'b']);
  const broken = orNothing(ripgrepAt(join(folder, 'no-such-program')));
  expect(await candidatesIn(files, { ripgrep: broken, rustPattern: 'a', folder, signal })).toEqual(files);
});

test.each(['(a)\\1', '\\k<a>(?<a>x)', '\\p{L}', '\\cA', 'a\\nb', '[\\b]', '\\0', '👍+'])(
  'what cannot be said is left to JavaScript: %s',
  (pattern) => expect(toRustPattern(pattern, false)).toBeUndefined(),
);

withRipgrep(
  'random expressions never find less than they do in JavaScript',
  async () => {
    const pick = numbers(7);
    const one = <T>(list: readonly T[]): T => list[pick(list.length)]!;
    const atoms = [
      'a',
      'b',
      ' ',
      '.',
      '\\w',
      '\\d',
      '\\s',
      '\\b',
      '\\W',
      '[ab]',
      '[^a]',
      '[a-c1-3]',
      '\\.',
      '-',
      'é',
      '{',
    ];
    const counts = ['', '', '', '*', '+', '?', '{2}', '{1,2}', '*?', '+?'];
    const atom = (depth: number): string => {
      if (depth > 0 && pick(4) === 0)
        return `${one(['(', '(?:', '(?=', '(?!', '(?<=', '(?<n>'])}${expression(depth - 1)})`;
      return one(atoms);
    };
    const expression = (depth: number): string => {
      const parts = Array.from({ length: 1 + pick(3) }, () => atom(depth) + one(counts));
      return `${one(['', '', '^'])}${parts.join(one(['', '', '|']))}${one(['', '', '$'])}`;
    };
    const units = ['a', 'b', 'c', '1', ' ', '.', '-', '{', 'é', '中', '👍', '\t', '\u00a0', '_', 'A', 'K'];
    const lines = Array.from({ length: 60 }, () => Array.from({ length: pick(6) }, () => one(units)).join(''));
    const { folder, files } = writeAll(lines.map((line) => `${line}\n`));
    let told = 0;
    for (let n = 0; n < 150; n++) {
      const pattern = expression(2);
      const ignoreCase = pick(3) === 0;
      let inJavaScript: RegExp;
      try {
        inJavaScript = new RegExp(pattern, ignoreCase ? 'i' : '');
      } catch {
        continue; // no expression in JavaScript
      }
      const rustPattern = toRustPattern(pattern, ignoreCase);
      if (rustPattern === undefined) continue;
      told++;
      const candidates = await candidatesIn(files, { ripgrep: ripgrep!, rustPattern, folder, signal });
      const missed = files.filter((file, at) => inJavaScript.test(lines[at]!) && !candidates.includes(file));
      expect({ pattern, rustPattern, missed }).toEqual({ pattern, rustPattern, missed: [] });
    }
    expect(told).toBeGreaterThan(50);
  },
  30_000,
);

withRipgrep('files that are no plain UTF-8 are always candidates, plain ones never for that', async () => {
  const pick = numbers(11);
  const bytes = [
    0x0a, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0, 0xe4, 0xed, 0xf0, 0xf4, 0xf5,
  ];
  const random = Array.from({ length: 400 }, () =>
    Uint8Array.from({ length: 1 + pick(5) }, () => bytes[pick(bytes.length)]!),
  );
  const text = ['中文\n', '👍é\n\u0080\u07ff\u0800\uffff\n', '\u{10ffff}', 'plain\n'].map((it) => Buffer.from(it));
  const contents = [...random, ...text];
  const { folder, files } = writeAll(contents);
  const found = await candidatesIn(files, { ripgrep: ripgrep!, rustPattern: 'nowhere', folder, signal });
  const expected = files.filter((_file, at) => !isUtf8(contents[at]!));
  expect(expected.length).toBeGreaterThan(100);
  expect(found).toEqual(expected);
});

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
