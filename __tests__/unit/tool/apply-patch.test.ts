import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { decideCall } from '../../../src/policy/gather-facts.js';
import { applyPatchTool } from '../../../src/tool/apply-patch.js';
import { editFileTool } from '../../../src/tool/edit-file.js';
import { fallbackTitle } from '../../../src/tool/parse-call.js';
import { readFileTool } from '../../../src/tool/read-file.js';
import { writeFileTool } from '../../../src/tool/write-file.js';
import { createWorkspace, quiet, type Workspace } from './support.js';

let work: Workspace;
beforeEach(() => {
  work = createWorkspace();
});
afterEach(() => work.remove());

const whole = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
const prepare = (...lines: string[]) => applyPatchTool.prepare({ patch: whole(...lines) }, work.context);
const apply = async (...lines: string[]) => (await prepare(...lines)).run(quiet);
const read = (path: string) => work.run(readFileTool, { path });

async function updated(content: string | Buffer, ...lines: string[]): Promise<string> {
  work.write('f', content);
  await apply('*** Update File: f', ...lines);
  return work.text('f');
}

test('one patch adds, changes, moves and deletes files', async () => {
  work.write('a.ts', 'one\ntwo\nthree\n');
  work.write('old.ts', 'x = 1\n');
  work.write('gone.ts', 'bye\n');
  chmodSync(work.path('old.ts'), 0o755);
  await read('gone.ts');
  const result = await apply(
    '*** Add File: new/deep.ts',
    '+hello',
    '+',
    '+world',
    '',
    '*** Update File: a.ts',
    '@@',
    ' one',
    '-two',
    '+2',
    '',
    '*** Update File: old.ts',
    '*** Move to: moved/new.ts',
    '@@',
    '-x = 1',
    '+x = 2',
    '*** Delete File: gone.ts',
  );
  expect(work.text('new/deep.ts')).toBe('hello\n\nworld\n');
  expect(work.text('a.ts')).toBe('one\n2\nthree\n');
  expect(work.text('moved/new.ts')).toBe('x = 2\n');
  expect(statSync(work.path('moved/new.ts')).mode & 0o777).toBe(0o755);
  expect(existsSync(work.path('old.ts'))).toBe(false);
  expect(existsSync(work.path('gone.ts'))).toBe(false);
  expect(result.text).toBe('Patch applied:\nnew/deep.ts +3 −0\na.ts +1 −1\nold.ts → moved/new.ts +1 −1\ngone.ts +0 −1');
});

test('preparing changes nothing; the preview has every difference and the access every path', async () => {
  work.write('a', '1\n');
  work.write('b', '2\n');
  const prepared = await prepare(
    '*** Update File: a',
    '-1',
    '+one',
    '*** Update File: b',
    '*** Move to: c',
    '-2',
    '+two',
  );
  expect(prepared.title).toBe('2 files +2 −2');
  expect(prepared.access).toEqual({ reads: [], writes: ['a', 'c', 'b'].map(work.path) });
  expect(prepared.preview).toMatchObject([
    { kind: 'diff', path: 'a', status: 'modified' },
    { kind: 'text', text: 'b → c' },
    { kind: 'diff', path: 'c', added: 1, removed: 1 },
  ]);
  expect(work.text('a') + work.text('b')).toBe('1\n2\n');
});

test('a file may be moved as it is', async () => {
  work.write('a', 'same\r\n');
  await apply('*** Update File: a', '*** Move to: b');
  expect(work.text('b')).toBe('same\r\n');
  expect(existsSync(work.path('a'))).toBe(false);
});

test.each<[string, string, string[], string]>([
  ['CRLF', 'a\r\nb\r\n', [' a', '-b', '+c', '+d'], 'a\r\nc\r\nd\r\n'],
  ['mixed line ends', 'a\r\nb\nc\r\n', [' a', '-b', '+x', ' c', '+y'], 'a\r\nx\nc\r\ny\r\n'],
  ['a byte order mark', '\uFEFFa\nb\n', ['-a', '+x'], '\uFEFFx\nb\n'],
  ['no final newline', 'a\nb', [' a', '-b', '+c'], 'a\nc'],
  ['trailing blanks of kept lines', 'a  \nb\t\nc\n', [' a', '-b', '+x'], 'a  \nx\nc\n'],
  ['everything taken out', 'a\n', ['-a'], ''],
  ['an empty file', '', ['+a'], 'a\n'],
  ['dollar patterns', 'a\n', ['-a', "+$& $1 $'"], "$& $1 $'\n"],
])('%s: only the meant lines change', async (_name, content, lines, expected) => {
  expect(await updated(content, '@@', ...lines)).toBe(expected);
});

test('a GBK file keeps its encoding', async () => {
  const gbk = (last: string) => Buffer.concat([Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), Buffer.from(`\n${last}\n`)]);
  await updated(gbk('1'), ' 你好', '-1', '+2');
  expect(work.read('f')).toEqual(gbk('2'));
});

test('@@ says below which line the place is, also more than one and also again', async () => {
  const text = 'class A\n  def f\n    x\n  def g\n    x\nclass B\n  def f\n    x\n';
  expect(await updated(text, '@@ class B', '@@ def f', '-    x', '+    y')).toBe(text.replace(/x\n$/, 'y\n'));
  expect(
    await updated(text, '@@ class A', '   def f', '-    x', '+    y', '@@ class A', '   def g', '-    x', '+    z'),
  ).toBe('class A\n  def f\n    y\n  def g\n    z\nclass B\n  def f\n    x\n');
});

test('line numbers in @@ are not relied on', async () => {
  expect(await updated('a\nb\n', '@@ -90,2 +90,2 @@ nowhere', '-b', '+c')).toBe('a\nc\n');
});

test('*** End of File means the last lines; lines can be put in there and below @@', async () => {
  expect(await updated('x\ny\nx\n', '@@', '-x', '+z', '*** End of File')).toBe('x\ny\nz\n');
  expect(await updated('a\nb\n', '@@', '+c', '*** End of File')).toBe('a\nb\nc\n');
  expect(await updated('a\nb\n', '@@ a', '+c')).toBe('a\nc\nb\n');
});

test.each<[string, string, string[], RegExp]>([
  ['a place that is not unique', 'x\ny\nx\n', ['-x', '+z'], /not unique \(lines 1, 3\)/],
  ['an anchor that is not unique', 'f\n x\nf\n x\n', ['@@ f', '- x', '+ y'], /not unique \(lines 2, 4\)/],
  ['lines that are not there', 'a\n', ['-b', '+c'], /lines were not found/],
  ['hunks in the wrong order', 'a\nb\n', ['@@', '-b', '+c', '@@', '-a', '+d'], /hunk 2: .*after line 2/],
  ['an anchor that is not there', 'a\n', ['@@ class Z', '-a', '+b'], /"class Z" of @@ was not found/],
  ['lines put in nowhere', 'a\n', ['@@', '+b'], /put in at no place/],
  ['a patch without an effect', 'a\n', ['-a', '+a'], /as it is/],
  ['a line without a sign', 'a\n', ['-a', 'b'], /^line 4 of the patch: each line/],
])('%s: refused, and nothing changes', async (_name, content, lines, message) => {
  work.write('f', content);
  await expect(apply('*** Update File: f', ...lines)).rejects.toThrow(message);
  expect(work.text('f')).toBe(content);
});

test('a miss names the nearest place', async () => {
  await expect(updated('a\nlet total = 1;\n', '-let total = 2;', '+x')).rejects.toMatchObject({
    hint: expect.stringContaining('line 2'),
  });
});

test.each([
  ['no beginning', 'x\n*** End Patch', /does not begin/],
  ['no end', '*** Begin Patch\n*** Delete File: a', /cut off/],
  ['no file', '*** Begin Patch\n*** End Patch', /names no file/],
  ['an unknown header', '*** Begin Patch\n*** Rename File: a\n*** End Patch', /line 2 .*none of/],
])('a patch with %s is refused', async (_name, patch, message) => {
  await expect(applyPatchTool.prepare({ patch }, work.context)).rejects.toThrow(message);
});

test('when one file does not fit no file is changed', async () => {
  work.write('a', '1\n');
  work.write('b', '2\n');
  await expect(apply('*** Update File: a', '-1', '+x', '*** Update File: b', '-3', '+x')).rejects.toThrow('not found');
  expect(work.text('a')).toBe('1\n');
});

test('when one file cannot be written the others are put back', async () => {
  work.write('a', '1\n');
  work.write('b', '2\n');
  const prepared = await prepare(
    '*** Update File: a',
    '-1',
    '+x',
    '*** Add File: new',
    '+n',
    '*** Update File: b',
    '*** Move to: dir/b',
    '*** Add File: dir2/c',
    '+c',
  );
  work.write('dir2', 'a file where a folder is needed');
  await expect(prepared.run(quiet)).rejects.toThrow();
  expect([work.text('a'), work.text('b'), existsSync(work.path('new')), existsSync(work.path('dir/b'))]).toEqual([
    '1\n',
    '2\n',
    false,
    false,
  ]);
});

test('what changed while the patch waited for approval is not overwritten', async () => {
  work.write('a', '1\n');
  work.write('b', '2\n');
  const prepared = await prepare('*** Update File: a', '-1', '+x', '*** Update File: b', '-2', '+x');
  work.write('b', 'user\n');
  await expect(prepared.run(quiet)).rejects.toMatchObject({ code: 'conflict' });
  expect(work.text('a') + work.text('b')).toBe('1\nuser\n');
});

test('a file that was read can be edited on after a patch; one that was not must be read before it is overwritten', async () => {
  work.write('seen', 'a\nb\n');
  work.write('unseen', 'a\nb\n');
  await read('seen');
  await apply('*** Update File: seen', '-a', '+x', '*** Update File: unseen', '-a', '+x', '*** Add File: new', '+n');
  await work.run(editFileTool, { path: 'seen', edits: [{ old: 'x', new: 'y' }] });
  await work.run(editFileTool, { path: 'new', edits: [{ old: 'n', new: 'm' }] });
  await expect(work.run(writeFileTool, { path: 'unseen', content: '' })).rejects.toThrow('has not been read');
});

test('deleting needs a read; adding and moving need a free name; a file is named once', async () => {
  work.write('a', '1\n');
  work.write('b', '1\n');
  await expect(apply('*** Delete File: a')).rejects.toThrow('has not been read');
  await expect(apply('*** Add File: a', '+x')).rejects.toThrow('exists already');
  await expect(apply('*** Update File: a', '*** Move to: b')).rejects.toThrow('exists already');
  await expect(apply('*** Update File: c', '-1', '+2')).rejects.toMatchObject({ code: 'not-found' });
  await expect(apply('*** Update File: a', '-1', '+2', '*** Update File: ./a', '-1', '+3')).rejects.toThrow('twice');
  expect(work.text('a') + work.text('b')).toBe('1\n1\n');
});

test('links: a file is changed through one inside, not moved through it; one that leads out is refused', async () => {
  work.write('real', '1\n');
  symlinkSync('real', work.path('link'));
  await apply('*** Update File: link', '-1', '+2');
  expect(work.text('real')).toBe('2\n');
  await expect(apply('*** Update File: link', '*** Move to: x')).rejects.toThrow('is a link to real');
  const outside = createWorkspace();
  try {
    mkdirSync(outside.path('d'));
    symlinkSync(outside.path('d'), work.path('out'));
    await expect(apply('*** Add File: out/x', '+x')).rejects.toThrow('outside the working folder');
  } finally {
    outside.remove();
  }
});

test('protected files and those outside must be read first: a failing match would tell what is in them', async () => {
  work.write('.env', 'PASSWORD=x\n');
  await expect(apply('*** Update File: .env', '-PASSWORD=y', '+z')).rejects.toThrow('has not been read');
  const outside = createWorkspace();
  try {
    const path = outside.write('f', '1\n');
    await expect(apply(`*** Update File: ${path}`, '-2', '+3')).rejects.toThrow('has not been read');
  } finally {
    outside.remove();
  }
});

test('the policy judges every path of a patch: one protected file makes the whole patch ask', async () => {
  work.write('a', '1\n');
  const decide = async (...lines: string[]) => {
    const { access } = await prepare(...lines);
    const places = { cwd: work.cwd, productHome: '/nowhere', freeToRead: [] };
    return (await decideCall({ tool: 'apply_patch', access, readOnly: false, level: 'edits', places, rules: [] })).kind;
  };
  expect(await decide('*** Update File: a', '-1', '+2')).toBe('allow');
  expect(await decide('*** Update File: a', '-1', '+2', '*** Add File: .env', '+A=1')).toBe('ask');
  expect(await decide('*** Update File: a', '*** Move to: .git/hooks/pre-commit', '-1', '+2')).toBe('ask');
});

test('a patch that could not be prepared is still named by its first file', () => {
  const patch = whole('*** Update File: src/a.ts', '-x', '+y');
  expect(fallbackTitle({ callId: '1', name: 'apply_patch', arguments: JSON.stringify({ patch }) })).toBe('src/a.ts');
});
