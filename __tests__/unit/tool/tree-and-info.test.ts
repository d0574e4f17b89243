import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync, utimesSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { directoryTreeTool } from '../../../src/tool/directory-tree.js';
import { getFileInfoTool } from '../../../src/tool/get-file-info.js';
import { createWorkspace, type Workspace } from './support.js';

let work: Workspace;
beforeEach(() => {
  work = createWorkspace();
});
afterEach(() => work.remove());

const tree = async (args: object = {}) => (await work.run(directoryTreeTool, args)).text;
const info = async (path: string) => (await work.run(getFileInfoTool, { path })).text;

test('a tree shows folders and files without ignored ones, and marks what was not opened', async () => {
  work.write('.gitignore', 'out/\n*.log\n');
  work.write('src/a/b/deep.ts', '');
  work.write('src/main.ts', '');
  work.write('src/x.log', '');
  work.write('out/x.js', '');
  work.write('node_modules/p/index.js', '');
  symlinkSync('src', work.path('to-src'));
  expect(await tree({ depth: 2 })).toBe('.gitignore\nsrc/\n  a/ …\n  main.ts\nto-src (link)');
  expect(await tree({ path: 'src' })).toBe('a/\n  b/\n    deep.ts\nmain.ts');
});

test('a large tree stops at its limit, the top being whole', async () => {
  for (let at = 0; at < 600; at++) work.write(`a/f${at}`, '');
  work.write('z', '');
  const text = await tree();
  expect(text.split('\n')).toHaveLength(500 + 2);
  expect(text).toContain('  … 102 more\nz\n[stopped at 500 entries');
});

test('a tree of a file or of nothing is refused', async () => {
  work.write('f', '');
  await expect(tree({ path: 'f' })).rejects.toThrow('is a file');
  await expect(tree({ path: 'none' })).rejects.toMatchObject({ code: 'not-found' });
});

test('the facts of a text file name size, mode, time, lines, encoding and line endings', async () => {
  work.write('a.md', '\uFEFFone\r\ntwo');
  chmodSync(work.path('a.md'), 0o640);
  utimesSync(work.path('a.md'), 1, 1);
  const text = await info('a.md');
  expect(text).toContain('path: a.md\nkind: file\nsize: 11 bytes\nmode: 0640\nmodified: 1970-01-01T00:00:01.000Z\n');
  expect(text).toContain(
    'type: text/markdown\nlines: 2 (no final newline)\nencoding: utf-8 with byte order mark\nline endings: crlf',
  );
});

test('the facts of a GBK file name its encoding', async () => {
  work.write('g', Buffer.from([0xc4, 0xe3, 0x0a]));
  expect(await info('g')).toContain('lines: 1\nencoding: gbk\nline endings: lf');
});

test('binary files, folders and named pipes have facts too', async () => {
  work.write('d/x.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]));
  expect(await info('d/x.png')).toContain('type: image/png\ntext: no: d/x.png is binary (PNG image, 5 bytes)');
  expect(await info('d')).toContain('kind: folder');
  execFileSync('mkfifo', [work.path('pipe')]);
  expect(await info('pipe')).toContain('kind: named pipe');
  await expect(info('none')).rejects.toMatchObject({ code: 'not-found' });
});

test('looking at the facts of a file does not count as reading it', async () => {
  work.write('f', 'a');
  await info('f');
  expect(work.context.seenFiles.get(work.path('f'))).toBeUndefined();
});
