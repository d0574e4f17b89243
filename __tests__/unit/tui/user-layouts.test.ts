import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { checkLayout } from '../../../src/tui/check-layout.js';
import { createLayoutShelf } from '../../../src/tui/read-layouts.js';
import { readUserLayouts } from '../../../src/tui/user-layouts.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();

const root = { split: 'rows', parts: [{ panel: 'conversation' }, { panel: 'message', size: 'content' }] };

test('a layout needs no more than its parts; its name is that of the file', () => {
  expect(checkLayout({ root }, 'mine')).toEqual({ name: 'mine', minColumns: 20, minRows: 5, root });
});

test('the layouts that come with the program are right by the same rules', () => {
  const shelf = createLayoutShelf();
  for (const layout of [...shelf.names().map((name) => shelf.find(name)), shelf.zoom()])
    expect(checkLayout(layout, 'x')).toEqual(layout);
});

test.each([
  ['what is no object', 'text', 'the file takes an object'],
  ['no place for the message', { root: { panel: 'conversation' } }, 'root has no place for the panel message'],
  [
    'a panel twice',
    { root: { split: 'rows', parts: [root, { panel: 'message' }] } },
    'root names the panel message twice',
  ],
  ['a size that is none', { root: { ...root, size: 0.5 } }, 'root.size takes a whole number from 1 to 10000'],
  ['a percentage over 100', { root: { ...root, percent: 101 } }, 'root.percent takes a whole number from 1 to 100'],
  ['a split without parts', { root: { split: 'rows' } }, 'root.parts takes a list that is not empty'],
  ['a split of another kind', { root: { ...root, split: 'rings' } }, 'root.split takes rows or columns'],
  ['two kinds in one part', { root: { ...root, panel: 'files' } }, 'root takes one of panel, stack and split'],
  ['a word that is not known', { root: { ...root, colour: 1 } }, 'root.colour is not known; there are panel, stack,'],
  [
    'a part deep inside',
    { root: { split: 'rows', parts: [root, { panel: 3 }] } },
    'root.parts[1].panel takes the name of a panel',
  ],
  ['too small a screen', { minRows: 3, root }, 'minRows takes a whole number from 5'],
  ['a name with blanks', { name: 'my own', root }, 'name takes letters, digits'],
])('%s is refused with its place', (_case, value, message) => {
  expect(() => checkLayout(value, 'x')).toThrow(message);
});

test('a file that is wrong is said with its line, and the others are taken', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'good.json'), JSON.stringify({ root }));
  writeFileSync(join(folder, 'torn.json'), '{\n  "root": {\n    "panel": conversation\n  }\n}');
  writeFileSync(join(folder, 'wrong.json'), '{}');
  writeFileSync(join(folder, 'notes.txt'), 'no layout');
  const { layouts, problems } = await readUserLayouts(folder);
  expect(layouts.map(({ name }) => name)).toEqual(['good']);
  expect(problems).toEqual(['layouts/torn.json: line 3 is not valid JSON', 'layouts/wrong.json: root takes an object']);
});

test('a folder that is not there has no layouts and no fault', async () => {
  expect(await readUserLayouts(join(tempFolder(), 'none'))).toEqual({ layouts: [], problems: [] });
});

test("the user's layout stands in place of ours of the same name, and can be chosen by name", () => {
  const shelf = createLayoutShelf();
  shelf.add([checkLayout({ root, minColumns: 100 }, 'wide'), checkLayout({ root }, 'mine')]);
  expect(shelf.names()).toEqual(['wide', 'medium', 'narrow', 'team', 'mine']);
  expect(shelf.automatic()[0]?.minColumns).toBe(100);
  expect([shelf.find('zoom'), shelf.find('nowhere')]).toEqual([undefined, undefined]);
});
