import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createFileFinder } from '../../../src/engine/find-files.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();

test('the list is used for a while, and made anew behind the first answer after that', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'one.txt'), '');
  let now = 0;
  const { find } = createFileFinder(folder, () => now);
  expect(await find('txt', 10)).toEqual(['one.txt']);
  writeFileSync(join(folder, 'two.txt'), '');
  expect(await find('txt', 10)).toEqual(['one.txt']);
  now = 6000;
  expect(await find('txt', 10)).toEqual(['one.txt']);
  const deadline = Date.now() + 4000;
  while ((await find('two', 10)).length === 0 && Date.now() < deadline)
    await new Promise((resolve) => setImmediate(resolve));
  expect((await find('txt', 10)).toSorted()).toEqual(['one.txt', 'two.txt']);
});
