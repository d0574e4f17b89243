import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { attrOf, flag } from '../../../src/tui/attributes.js';
import { createTheme } from '../../../src/tui/theme.js';
import { builtInThemes, findTheme, themeNames } from '../../../src/tui/theme-files.js';
import { createThemeSwitch } from '../../../src/tui/theme-switch.js';
import { defaultLooks } from '../../../src/tui/themes/default.js';
import type { StyleRole } from '../../../src/view/span.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();
const roles = Object.keys(defaultLooks) as StyleRole[];

function themeFolder(files: Record<string, string>): string {
  const folder = join(tempFolder(), 'themes');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('every built-in theme has a look for every role', () => {
  for (const { name, looks } of builtInThemes)
    expect([name, Object.keys(looks).sort()]).toEqual([name, [...roles].sort()]);
});

test('what differs in meaning differs in look, in every theme', () => {
  for (const data of builtInThemes) {
    const theme = createTheme({ color: true, ascii: false, data });
    const attrs = (['text', 'added', 'removed', 'error', 'selection', 'borderFocus'] as const).map(theme.attr);
    expect([data.name, new Set(attrs).size]).toEqual([data.name, attrs.length]);
  }
});

test('the default theme needs no more than sixteen colours', () => {
  const theme = createTheme({ color: true, ascii: false });
  for (const role of roles) {
    const [foreground, background] = [(theme.attr(role) >> 9) & 0x1ff, theme.attr(role) & 0x1ff];
    for (const color of [foreground, background]) expect(color < 16 || color === 0x1ff).toBe(true);
  }
});

test('without colour every theme is the same', () => {
  const plain = createTheme({ color: false, ascii: false });
  for (const data of builtInThemes) {
    const theme = createTheme({ color: false, ascii: false, data });
    expect(roles.map(theme.attr)).toEqual(roles.map(plain.attr));
  }
});

test("a theme of the user's own takes names and numbers, and extends another one", () => {
  const folder = themeFolder({
    'mine.json':
      '{"extends": "dark", "heading": {"fg": "bright-red", "bold": true}, "code": {"fg": 208, "bg": "black"}}',
  });
  const found = findTheme('mine', folder);
  expect(found?.faults).toEqual([]);
  const theme = createTheme({ color: true, ascii: false, ...(found ? { data: found.theme } : {}) });
  expect([theme.attr('heading'), theme.attr('code'), theme.attr('link')]).toEqual([
    attrOf(flag.bold, 9),
    attrOf(0, 208, 0),
    attrOf(flag.underline, 111),
  ]);
});

test('faults of a theme are told by line, and the rest of it holds', () => {
  const folder = themeFolder({
    'odd.json':
      '{\n  "heading": {"fg": "pinkish"},\n  "haeding": {},\n  "code": {"bold": 1, "fg": "red"},\n  "link": "blue"\n}',
  });
  const { theme, faults } = findTheme('odd', folder) ?? { theme: undefined, faults: [] };
  const path = join(folder, 'odd.json');
  expect(faults).toEqual([
    `${path}:2: "heading": "pinkish" is no colour; take red, bright-red… or 0 to 255.`,
    `${path}:3: "haeding" is no role of a theme.`,
    `${path}:4: "code": bold takes true or false.`,
    `${path}:5: "link" takes an object such as {"fg": "cyan", "bold": true}.`,
  ]);
  expect(theme?.looks.code).toEqual({ fg: 1 });
});

test('text that is no JSON is one fault with its line, and the default looks', () => {
  const folder = themeFolder({ 'broken.json': '{\n  "heading" {}\n}' });
  expect(findTheme('broken', folder)?.faults).toEqual([
    `${join(folder, 'broken.json')}:2 is not valid JSON; the file is not used.`,
  ]);
});

test('the list has the built-in themes first, then those of the folder', async () => {
  const folder = themeFolder({ 'b.json': '{}', 'a.json': '{}', 'notes.txt': '', 'dark.json': '{}' });
  expect(await themeNames(folder)).toEqual(['default', 'dark', 'light', 'high-contrast', 'a', 'b']);
  expect(await themeNames(join(folder, 'absent'))).toEqual(['default', 'dark', 'light', 'high-contrast']);
});

test('a name cannot lead out of the folder', () => {
  const folder = themeFolder({});
  writeFileSync(join(folder, '..', 'secret.json'), '{}');
  expect(findTheme('../secret', folder)).toBeUndefined();
});

test('a theme that is not there is said, and the default one is shown', () => {
  const faults: string[] = [];
  const themes = createThemeSwitch({
    color: true,
    ascii: false,
    name: 'nowhere',
    onShow: () => {},
    onFault: (fault) => faults.push(fault),
  });
  expect([themes.current(), faults]).toEqual([
    'default',
    ['There is no theme "nowhere"; the default one is shown. /theme lists those there are.'],
  ]);
  expect([themes.choose('light'), themes.current(), themes.choose('moon'), themes.current()]).toEqual([
    true,
    'light',
    false,
    'light',
  ]);
});
