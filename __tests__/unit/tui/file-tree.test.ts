import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createFileTree, type FileTree } from '../../../src/tui/file-tree.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();

/** A tree over real files whose watch the test fires by hand. */
function treeOver(files: Record<string, string>) {
  const root = tempFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const watched = new Map<string, () => void>();
  const errors: string[] = [];
  const waiting: (() => void)[] = [];
  const tree = createFileTree({
    root,
    watch: {
      add: (folder, onChange) => void watched.set(folder, onChange),
      remove: (folder) => void watched.delete(folder),
      close: () => watched.clear(),
    },
    onChange: () => {
      for (const done of waiting.splice(0)) done();
    },
    onError: (message) => errors.push(message),
  });
  const changed = () => new Promise<void>((resolve) => waiting.push(resolve));
  return { root, tree, watched, errors, changed };
}

const shown = (tree: FileTree) => tree.rows().map(({ path, isOpen }) => (isOpen ? `${path}/` : path));

test('folders come first, then files, without regard to case', async () => {
  const { tree, changed } = treeOver({ 'b.txt': '', 'A.txt': '', 'src/x.ts': '', 'Docs/y.md': '' });
  await changed();
  expect(shown(tree)).toEqual(['Docs', 'src', 'A.txt', 'b.txt']);
});

test('what is ignored by this folder or one above is not shown', async () => {
  const { tree, changed } = treeOver({
    '.gitignore': '*.log\nbuild/\n',
    'a.log': '',
    'build/x': '',
    'src/b.log': '',
    'src/keep.log': '',
    'src/.gitignore': '!keep.log\n',
  });
  await changed();
  await tree.open('src');
  expect(shown(tree)).toEqual(['src/', 'src/.gitignore', 'src/keep.log', '.gitignore']);
});

test('an open folder is watched, a closed one is not', async () => {
  const { root, tree, watched, changed } = treeOver({ 'src/deep/x.ts': '' });
  await changed();
  await tree.open('src');
  await tree.open('src/deep');
  expect([...watched.keys()]).toEqual([root, join(root, 'src'), join(root, 'src/deep')]);
  tree.close('src');
  expect([...watched.keys()]).toEqual([root]);
  expect(shown(tree)).toEqual(['src']);
});

test('a change that is read while the folder is being closed does not open it again', async () => {
  const { root, tree, watched, changed } = treeOver({ 'src/x.ts': '' });
  await changed();
  await tree.open('src');
  watched.get(join(root, 'src'))?.();
  tree.close('src');
  watched.get(root)?.();
  await changed();
  expect(shown(tree)).toEqual(['src']);
});

test('a folder that is gone leaves the tree without a word', async () => {
  const { tree, errors, changed } = treeOver({ 'a.txt': '' });
  await changed();
  await tree.open('nowhere');
  expect([shown(tree), errors]).toEqual([['a.txt'], []]);
});

test('what cannot be read is said', async () => {
  const { tree, errors, changed } = treeOver({ 'a.txt': '' });
  await changed();
  await tree.open('a.txt');
  expect(errors).toEqual([expect.stringContaining('a.txt: ENOTDIR')]);
});
