import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { createFolderWatch, type FolderWatch } from '../../../src/tui/folder-watch.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();
const watches: FolderWatch[] = [];

afterEach(() => {
  for (const watch of watches.splice(0)) watch.close();
});

function watching(folder: string, entries: number) {
  const errors: string[] = [];
  const waiting: (() => void)[] = [];
  const watch = createFolderWatch((message) => errors.push(message), 0);
  watches.push(watch);
  watch.add(folder, () => waiting.splice(0).forEach((done) => void done()), entries);
  const changed = () => new Promise<void>((resolve) => waiting.push(resolve));
  return { changed, errors };
}

test.each([
  ['a small folder', 3],
  ['a folder of many entries', 3000],
])('%s tells what came before the watch began, what comes and what goes', async (_name, entries) => {
  const folder = tempFolder();
  const { changed, errors } = watching(folder, entries);
  await changed();
  const came = changed();
  writeFileSync(join(folder, 'new'), '');
  await came;
  const went = changed();
  rmSync(join(folder, 'new'));
  await went;
  expect(errors).toEqual([]);
});

test('a folder that cannot be watched is said', async () => {
  const { errors } = watching(join(tempFolder(), 'none'), 3000);
  while (errors.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(errors).toEqual([expect.stringContaining('is not watched: ENOENT')]);
});
