import { expect, test } from '@jest/globals';
import { defaultColor } from '../../../src/tui/attributes.js';
import { colorWanted, createTheme } from '../../../src/tui/theme.js';
import type { StyleRole } from '../../../src/view/span.js';

const roles: StyleRole[] = ['text', 'heading', 'error', 'added', 'removed', 'borderFocus', 'selection', 'accent'];

test('without colour no role has one', () => {
  const theme = createTheme({ color: false, ascii: false });
  for (const role of roles) expect(theme.attr(role) & 0x3ffff).toBe((defaultColor << 9) | defaultColor);
});

test('without colour what must stand out still does', () => {
  const theme = createTheme({ color: false, ascii: false });
  for (const role of ['error', 'borderFocus', 'selection', 'accent', 'removed'] as const)
    expect(theme.attr(role)).not.toBe(theme.attr('text'));
});

test('colours are of the 16', () => {
  const theme = createTheme({ color: true, ascii: false });
  for (const role of roles) {
    const foreground = (theme.attr(role) >> 9) & 0x1ff;
    expect(foreground < 16 || foreground === defaultColor).toBe(true);
  }
});

test('NO_COLOR counts when it is not empty', () => {
  expect([colorWanted({}), colorWanted({ NO_COLOR: '' }), colorWanted({ NO_COLOR: '1' })]).toEqual([true, true, false]);
});
