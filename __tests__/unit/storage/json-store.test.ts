import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openJsonStore } from '../../../src/storage/json-store.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();

interface Notes {
  notes: string[];
}

function parse(value: unknown): Notes {
  const notes = (value as Partial<Notes>).notes;
  if (!Array.isArray(notes)) throw new Error('no notes');
  return { notes };
}

const open = (path: string) => openJsonStore<Notes>(path, { parse, defaults: { notes: [] } });
const add = (text: string) => (data: Notes) => ({ notes: [...data.notes, text] });
const newPath = () => join(tempFolder(), 'notes.json');
const namesBeside = (path: string) => readdirSync(dirname(path)).sort();

test('an absent file stands for the defaults and is not made by reading', async () => {
  const path = newPath();
  expect(await open(path).read()).toEqual({ data: { notes: [] } });
  expect(existsSync(path)).toBe(false);
});

test('what one store wrote another reads', async () => {
  const path = newPath();
  expect(await open(path).update(add('a'))).toEqual({ data: { notes: ['a'] } });
  expect(await open(path).read()).toEqual({ data: { notes: ['a'] } });
});

test('a change may be made in place', async () => {
  const path = newPath();
  await open(path).update((data) => {
    data.notes.push('a');
    return undefined;
  });
  expect(await open(path).read()).toEqual({ data: { notes: ['a'] } });
});

test('the defaults are not changed by a change in place', async () => {
  const defaults: Notes = { notes: [] };
  const store = openJsonStore<Notes>(newPath(), { parse, defaults });
  await store.update((data) => {
    data.notes.push('a');
    return undefined;
  });
  expect(defaults).toEqual({ notes: [] });
});

test('a change that throws leaves the file and no lock', async () => {
  const path = newPath();
  const store = open(path);
  await store.update(add('a'));
  const fail = () => {
    throw new Error('no');
  };
  await expect(store.update(fail)).rejects.toThrow('no');
  expect(await store.update(add('b'))).toEqual({ data: { notes: ['a', 'b'] } });
  expect(namesBeside(path)).toEqual(['notes.json']);
});

test('changes begun at once in one process are all kept', async () => {
  const path = newPath();
  const store = open(path);
  await Promise.all(Array.from({ length: 10 }, (_, i) => store.update(add(`${i}`))));
  expect((await store.read()).data.notes).toHaveLength(10);
});

test('a new file is private and in a private folder', async () => {
  const path = join(tempFolder(), 'memory', 'notes.json');
  await open(path).update(add('a'));
  expect([path, dirname(path)].map((name) => statSync(name).mode & 0o777)).toEqual([0o600, 0o700]);
});

test('an existing file keeps its mode', async () => {
  const path = newPath();
  await open(path).update(add('a'));
  chmodSync(path, 0o640);
  await open(path).update(add('b'));
  expect(statSync(path).mode & 0o777).toBe(0o640);
});

test('behind a link the target is written and the link stays', async () => {
  const folder = tempFolder();
  const [link, target] = [join(folder, 'link.json'), join(folder, 'elsewhere', 'notes.json')];
  mkdirSync(dirname(target));
  symlinkSync(target, link);
  await open(link).update(add('before the target is there'));
  await open(link).update(add('after'));
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect((await open(target).read()).data.notes).toEqual(['before the target is there', 'after']);
});

const good = JSON.stringify({ notes: ['a', 'b'] });

test.each([
  ['empty', '', []],
  ['cut in half', good.slice(0, good.length / 2), []],
  ['of another shape', '[]', []],
  ['null', 'null', []],
  ['good with zero bytes behind it', good + '\0'.repeat(1700), ['a', 'b']],
])('a file that is %s is kept under another name and named once (PA-01)', async (_what, text, rest) => {
  const path = newPath();
  writeFileSync(path, text);
  const store = open(path);
  const first = await store.read();
  expect(first.data).toEqual({ notes: rest });
  const aside = namesBeside(path).filter((name) => name.startsWith('notes.json.corrupt-'));
  expect(aside).toHaveLength(1);
  expect(first.notice).toContain(aside[0]);
  expect(readFileSync(join(dirname(path), aside[0]!), 'utf8')).toBe(text);
  expect(await store.read()).toEqual({ data: { notes: rest } });
});

test('a damaged file is kept aside also when it is first met by a change (PA-01)', async () => {
  const path = newPath();
  writeFileSync(path, '{"notes": [');
  const { data, notice } = await open(path).update(add('new'));
  expect(data.notes).toEqual(['new']);
  expect(notice).toContain('corrupt-');
  expect(namesBeside(path)).toHaveLength(2);
});

test('a byte order mark in front does no harm (PA-01)', async () => {
  const path = newPath();
  writeFileSync(path, `\uFEFF${good}`);
  expect(await open(path).read()).toEqual({ data: { notes: ['a', 'b'] } });
});

test('a file of a newer program is neither used nor changed (PA-01)', async () => {
  const path = newPath();
  const newer = JSON.stringify({ version: 2, notes: ['from the future'] });
  writeFileSync(path, newer);
  const { data, notice } = await open(path).read();
  expect(data).toEqual({ notes: [] });
  expect(notice).toContain('newer');
  await expect(open(path).update(add('x'))).rejects.toMatchObject({ code: 'storage' });
  expect(readFileSync(path, 'utf8')).toBe(newer);
});

test('the notice of a damaged file does not quote it', async () => {
  const path = newPath();
  writeFileSync(path, '{"key": sk-secret-123}');
  expect((await open(path).read()).notice).not.toContain('secret');
});

test('a folder that cannot be made is a storage error, only when something is written', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'file'), '');
  const store = open(join(folder, 'file', 'notes.json'));
  expect(await store.read()).toEqual({ data: { notes: [] } });
  await expect(store.update(add('a'))).rejects.toMatchObject({ code: 'storage' });
});

test('a folder in the place of the file is a storage error', async () => {
  const path = newPath();
  mkdirSync(path);
  await expect(open(path).read()).rejects.toMatchObject({ code: 'storage' });
});

test('temporary files of a killed process are gone after the next start (PA-05)', async () => {
  const path = newPath();
  writeFileSync(path, good);
  writeFileSync(join(dirname(path), '.notes.json.123-abcd.tmp'), 'half');
  writeFileSync(join(dirname(path), '.other.json.123-abcd.tmp'), 'not ours');
  await open(path).read();
  expect(namesBeside(path)).toEqual(['.other.json.123-abcd.tmp', 'notes.json']);
});
