import { expect, test } from '@jest/globals';
import { diffDisplay } from '../../../src/tool/files/diff-display.js';
import { keepHunks } from '../../../src/tool/files/keep-hunks.js';

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`);

async function choose(old: string, fresh: string, taken: number[]): Promise<string> {
  const { hunks } = await diffDisplay('a', old, fresh);
  return keepHunks(old, fresh, hunks, new Set(taken));
}

test('of three changes each one alone, and none, and all', async () => {
  const old = numbered(40);
  const changed = (...lines: number[]) =>
    `${old.map((line, at) => (lines.includes(at) ? `new ${at}` : line)).join('\n')}\n`;
  const [before, after] = [changed(), changed(2, 20, 38)];
  expect(await choose(before, after, [])).toBe(before);
  expect(await choose(before, after, [0, 1, 2])).toBe(after);
  expect(await choose(before, after, [1])).toBe(changed(20));
  expect(await choose(before, after, [0, 2])).toBe(changed(2, 38));
});

test.each([
  ['a line end that is taken away', `${numbered(20).join('\n')}\n`, `new\n${numbered(20).join('\n')}`],
  ['a line end that is added', numbered(20).join('\n'), `new\n${numbered(20).join('\n')}\n`],
])('%s stays with its own hunk', async (_name, old, fresh) => {
  expect(await choose(old, fresh, [0])).toBe(`new\n${old}`);
  expect(await choose(old, fresh, [1])).toBe(fresh.slice('new\n'.length));
});

test('lines put in and taken out shift what follows', async () => {
  const old = `${numbered(30).join('\n')}\n`;
  const fresh = old.replace('line 1\n', '').replace('line 15\n', 'line 15\nin\nin\n').replace('line 30\n', '');
  expect(await choose(old, fresh, [1])).toBe(old.replace('line 15\n', 'line 15\nin\nin\n'));
  expect(await choose(old, fresh, [0, 2])).toBe(old.replace('line 1\n', '').replace('line 30\n', ''));
});

test('mixed line endings are kept line by line', async () => {
  const old = `${numbered(20).join('\n')}\n`.replace('line 3\n', 'line 3\r\n').replace('line 19\n', 'line 19\r\n');
  const fresh = old.replace('line 1\n', 'new 1\n').replace('line 18\n', 'new 18\n');
  expect(await choose(old, fresh, [0])).toBe(old.replace('line 1\n', 'new 1\n'));
});

test('whatever the change, all hunks give the new text and none the old one', async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed % below;
  };
  for (let round = 0; round < 200; round++) {
    const old = Array.from({ length: random(40) }, () => `${random(9)}`);
    const fresh = old.flatMap((line) => (random(6) === 0 ? [`x${random(9)}`, line].slice(random(3)) : [line]));
    const text = (lines: string[]) => lines.join('\n') + (lines.length > 0 && random(2) ? '\n' : '');
    const [before, after] = [text(old), text(fresh)];
    const { hunks } = await diffDisplay('a', before, after);
    expect(keepHunks(before, after, hunks, new Set())).toBe(before);
    expect(keepHunks(before, after, hunks, new Set(hunks.keys()))).toBe(after);
  }
});
