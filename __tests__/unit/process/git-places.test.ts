import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { gitPlaces } from '../../../src/process/git-places.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();
const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, stdio: 'pipe' });
const nothing = { writable: [], readOnly: [], reservedFolders: [], reservedFiles: [] };

function repository(): string {
  const folder = tempFolder();
  git(folder, 'init', '-q');
  git(folder, '-c', 'user.name=n', '-c', 'user.email=a@b.c', 'commit', '-q', '--allow-empty', '-m', 'first');
  return folder;
}

test('of a repository all but hooks and config can be changed, also from a folder below', () => {
  const folder = repository();
  const below = join(folder, 'packages/a');
  mkdirSync(below, { recursive: true });
  for (const from of [folder, below]) {
    const { writable, readOnly, reservedFolders } = gitPlaces(from, '/home/nobody');
    expect(writable).toEqual([join(folder, '.git')]);
    expect([...readOnly, ...reservedFolders].sort()).toEqual([join(folder, '.git/config'), join(folder, '.git/hooks')]);
  }
});

test('of a worktree it is the main repository, and the file that leads there stays as it is', () => {
  const folder = repository();
  const tree = join(tempFolder(), 'tree');
  git(folder, 'worktree', 'add', '-q', tree);
  const { writable, readOnly } = gitPlaces(tree, '/home/nobody');
  expect(writable).toEqual([join(folder, '.git')]);
  expect(readOnly).toContain(join(tree, '.git'));
});

test('a .git file that no repository knows of opens nothing', () => {
  const [victim, folder] = [repository(), tempFolder()];
  git(victim, 'worktree', 'add', '-q', join(tempFolder(), 'tree'));
  for (const target of [join(victim, '.git'), join(victim, '.git/worktrees/tree'), '/etc', '/no/such']) {
    writeFileSync(join(folder, '.git'), `gitdir: ${target}\n`);
    expect(gitPlaces(folder, '/home/nobody').writable).toEqual([]);
  }
  const forged = join(folder, 'worktrees/tree');
  mkdirSync(forged, { recursive: true });
  writeFileSync(join(forged, 'commondir'), join(victim, '.git'));
  writeFileSync(join(forged, 'gitdir'), join(folder, '.git'));
  writeFileSync(join(folder, '.git'), `gitdir: ${forged}\n`);
  expect(gitPlaces(folder, '/home/nobody').writable).toEqual([]);
});

test('the repository of a whole home folder is not opened for a project in it', () => {
  const home = repository();
  const project = join(home, 'project');
  mkdirSync(project);
  expect(gitPlaces(project, home)).toEqual(nothing);
  expect(gitPlaces(home, home).writable).toEqual([join(home, '.git')]);
});

test('a folder .git that is no repository is nothing', () => {
  const folder = tempFolder();
  mkdirSync(join(folder, '.git'));
  expect(gitPlaces(folder, '/home/nobody')).toEqual(nothing);
});
