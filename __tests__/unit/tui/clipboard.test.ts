import { expect, test } from '@jest/globals';
import { clipboardCode, createClipboard } from '../../../src/tui/clipboard.js';

function clipboardWith(native?: string | undefined, inTmux = false) {
  const written: string[] = [];
  const clipboard = createClipboard({
    write: (code) => void written.push(code),
    inTmux,
    native: async () => native,
  });
  return { clipboard, written };
}

test('text goes to the terminal as OSC 52', () => {
  expect(clipboardCode('naïve\n', false)).toBe(`\x1b]52;c;${Buffer.from('naïve\n').toString('base64')}\x07`);
});

test('for tmux it is wrapped, with every ESC doubled, and sent plain too', () => {
  expect(clipboardCode('a', true)).toBe('\x1bPtmux;\x1b\x1b]52;c;YQ==\x07\x1b\\\x1b]52;c;YQ==\x07');
});

test('what was copied with a program of the system is said with its name', async () => {
  const { clipboard, written } = clipboardWith('wl-copy');
  expect(await clipboard.copy('a\nb\n')).toBe('Copied 2 lines (wl-copy)');
  expect(written).toHaveLength(1);
});

test('without such a program the terminal is trusted, and that is said', async () => {
  expect(await clipboardWith().clipboard.copy('abc')).toBe(
    'Copied 3 characters through the terminal (OSC 52), if it allows that',
  );
});

test('what is too long for terminals is not sent to them', async () => {
  const { clipboard, written } = clipboardWith();
  expect(await clipboard.copy('x'.repeat(80_000))).toMatch(/^Not copied: 80000 characters are too much/);
  expect(written).toEqual([]);
  const other = clipboardWith('xclip');
  expect(await other.clipboard.copy('x'.repeat(80_000))).toBe('Copied 80000 characters (xclip)');
});

test('nothing is not copied over what is there', async () => {
  const { clipboard, written } = clipboardWith('xclip');
  expect([await clipboard.copy(''), written]).toEqual(['There is nothing to copy here', []]);
});
