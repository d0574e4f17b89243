// What both ways of searching must do alike: ripgrep with a second look, and JavaScript alone.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { packageRoot } from '../../src/base/package-root.js';
import { findRipgrep } from '../../src/process/run-search.js';
import { createGlobFilesTool } from '../../src/tool/glob-files.js';
import { createGrepCodeTool } from '../../src/tool/grep-code.js';
import { runSearchJob } from '../../src/tool/search/run-search-job.js';
import type { SearchEngine } from '../../src/tool/search/search-job.js';
import { createWorkspace, quiet, type Workspace } from '../unit/tool/support.js';

let work: Workspace;
beforeEach(() => {
  work = createWorkspace();
});
afterEach(() => work.remove());

const engines: SearchEngine[] = ['javascript', 'ripgrep'];

test('the binary that came with the packages for this platform is found', () => {
  const folder = join(packageRoot(), 'node_modules', '@vscode', `ripgrep-${process.platform}-${process.arch}`);
  expect(findRipgrep() !== undefined).toBe(existsSync(folder));
});

for (const engine of engines) {
  const suite = engine === 'ripgrep' && findRipgrep() === undefined ? describe.skip : describe;
  suite(engine, () => {
    const options = (maxFiles = 100_000) => ({ engine, maxFiles });
    const grep = async (args: object, maxFiles?: number) =>
      (await work.run(createGrepCodeTool(runSearchJob, options(maxFiles)), args)).text;
    const glob = async (pattern: string, path?: string, maxFiles?: number) =>
      (
        await work.run(createGlobFilesTool(runSearchJob, options(maxFiles)), {
          pattern,
          ...(path === undefined ? {} : { path }),
        })
      ).text;

    test('matches come as path, line and text, sorted by path', async () => {
      work.write('src/b.ts', 'one\ntwo\n');
      work.write('src.ts', 'two\n');
      work.write('a.md', 'two\nx\ntwo');
      expect(await grep({ pattern: '^two$' })).toBe('a.md:1: two\na.md:3: two\nsrc/b.ts:2: two\nsrc.ts:1: two');
      expect(await grep({ pattern: 'nothing of it' })).toBe('No line matches.');
    });

    test('context is written once where it overlaps, with -- between parts', async () => {
      work.write('a.txt', 'one\ntwo\nthree\ntwo\nfive\nsix\nseven\ntwo\n');
      expect(await grep({ pattern: 'two', context: 1 })).toBe(
        [
          'a.txt-1- one',
          'a.txt:2: two',
          'a.txt-3- three',
          'a.txt:4: two',
          'a.txt-5- five',
          '--',
          'a.txt-7- seven',
          'a.txt:8: two',
        ].join('\n'),
      );
    });

    test('a glob narrows the files, a path the folder, and case can be left aside', async () => {
      work.write('src/a.ts', 'Two\n');
      work.write('src/b.js', 'TWO\n');
      work.write('c.ts', 'two\n');
      expect(await grep({ pattern: 'two', ignore_case: true, glob: '*.ts' })).toBe('c.ts:1: two\nsrc/a.ts:1: Two');
      expect(await grep({ pattern: 'T[a-z]o', ignore_case: true, path: 'src' })).toBe(
        'src/a.ts:1: Two\nsrc/b.js:1: TWO',
      );
      expect(await grep({ pattern: 'Two', path: 'src/a.ts' })).toBe('src/a.ts:1: Two');
      expect(await grep({ pattern: 'two' })).toBe('c.ts:1: two');
    });

    test('a result with more matches than it holds says that there are more, and one that holds all does not', async () => {
      work.write('many.txt', 'x\n'.repeat(201));
      const text = await grep({ pattern: 'x' });
      expect(text.split('\n')).toHaveLength(201);
      expect(text).toMatch(/\[stopped after 200 matches: there are more; use a narrower pattern, path or glob\]$/);
      work.write('many.txt', 'x\n'.repeat(200));
      expect(await grep({ pattern: 'x' })).not.toContain('stopped');
    });

    test('context cannot make a result endless', async () => {
      work.write('many.txt', `${'.\n'.repeat(30)}x\n`.repeat(190));
      const text = await grep({ pattern: 'x', context: 10 });
      expect(text.split('\n').length).toBeLessThan(1050);
      expect(text).toMatch(/\[stopped after \d+ matches: there are more/);
    });

    test('a folder with more files than are looked at is searched in part, and that is said', async () => {
      for (const name of ['a', 'b', 'c', 'd']) work.write(`${name}.txt`, 'x\n');
      const said = '[only the first 3 files were searched; name a folder in path]';
      expect(await grep({ pattern: 'x' }, 3)).toBe(`a.txt:1: x\nb.txt:1: x\nc.txt:1: x\n${said}`);
      expect(await grep({ pattern: 'x' }, 4)).not.toContain('only the first');
      expect(await glob('*.txt', '.', 2)).toBe(
        'a.txt\nb.txt\n[only the first 2 files were looked at; name a folder in path]',
      );
      expect(await glob('*.txt', '.', 4)).not.toContain('only the first');
    });

    test('what ignore files name is left out, whatever kind and folder they are of, and hidden files are not', async () => {
      const files = {
        '.gitignore': 'dist/\n*.log\n/top.txt\n',
        '.ignore': 'vendor\n!keep.log\n',
        'src/.gitignore': 'gen\n!loud.log\n',
        'dist/a.txt': 'x',
        'vendor/a.txt': 'x',
        'a.log': 'x',
        'keep.log': 'x',
        'top.txt': 'x',
        'src/top.txt': 'x',
        'src/loud.log': 'x',
        'src/gen/a.txt': 'x',
        'node_modules/a/a.txt': 'x',
        '.hidden/a.txt': 'x',
        'sub/.git/config': 'x',
        'sub/a.log': 'x',
        'sub/b.txt': 'x',
      };
      for (const [name, text] of Object.entries(files)) work.write(name, `${text}\n`);
      const visible = ['.hidden/a.txt', 'keep.log', 'src/loud.log', 'src/top.txt', 'sub/b.txt'];
      expect((await grep({ pattern: '^x$' })).split('\n')).toEqual(visible.map((name) => `${name}:1: x`));
      expect((await glob('*.{txt,log}')).split('\n')).toEqual(visible);
    });

    test('ignore files above the folder that is named hold; an ignored folder that is named is searched', async () => {
      work.write('.gitignore', '*.log\nout/\n');
      work.write('sub/a.log', 'x\n');
      work.write('sub/b.txt', 'x\n');
      work.write('out/c.txt', 'x\n');
      expect(await grep({ pattern: 'x', path: 'sub' })).toBe('sub/b.txt:1: x');
      expect(await grep({ pattern: 'x', path: 'out' })).toBe('out/c.txt:1: x');
      expect(await glob('**', 'sub')).toBe('sub/b.txt');
    });

    test('secret files are skipped with a count, and searched when they are named', async () => {
      work.write('.env', 'TOKEN=x\n');
      work.write('keys/server.pem', 'TOKEN\n');
      work.write('.ssh/config', 'TOKEN\n');
      work.write('.env.example', 'TOKEN=\n');
      expect(await grep({ pattern: 'TOKEN' })).toBe(
        '.env.example:1: TOKEN=\n[3 protected files skipped: name one in path to ask for it]',
      );
      expect(await grep({ pattern: 'TOKEN', path: '.env' })).toBe('.env:1: TOKEN=x');
      expect(await grep({ pattern: 'TOKEN', path: '.ssh' })).toBe('.ssh/config:1: TOKEN');
      expect(await grep({ pattern: 'TOKEN', path: 'keys' })).toBe(
        'No line matches.\n[1 protected file skipped: name one in path to ask for it]',
      );
    });

    test("the product's own folder is left out where it lies in the searched one", async () => {
      work.write('home/config.json', 'key\n');
      work.write('a.txt', 'key\n');
      work.context.productHome = work.path('home');
      expect(await grep({ pattern: 'key' })).toBe(
        'a.txt:1: key\n[1 protected file skipped: name one in path to ask for it]',
      );
    });

    test('links are not followed, out of the folder or in it', async () => {
      const other = createWorkspace();
      try {
        other.write('secret.txt', 'x\n');
        work.write('a.txt', 'x\n');
        symlinkSync(other.cwd, work.path('out'));
        symlinkSync(other.path('secret.txt'), work.path('secret.txt'));
        symlinkSync('a.txt', work.path('b.txt'));
        expect(await grep({ pattern: 'x' })).toBe('a.txt:1: x');
        expect(await glob('**')).toBe('a.txt');
      } finally {
        other.remove();
      }
    });

    test('binary files are skipped with a count', async () => {
      work.write('bin', Buffer.from('x\0x'));
      work.write('pic.jpg', Buffer.from('ffd8ffe000104a46494600010178', 'hex'));
      work.write('huge.txt', Buffer.alloc(11 * 1024 * 1024, 'x\n'));
      work.write('a.txt', 'x\n');
      const skipped = '[3 files skipped: binary, too large or unreadable]';
      expect(await grep({ pattern: 'x' })).toBe(`a.txt:1: x\n${skipped}`);
      expect(await grep({ pattern: 'nowhere' })).toBe(`No line matches.\n${skipped}`);
    });

    test('what is no plain file is not opened', async () => {
      execFileSync('mkfifo', [work.path('pipe')]);
      work.write('a.txt', 'x\n');
      expect(await grep({ pattern: 'x' })).toBe('a.txt:1: x');
    });

    test('texts in all encodings that can be read can be searched', async () => {
      work.write('gbk.txt', Buffer.from('d6d0cec40ad6d0b9fa0a', 'hex'));
      work.write('latin.txt', Buffer.from('caf\xe9 noir\n', 'latin1'));
      work.write('utf16be.txt', Buffer.from('\uFEFF中文 café noir\n', 'utf16le').swap16());
      work.write('utf16le.txt', Buffer.from('\uFEFF中文\r\ncafé noir\r\n', 'utf16le'));
      work.write('utf8.txt', '\uFEFF中文\ncafé noir\n');
      expect(await grep({ pattern: '中文' })).toBe(
        'gbk.txt:1: 中文\nutf16be.txt:1: 中文 café noir\nutf16le.txt:1: 中文\nutf8.txt:1: 中文',
      );
      expect(await grep({ pattern: 'caf. noir$' })).toBe(
        'latin.txt:1: café noir\nutf16be.txt:1: 中文 café noir\nutf16le.txt:2: café noir\nutf8.txt:2: café noir',
      );
      expect(await grep({ pattern: '^中文$' })).toBe('gbk.txt:1: 中文\nutf16le.txt:1: 中文\nutf8.txt:1: 中文');
    });

    test('line ends of any kind are no part of the line', async () => {
      work.write('crlf.txt', 'one\r\ntwo\r\n');
      work.write('mixed.txt', 'one\r\ntwo\nthree');
      expect(await grep({ pattern: '(one|two|three)$' })).toBe(
        'crlf.txt:1: one\ncrlf.txt:2: two\nmixed.txt:1: one\nmixed.txt:2: two\nmixed.txt:3: three',
      );
      expect(await grep({ pattern: '^$' })).toBe('No line matches.');
    });

    test('of a long line the part around the match is shown', async () => {
      work.write('long.txt', `${'a'.repeat(2000)}needle${'b'.repeat(2000)}\n`);
      const text = await grep({ pattern: 'needle' });
      expect(text).toMatch(/^long\.txt:1: …a+needleb+…$/);
      expect(text.length).toBeLessThan(330);
    });

    test('a line is searched in its first 10000 characters', async () => {
      work.write('long.txt', `${'a'.repeat(9990)}b${'a'.repeat(100)}c\n`);
      expect(await grep({ pattern: 'b' })).toContain('long.txt:1');
      expect(await grep({ pattern: 'c' })).toBe('No line matches.');
      expect(await grep({ pattern: 'a$' })).toContain('long.txt:1');
    });

    test.each([
      ['\\bfoo\\b', 'a foo b', 'afoo'],
      ['(\\w)\\1', 'aa', 'ab'],
      ['foo(?=bar)', 'foobar', 'foo baz'],
      ['(?<!x)foo', 'a foo', 'xfoo'],
      ['^..$', '👍', 'abc'],
      ['[^a]b', '👍b', 'ab'],
      ['a{2,3}?c', 'aac', 'ac'],
      ['function {', 'function {', 'function'],
      ['a]}', 'a]}', 'a'],
      ['\\u0041\\x42\\/', 'AB/', 'ab/'],
      ['\\d+\\s\\S', '1\u00a0x', '٣ x'],
      ['[\\w.-]+@x', 'a.b-c@x', '@x'],
      ['(?:)', 'anything', undefined],
      ['(?<year>\\d{4})', '2024', '202'],
    ])('%s is a JavaScript expression', async (pattern, line, other) => {
      work.write('yes.txt', `${line}\n`);
      if (other !== undefined) work.write('no.txt', `${other}\n`);
      expect(await grep({ pattern })).toBe(`yes.txt:1: ${line}`);
    });

    test('an expression that would never end is given up, one that is none is refused', async () => {
      work.write('a.txt', `${'a'.repeat(40)}!\n`);
      await expect(grep({ pattern: '^(a+)+$' })).rejects.toThrow('takes too long');
      await expect(grep({ pattern: '(' })).rejects.toThrow('no regular expression');
    });

    test('names that look like options, or hold blanks and other letters, are files like others', async () => {
      for (const name of ['--files', '-e x', 'a b.txt', 'naïve 中.txt', 'new\nline']) work.write(`d/${name}`, 'x\n');
      expect((await grep({ pattern: 'x' })).split(/:1: x\n?/).filter((name) => name !== '')).toEqual([
        'd/--files',
        'd/-e x',
        'd/a b.txt',
        'd/naïve 中.txt',
        'd/new\nline',
      ]);
    });

    test('an empty folder and empty files hold nothing', async () => {
      mkdirSync(work.path('empty'));
      work.write('none.txt', '');
      expect(await grep({ pattern: 'x*', path: 'empty' })).toBe('No line matches.');
      expect(await grep({ pattern: 'x*' })).toBe('No line matches.');
      expect(await glob('**', 'empty')).toBe('No file matches **.');
    });

    test('a cancelled search ends without a result that looks whole', async () => {
      for (let n = 0; n < 60; n++) work.write(`${n}.txt`, 'x\n');
      const tool = createGrepCodeTool(runSearchJob, options());
      const prepared = await tool.prepare(tool.schema.parse({ pattern: 'x' }), work.context);
      const result = await prepared.run({ ...quiet, signal: AbortSignal.abort() });
      expect(result.ok).toBe(false);
      expect(result.text).toContain('[stopped before the end');
    });
  });
}
