import { expect, test } from '@jest/globals';
import { PaiError } from '../../../src/base/error.js';
import { applyEdits } from '../../../src/tool/files/replace-text.js';

const apply = (text: string, old: string, fresh: string) =>
  applyEdits(text, [{ old, new: fresh, replaceAll: false }], 'f');

function refusal(text: string, old: string): PaiError {
  try {
    apply(text, old, 'new');
  } catch (error) {
    if (error instanceof PaiError) return error;
    throw error;
  }
  throw new Error('the edit was not refused');
}

test('straight quotes find curly ones, which stay where the edit leaves them', () => {
  expect(apply('say(“it’s a”, 1);\nx\n', `say("it's a", 1);`, `say("it's a", 2);`)).toBe('say(“it’s a”, 2);\nx\n');
});

test('curly quotes find straight ones', () => {
  expect(apply(`a = "b"\n`, 'a = “b”', 'a = c')).toBe('a = c\n');
});

test('curly quotes and trailing blanks together are tolerated in whole lines', () => {
  expect(apply('f(“a”)  \ng()\n', 'f("a")\ng()', 'h()')).toBe('h()\n');
});

test('pasted line numbers are taken off the old and the new text', () => {
  const listing = '     2\ttwo\n     3\t  three\n';
  expect(apply('one\ntwo\n  three\n', listing, '     2\ttwo\n     3\t  3\n')).toBe('one\ntwo\n  3\n');
  expect(apply('one\ntwo\n', '2: two', 'zwei')).toBe('one\nzwei\n');
});

test('numbers that belong to the text are not taken off', () => {
  expect(apply('1\ta\n2\tb\n', '2\tb', '2\tc')).toBe('1\ta\n2\tc\n');
  expect(refusal('a\nb\n', '1\ta\n7\tb').message).toContain('not found');
});

test('a miss names the nearest place with its lines', () => {
  const text = 'import a\n\nfunction add(x, y) {\n  return x + y;\n}\n';
  const { hint } = refusal(text, 'function add(x, z) {\n  return x + z;\n}');
  expect(hint).toContain('lines 3–5');
  expect(hint).toContain('     4\t  return x + y;');
});

test('a miss with nothing alike says to read again', () => {
  expect(refusal('alpha\nbeta\n', 'gamma delta').hint).toBe('Read the file again and copy the text exactly.');
});

test('all places of an old text that is not unique are named', () => {
  const lines = Array.from({ length: 24 }, (_line, index) => index + 1);
  expect(refusal('x\n'.repeat(24), 'x').message).toContain(`found 24 times (lines ${lines.join(', ')})`);
});

test('a miss in a large text is answered at once', () => {
  const text = Array.from({ length: 60_000 }, (_line, index) => `const value${index} = compute(${index});`).join('\n');
  const startedAt = performance.now();
  expect(refusal(text, `const value59999 = compute(59999);\n${'nothing of the kind\n'.repeat(40)}`).message).toContain(
    'not found',
  );
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
