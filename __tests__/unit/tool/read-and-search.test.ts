import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { symlinkSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { globFilesTool } from '../../../src/tool/glob-files.js';
import { grepCodeTool } from '../../../src/tool/grep-code.js';
import { listDirTool } from '../../../src/tool/list-dir.js';
import { readFileTool } from '../../../src/tool/read-file.js';
import { createWorkspace, type Workspace } from './support.js';

let work: Workspace;
beforeEach(() => {
  work = createWorkspace();
});
afterEach(() => work.remove());

const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n + 1}\n`).join('');

test('read_file numbers the lines and says how to read on', async () => {
  work.write('a.txt', lines(30));
  const result = await work.run(readFileTool, { path: 'a.txt', offset: 11, limit: 2 });
  expect(result.text).toBe('    11\tline 11\n    12\tline 12\n[lines 11–12 of 30; read on with offset 13]');
  expect(result.display).toEqual([
    { kind: 'file', path: 'a.txt', firstLine: 11, totalLines: 30, text: 'line 11\nline 12' },
  ]);
});

test('read_file stops before its result would be too long, and cuts very long lines', async () => {
  work.write('long.txt', `${`${'x'.repeat(5000)}\n`.repeat(100)}`);
  const { text } = await work.run(readFileTool, { path: 'long.txt' });
  expect(text.length).toBeLessThan(32_000);
  expect(text).toContain('(3000 more characters)');
  expect(text).toMatch(/read on with offset \d+\]$/);
});

test('read_file says when a file is empty or has no such line', async () => {
  work.write('empty', '');
  work.write('two', 'a\nb\n');
  expect((await work.run(readFileTool, { path: 'empty' })).text).toBe('empty is empty.');
  await expect(work.run(readFileTool, { path: 'two', offset: 3 })).rejects.toThrow('has 2 lines');
});

test('FE-14: of a binary file kind and size are told in few words', async () => {
  work.write('bin', Buffer.alloc(64 * 1024, Buffer.from([0, 1, 2, 3])));
  work.write('pic.png', Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d', 'hex'), randomBytes(500)]));
  const error = await work.run(readFileTool, { path: 'bin' }).catch((thrown: Error) => thrown);
  expect((error as Error).message).toBe('bin is binary (unknown type, 65536 bytes), not text');
  await expect(work.run(readFileTool, { path: 'pic.png' })).rejects.toThrow('PNG image, 512 bytes');
});

test('read_file refuses what is no file without hanging', async () => {
  execFileSync('mkfifo', [work.path('fifo')]);
  await expect(work.run(readFileTool, { path: 'fifo' })).rejects.toThrow('named pipe');
  await expect(work.run(readFileTool, { path: '/dev/zero' })).rejects.toThrow('device');
  await expect(work.run(readFileTool, { path: '.' })).rejects.toThrow('folder');
  await expect(work.run(readFileTool, { path: 'gone' })).rejects.toMatchObject({ code: 'not-found' });
  work.write('huge', Buffer.alloc(11 * 1024 * 1024, 'x'));
  await expect(work.run(readFileTool, { path: 'huge' })).rejects.toThrow('too large');
});

test('a call names the real paths it will touch', async () => {
  work.write('real/a.txt', 'a');
  symlinkSync(work.path('real'), work.path('link'));
  const { access } = await readFileTool.prepare({ path: 'link/a.txt' }, work.context);
  expect(access).toEqual({ reads: [work.path('real/a.txt')], writes: [] });
});

test('list_dir shows folders first, sizes and where links lead', async () => {
  work.write('b.txt', '12345');
  work.write('sub/x', '');
  symlinkSync('b.txt', work.path('a-link'));
  expect((await work.run(listDirTool, {})).text).toBe('sub/\na-link -> b.txt\nb.txt  5 B');
  expect((await work.run(listDirTool, { path: 'sub' })).text).toBe('x  0 B');
  await expect(work.run(listDirTool, { path: 'b.txt' })).rejects.toThrow('is a file');
});

test('glob_files finds names at any depth and leaves out what ignore files name', async () => {
  for (const file of ['a.ts', 'src/b.ts', 'src/c.js', 'dist/d.ts', 'node_modules/e/e.ts', '.git/f.ts', 'src/gen/g.ts'])
    work.write(file, '');
  work.write('.gitignore', 'dist/\n');
  work.write('src/.gitignore', 'gen\n');
  expect((await work.run(globFilesTool, { pattern: '*.ts' })).text).toBe('a.ts\nsrc/b.ts');
  expect((await work.run(globFilesTool, { pattern: 'src/*.{js,ts}' })).text).toBe('src/b.ts\nsrc/c.js');
  expect((await work.run(globFilesTool, { pattern: '**', path: 'src/gen' })).text).toBe('src/gen/g.ts');
  expect((await work.run(globFilesTool, { pattern: '*.py' })).text).toBe('No file matches *.py.');
});

test('a glob pattern that would backtrack for ever is refused', async () => {
  await expect(work.run(globFilesTool, { pattern: '*a*a*a*b' })).rejects.toThrow('too many wildcards');
  await expect(work.run(globFilesTool, { pattern: '**/**/**/**/**/x' })).rejects.toThrow('too many wildcards');
  expect((await work.run(globFilesTool, { pattern: '**/*{a,b}*.test.*' })).text).toContain('No file matches');
});

test('a nested ignore file can take back what one above it ignored', async () => {
  work.write('.gitignore', '*.log\n');
  work.write('keep/.gitignore', '!*.log\n');
  work.write('a.log', '');
  work.write('keep/b.log', '');
  expect((await work.run(globFilesTool, { pattern: '*.log' })).text).toBe('keep/b.log');
});

test('grep_code gives path, line and text, with context and a glob', async () => {
  work.write('src/a.ts', 'one\ntwo\nthree\nfour\nfive\nsix\ntwo\n');
  work.write('b.md', 'two\n');
  expect((await work.run(grepCodeTool, { pattern: '^two$' })).text).toBe(
    'b.md:1: two\nsrc/a.ts:2: two\nsrc/a.ts:7: two',
  );
  expect((await work.run(grepCodeTool, { pattern: 'two', glob: '*.ts', context: 1 })).text).toBe(
    'src/a.ts-1- one\nsrc/a.ts:2: two\nsrc/a.ts-3- three\n--\nsrc/a.ts-6- six\nsrc/a.ts:7: two',
  );
  expect((await work.run(grepCodeTool, { pattern: 'four', path: 'src/a.ts' })).text).toBe('src/a.ts:4: four');
});

test('FE-14: grep_code skips binary files with a count, and secret files', async () => {
  work.write('bin', Buffer.from('x\0x'));
  work.write('.env', 'x=1');
  work.write('u16.txt', Buffer.from('\uFEFFx = 1\n', 'utf16le'));
  expect((await work.run(grepCodeTool, { pattern: 'x' })).text).toBe(
    'u16.txt:1: x = 1\n[1 file skipped: binary, too large or unreadable]\n[1 protected file skipped: name one in path to ask for it]',
  );
});

test('grep_code is bounded and says so', async () => {
  work.write('many.txt', 'x\n'.repeat(1000));
  const { text } = await work.run(grepCodeTool, { pattern: 'x' });
  expect(text.split('\n')).toHaveLength(201);
  expect(text).toContain('[stopped after 200 matches');
});

test('an expression that would never end is given up, one that is none is refused', async () => {
  work.write('a.txt', `${'a'.repeat(40)}!\n`);
  await expect(work.run(grepCodeTool, { pattern: '^(a+)+$' })).rejects.toThrow('too long');
  await expect(work.run(grepCodeTool, { pattern: '(' })).rejects.toThrow('no regular expression');
});
