import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createFileTree, type FileTree } from '../../../src/tui/file-tree.js';
import { listFolder } from '../../../src/tui/list-folder.js';
import type { TreeRow } from '../../../src/tui/tree-rows.js';
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

const rowsOf = (tree: FileTree): TreeRow[] =>
  Array.from({ length: tree.count() }, (_, at) => tree.row(at)).filter((row) => row !== undefined);
const shown = (tree: FileTree) => rowsOf(tree).map(({ path, isOpen }) => (isOpen ? `${path}/` : path));

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

test('every row is found again by its path, whatever is open', async () => {
  const { tree, changed } = treeOver({
    'a/b/c.ts': '',
    'a/z/y.ts': '',
    'a/q.ts': '',
    'k/l.ts': '',
    'm.ts': '',
    'B.ts': '',
  });
  await changed();
  for (const path of ['a', 'k', 'a/z', 'a/b']) await tree.open(path);
  expect(shown(tree)).toEqual(['a/', 'a/b/', 'a/b/c.ts', 'a/z/', 'a/z/y.ts', 'a/q.ts', 'k/', 'k/l.ts', 'B.ts', 'm.ts']);
  expect(rowsOf(tree).map(({ path }) => tree.indexOf(path))).toEqual(rowsOf(tree).map((_row, at) => at));
  expect(rowsOf(tree).map(({ depth }) => depth)).toEqual([0, 1, 2, 1, 2, 1, 0, 1, 0, 0]);
  expect([tree.indexOf('a/none.ts'), tree.indexOf('none/x'), tree.row(10)]).toEqual([-1, -1, undefined]);
});

test('a file that the agent deleted is shown until it is there again', async () => {
  const { root, tree, watched, changed } = treeOver({ 'a.txt': '', 'src/x.ts': '' });
  await changed();
  tree.showGone(['b.txt', 'src/gone.ts', 'a.txt']);
  await tree.open('src');
  expect(
    rowsOf(tree)
      .filter(({ isGone }) => isGone)
      .map(({ path }) => path),
  ).toEqual(['src/gone.ts', 'b.txt']);
  writeFileSync(join(root, 'b.txt'), '');
  watched.get(root)?.();
  await changed();
  expect(shown(tree)).toEqual(['src/', 'src/gone.ts', 'src/x.ts', 'a.txt', 'b.txt']);
  expect(tree.row(tree.indexOf('b.txt'))?.isGone).toBe(false);
});

test('what takes long to read lets other work have its turn', async () => {
  const root = tempFolder();
  for (let at = 0; at < 9; at++) writeFileSync(join(root, `file-${at}`), '');
  let turns = 0;
  let reading = true;
  const count = () => {
    turns++;
    if (reading) setImmediate(count);
  };
  const rules = { ignores: () => false, verdict: () => undefined };
  const listed = listFolder(root, rules, 4).finally(() => {
    reading = false;
  });
  setImmediate(count);
  expect((await listed).files).toHaveLength(9);
  // Between the three parts, and before they are sorted.
  expect(turns).toBeGreaterThanOrEqual(3);
});
