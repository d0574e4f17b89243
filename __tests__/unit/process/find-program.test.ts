// Which program a name stands for.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findProgram } from '../../../src/process/find-program.js';
import { tempFolders } from '../../support/temp-folder.js';

const fresh = tempFolders();

function program(folder: string, name: string, mode = 0o755): string {
  writeFileSync(join(folder, name), '');
  chmodSync(join(folder, name), mode);
  return join(folder, name);
}

test('the first on the path that can be run', () => {
  const [one, two] = [fresh(), fresh()];
  program(one, 'tool', 0o644);
  const found = program(two, 'tool');
  expect(findProgram('tool', { path: `${one}:${two}` })).toBe(found);
  expect(findProgram('other', { path: `${one}:${two}` })).toBeUndefined();
});

test('a relative place is none, and a folder is no program', () => {
  const folder = fresh();
  mkdirSync(join(folder, 'tool'));
  expect(findProgram('tool', { path: `.::${folder}` })).toBeUndefined();
  expect(findProgram('bin/tool', { path: folder })).toBeUndefined();
});

test('nothing below the folder that must not be trusted', () => {
  const folder = fresh();
  const file = program(folder, 'tool');
  expect(findProgram('tool', { path: folder, notBelow: folder })).toBeUndefined();
  expect(findProgram(file, { path: undefined, notBelow: folder })).toBeUndefined();
  expect(findProgram(file, { path: undefined })).toBe(file);
});
