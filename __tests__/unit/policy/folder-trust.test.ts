import { mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readOwnFolder } from '../../../src/config/own-folder.js';
import { judgeFolder, questionAbout } from '../../../src/policy/folder-trust.js';
import { openTrustStore } from '../../../src/policy/trust-store.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();

function openPlace() {
  const cwd = realpathSync(tempFolder());
  const file = join(tempFolder(), 'home', 'trust.json');
  const store = openTrustStore(file);
  mkdirSync(join(cwd, '.paicli', 'commands'), { recursive: true });
  return {
    file,
    store,
    cwd,
    write: (path: string, text: string) => writeFileSync(join(cwd, '.paicli', path), text),
    own: () => readOwnFolder(cwd, '/nowhere'),
    kept: async () => (await store.read()).folders.get(cwd),
  };
}

test('nothing is trusted until it is said, and then only this content in this folder', async () => {
  const place = openPlace();
  place.write('config.json', '{"model": "a"}');
  expect(judgeFolder(place.own(), await place.kept())).toBe('unknown');
  await place.store.keep(place.own(), 'trusted', 0);
  expect(judgeFolder(place.own(), await place.kept())).toBe('trusted');
  place.write('config.json', '{"model": "b"}');
  expect(judgeFolder(place.own(), await place.kept())).toBe('unknown');

  const other = openPlace();
  other.write('config.json', '{"model": "a"}');
  expect((await place.store.read()).folders.get(other.cwd)).toBeUndefined();
});

test('what was refused stays refused until it changes', async () => {
  const place = openPlace();
  place.write('config.json', '{"model": "a"}');
  await place.store.keep(place.own(), 'refused', 0);
  expect(judgeFolder(place.own(), await place.kept())).toBe('refused');
  place.write('commands/x.md', 'x');
  expect(judgeFolder(place.own(), await place.kept())).toBe('unknown');
});

test('a folder whose files do nothing is not asked about', () => {
  const place = openPlace();
  place.write('config.json', '{}');
  expect(judgeFolder(place.own(), undefined)).toBe('nothing');
});

test('after a change the question tells what is new, changed and gone', async () => {
  const place = openPlace();
  place.write('config.json', '{"model": "a", "maxSteps": 9}');
  place.write('commands/same.md', 'same');
  writeFileSync(join(place.cwd, '.paicli', 'commands', 'old.md'), 'old');
  await place.store.keep(place.own(), 'trusted', 0);
  place.write('config.json', '{"model": "b", "maxSteps": 9}');
  place.write('commands/new.md', 'new');
  const own = place.own();
  const withoutOld = { ...own, files: own.files.filter(({ path }) => !path.endsWith('old.md')) };
  expect(questionAbout(withoutOld, await place.kept())).toEqual({
    folder: place.cwd,
    earlier: 'trusted',
    items: [
      {
        path: '.paicli/config.json',
        change: 'changed',
        says: [{ text: 'model = b', change: 'new' }, { text: 'maxSteps = 9' }, { text: 'model = a', change: 'gone' }],
      },
      { path: '.paicli/commands/new.md', change: 'new', says: [{ text: 'command /new: new' }] },
      { path: '.paicli/commands/same.md', says: [{ text: 'command /same: same' }] },
      { path: '.paicli/commands/old.md', change: 'gone', says: [] },
    ],
  });
});

test('an answer that is taken back is forgotten, and the file is for its owner only', async () => {
  const place = openPlace();
  place.write('config.json', '{"model": "a"}');
  await place.store.keep(place.own(), 'trusted', 5);
  expect(statSync(place.file).mode & 0o777).toBe(0o600);
  expect(await place.store.forget(place.cwd)).toBe(true);
  expect(await place.store.forget(place.cwd)).toBe(false);
  expect(await place.kept()).toBeUndefined();
});

test.each(['{"version": 1, "folders": {"/p": {"answer": "yes"}}}', 'nonsense', '[]'])(
  'a file of answers that is damaged trusts nothing: %s',
  async (text) => {
    const place = openPlace();
    mkdirSync(join(place.file, '..'));
    writeFileSync(place.file, text);
    const { folders, notice } = await place.store.read();
    expect(folders.size).toBe(0);
    expect(notice).toContain('was damaged');
  },
);

test('an answer of a newer program trusts nothing and is left as it is', async () => {
  const place = openPlace();
  mkdirSync(join(place.file, '..'));
  const text = '{"version": 2, "folders": {}}';
  writeFileSync(place.file, text);
  place.write('config.json', '{"model": "a"}');
  expect((await place.store.read()).folders.size).toBe(0);
  await expect(place.store.keep(place.own(), 'trusted', 0)).rejects.toThrow('newer');
  expect(readFileSync(place.file, 'utf8')).toBe(text);
});
