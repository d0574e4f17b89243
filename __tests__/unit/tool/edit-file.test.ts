import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { editFileTool } from '../../../src/tool/edit-file.js';
import { readFileTool } from '../../../src/tool/read-file.js';
import { writeFileTool } from '../../../src/tool/write-file.js';
import { createWorkspace, quiet, type Workspace } from './support.js';

let work: Workspace;
beforeEach(() => {
  work = createWorkspace();
});
afterEach(() => work.remove());

type Edit = { old: string; new: string; replace_all?: boolean };
const edit = (path: string, ...edits: Edit[]) => work.run(editFileTool, { path, edits });
const read = (path: string) => work.run(readFileTool, { path });
const write = (path: string, content: string) => work.run(writeFileTool, { path, content });

async function edited(content: string | Buffer, ...edits: Edit[]): Promise<string> {
  work.write('f', content);
  await read('f');
  await edit('f', ...edits);
  return work.text('f');
}

test('FE-01: a CRLF file stays CRLF when the model writes LF', async () => {
  const text = await edited('a = 1\r\nb = 2\r\nc = 3\r\n', { old: 'a = 1\nb = 2', new: 'a = 1\nx = 9\nb = 22' });
  expect(text).toBe('a = 1\r\nx = 9\r\nb = 22\r\nc = 3\r\n');
});

test('FE-01: an LF file stays LF when the model writes CRLF', async () => {
  expect(await edited('a\nb\nc\n', { old: 'a\r\nb', new: 'x\r\ny\r\nz' })).toBe('x\ny\nz\nc\n');
});

test('a file with mixed line endings changes only where it is edited', async () => {
  const text = await edited('a\r\nb\nc\r\nd\n', { old: 'c\n', new: 'x\ny\n' });
  expect(text).toBe('a\r\nb\nx\r\ny\r\nd\n');
});

test('FE-03: a byte order mark is not shown, does not stop a match, and is kept exactly once', async () => {
  work.write('bom.py', '\uFEFFimport os\n中文 = 1\nmid\uFEFFdle\n');
  expect((await read('bom.py')).text).toMatch(/^ {5}1\timport os\n {5}2\t中文 = 1\n/);
  await edit('bom.py', { old: 'import os', new: 'import sys' });
  expect(work.text('bom.py')).toBe('\uFEFFimport sys\n中文 = 1\nmid\uFEFFdle\n');
  await write('bom.py', 'new\n');
  expect(work.text('bom.py')).toBe('\uFEFFnew\n');
  await write('bom.py', '\uFEFFnewer\n');
  expect(work.text('bom.py')).toBe('\uFEFFnewer\n');
});

test('FE-04: a GBK file is shown as text and keeps its bytes but for those edited', async () => {
  const gbk = (last: string) =>
    Buffer.concat([Buffer.from('// '), Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), Buffer.from(`\nint x = ${last};\n`)]);
  work.write('g.c', gbk('1'));
  expect((await read('g.c')).text).toBe('     1\t// 你好\n     2\tint x = 1;\n[the file is encoded in GBK]');
  await edit('g.c', { old: 'int x = 1', new: 'int x = 2' });
  expect(work.read('g.c')).toEqual(gbk('2'));
  await edit('g.c', { old: '你好', new: '好' });
  expect(work.read('g.c').subarray(3, 6)).toEqual(Buffer.from([0xba, 0xc3, 0x0a]));
});

test('a Latin-1 file keeps its encoding, and CRLF with it', async () => {
  work.write('l.txt', Buffer.from('café größe naïve\r\nÄÖ Übung\r\n', 'latin1'));
  expect((await read('l.txt')).text).toContain('café größe naïve\n     2\tÄÖ Übung\n[the file is encoded in Latin-1]');
  await edit('l.txt', { old: 'naïve', new: 'né' });
  expect(work.read('l.txt')).toEqual(Buffer.from('café größe né\r\nÄÖ Übung\r\n', 'latin1'));
});

test.each<[string, Buffer, string]>([
  ['GBK', Buffer.from([0xc4, 0xe3, 0x78]), '😀'],
  ['Latin-1', Buffer.from([0x78, 0xe9]), '你'],
])('a character that %s does not have is refused and nothing is written', async (name, bytes, character) => {
  work.write('f', bytes);
  await read('f');
  await expect(edit('f', { old: 'x', new: character })).rejects.toThrow(
    `encoded in ${name}, which has no ${character}`,
  );
  expect(work.read('f')).toEqual(bytes);
});

test('bytes that are text in no known encoding are refused and left unchanged', async () => {
  const bytes = Buffer.from([0x61, 0x93, 0x0a, 0x98, 0x0a]);
  work.write('f', bytes);
  await expect(read('f')).rejects.toThrow('not UTF-8, GBK or Latin-1');
  await expect(write('f', 'x')).rejects.toThrow('not UTF-8, GBK or Latin-1');
  expect(work.read('f')).toEqual(bytes);
});

test('FE-06: dollar patterns in the new text stand literally', async () => {
  const dollars = `echo $$ $& $' $\` $1 \${x}`;
  expect(await edited('log("done");\ntail\n', { old: 'log("done");', new: dollars })).toBe(`${dollars}\ntail\n`);
  expect(await edited('a-a-a', { old: 'a', new: dollars, replace_all: true })).toBe(
    [dollars, dollars, dollars].join('-'),
  );
});

test.each<[string, string, Edit, RegExp]>([
  ['not unique', 'x=1\nx=1\n', { old: 'x=1', new: 'y' }, /found 2 times \(lines 1, 2\)/],
  ['empty', 'a\n', { old: '', new: 'y' }, /old text is empty/],
  ['no change', 'a\n', { old: 'a', new: 'a' }, /the same/],
  ['absent', 'a\n', { old: 'b', new: 'c' }, /not found/],
  ['blank and not unique', 'a b c', { old: ' ', new: 'x' }, /found 2 times/],
  ['blank lines that differ', 'a\n\t\nb\n', { old: '\n  \n', new: 'x' }, /not found/],
])('FE-08: an edit that is %s is refused and changes nothing', async (_name, content, change, message) => {
  work.write('f', content);
  await read('f');
  await expect(edit('f', change)).rejects.toThrow(message);
  expect(work.text('f')).toBe(content);
});

test('FE-08: replace_all of blanks ends, and new text is not searched again', async () => {
  expect(await edited('    ', { old: ' ', new: '  ', replace_all: true })).toBe('        ');
  expect(await edited('x=1\nx=1\n', { old: 'x=1', new: 'x=1x=1', replace_all: true })).toBe('x=1x=1\nx=1x=1\n');
});

test('trailing blanks of whole lines are tolerated, other differences are not', async () => {
  expect(await edited('if (a) {  \n  b();\t\n}\n', { old: 'if (a) {\n  b();\n}', new: 'b();' })).toBe('b();\n');
  await expect(edited('  a\n', { old: ' a\nb', new: 'x' })).rejects.toThrow('not found');
});

test('an exact place is taken before a tolerant one', async () => {
  expect(await edited('a \na\n', { old: 'a\n', new: 'x\n' })).toBe('a \nx\n');
});

test('several edits apply in order, all or none, and the failing one is named', async () => {
  expect(await edited('one two', { old: 'one', new: '1' }, { old: '1 two', new: '3' })).toBe('3');
  work.write('f', 'one');
  await read('f');
  await expect(edit('f', { old: 'one', new: '1' }, { old: 'zwei', new: '2' })).rejects.toThrow(/^edit 2: .*not found/);
  expect(work.text('f')).toBe('one');
});

test('a missing final newline and the mode bits are kept', async () => {
  work.write('run.sh', '#!/bin/sh\nexit 1');
  chmodSync(work.path('run.sh'), 0o751);
  await read('run.sh');
  await edit('run.sh', { old: 'exit 1', new: 'exit 0' });
  expect(work.text('run.sh')).toBe('#!/bin/sh\nexit 0');
  expect(statSync(work.path('run.sh')).mode & 0o777).toBe(0o751);
  expect(readdirSync(work.cwd)).toEqual(['run.sh']);
});

test('a file that was not read is not changed', async () => {
  work.write('f', 'a');
  await expect(edit('f', { old: 'a', new: 'b' })).rejects.toMatchObject({
    code: 'conflict',
    hint: expect.stringContaining('read_file'),
  });
  await expect(write('f', 'b')).rejects.toMatchObject({ code: 'conflict' });
  expect(work.text('f')).toBe('a');
});

test('FE-10: what somebody else wrote since the read is not overwritten', async () => {
  work.write('a.txt', 'mine\n');
  await read('a.txt');
  appendFileSync(work.path('a.txt'), 'user\n');
  await expect(write('a.txt', 'new')).rejects.toMatchObject({
    message: expect.stringContaining('changed on disk'),
    hint: expect.stringContaining('Read it again'),
  });
  expect(work.text('a.txt')).toBe('mine\nuser\n');
});

test('FE-10: a change that keeps size and time is seen by content', async () => {
  work.write('a.txt', 'aaaa');
  await read('a.txt');
  const { atime, mtime } = statSync(work.path('a.txt'));
  work.write('a.txt', 'bbbb');
  utimesSync(work.path('a.txt'), atime, mtime);
  await expect(edit('a.txt', { old: 'b', new: 'c', replace_all: true })).rejects.toThrow('changed on disk');
});

test('FE-10: our own writes do not trip the guard', async () => {
  await write('new/deep/a.txt', 'one');
  await edit('new/deep/a.txt', { old: 'one', new: 'two' });
  await write('new/deep/a.txt', 'three');
  expect(work.text('new/deep/a.txt')).toBe('three');
});

test('a prepared change is not written when the file changed while it waited for approval', async () => {
  work.write('a.txt', 'one');
  await read('a.txt');
  const prepared = await editFileTool.prepare({ path: 'a.txt', edits: [{ old: 'one', new: 'two' }] }, work.context);
  work.write('a.txt', 'user');
  await expect(prepared.run(quiet)).rejects.toMatchObject({ code: 'conflict' });
  expect(work.text('a.txt')).toBe('user');
});

test('a prepared new file does not overwrite one that appeared meanwhile', async () => {
  const prepared = await writeFileTool.prepare({ path: 'a.txt', content: 'x' }, work.context);
  work.write('a.txt', 'user');
  await expect(prepared.run(quiet)).rejects.toMatchObject({ code: 'conflict' });
  expect(work.text('a.txt')).toBe('user');
});

test('preparing changes nothing; the preview is the difference', async () => {
  work.write('src/a.ts', 'one\ntwo\nthree\n');
  await read('src/a.ts');
  const prepared = await editFileTool.prepare(
    { path: 'src/a.ts', edits: [{ old: 'two', new: '2\n2b' }] },
    work.context,
  );
  expect(work.text('src/a.ts')).toBe('one\ntwo\nthree\n');
  expect(prepared).toMatchObject({ title: 'src/a.ts +2 −1', access: { writes: [work.path('src/a.ts')] } });
  expect(prepared.preview).toEqual([
    {
      kind: 'diff',
      path: 'src/a.ts',
      status: 'modified',
      added: 2,
      removed: 1,
      hunks: [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 4, lines: [' one', '-two', '+2', '+2b', ' three'] }],
    },
  ]);
});

test('FE-16: other spellings of one path are the same file', async () => {
  work.write('src/A.txt', 'a');
  await read('src/../src/A.txt');
  await edit('./src/A.txt', { old: 'a', new: 'b' });
  await edit(work.path('src/A.txt'), { old: 'b', new: 'c' });
  expect(work.text('src/A.txt')).toBe('c');
  await expect(edit('SRC/a.TXT', { old: 'c', new: 'd' })).rejects.toMatchObject({ code: 'not-found' });
});

test('FE-16: names that only look alike are the same file where the disk says so, else nothing is made', async () => {
  const composed = 'caf\u00e9.txt';
  const decomposed = 'cafe\u0301.txt';
  work.write(decomposed, 'a');
  await read(decomposed);
  const isOneFile = readdirSync(work.cwd).length === 1 && existsSync(work.path(composed));
  const changed = edit(composed, { old: 'a', new: 'b' });
  if (isOneFile) await changed;
  else await expect(changed).rejects.toMatchObject({ code: 'not-found' });
  expect(work.text(decomposed)).toBe(isOneFile ? 'b' : 'a');
  expect(readdirSync(work.cwd)).toHaveLength(1);
});

test('FE-10: after somebody else rewrote a file one new read is enough to edit it again', async () => {
  work.write('a.txt', 'one\n');
  await read('a.txt');
  await edit('a.txt', { old: 'one', new: 'two' });
  work.write('a.txt', 'two;\n');
  await expect(edit('a.txt', { old: 'two', new: 'three' })).rejects.toThrow('changed on disk');
  await read('a.txt');
  await edit('a.txt', { old: 'two', new: 'three' });
  expect(work.text('a.txt')).toBe('three;\n');
});

test('a link inside the folder is written through and stays a link; one that leads out is refused', async () => {
  work.write('real.txt', 'a');
  symlinkSync('real.txt', work.path('link.txt'));
  await read('link.txt');
  await edit('link.txt', { old: 'a', new: 'b' });
  expect(work.text('real.txt')).toBe('b');
  expect(
    readdirSync(work.cwd, { withFileTypes: true })
      .find(({ name }) => name === 'link.txt')
      ?.isSymbolicLink(),
  ).toBe(true);

  const outside = createWorkspace();
  try {
    symlinkSync(outside.path('x.txt'), work.path('out.txt'));
    await expect(write('out.txt', 'x')).rejects.toThrow('outside the working folder');
    expect(readdirSync(outside.cwd)).toEqual([]);
  } finally {
    outside.remove();
  }
});

test('FE-14: binary files and folders are not edited; UTF-16 is text and keeps its encoding', async () => {
  work.write('bin', Buffer.from([1, 0, 2, 0]));
  mkdirSync(work.path('dir'));
  await expect(edit('bin', { old: 'a', new: 'b' })).rejects.toThrow('is binary');
  await expect(write('dir', 'b')).rejects.toThrow('is a folder');
  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
  work.write('u16.txt', utf16('你好 a\r\n'));
  expect((await read('u16.txt')).text).toBe('     1\t你好 a');
  await edit('u16.txt', { old: 'a', new: 'b\nc' });
  expect(work.read('u16.txt')).toEqual(utf16('你好 b\r\nc\r\n'));
});

test('half a character in the new text is refused', async () => {
  await expect(edited('a', { old: 'a', new: '\ud83d' })).rejects.toThrow('half a character');
});
