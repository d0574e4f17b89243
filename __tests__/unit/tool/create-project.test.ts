import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { packageRoot } from '../../../src/base/package-root.js';
import { createProjectTool } from '../../../src/tool/create-project.js';
import { projectName } from '../../../src/tool/projects/project-template.js';
import { createWorkspace, quiet, type Workspace } from './support.js';

jest.setTimeout(60_000); // compilers take their time on a busy machine

let work: Workspace;
beforeEach(() => {
  work = createWorkspace();
});
afterEach(() => work.remove());

function has(program: string, argument: string): boolean {
  try {
    execFileSync(program, [argument], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // not installed
  }
}
const withPython = has('python3', '--version') ? test : test.skip;
const withJava = has('javac', '-version') ? test : test.skip;
const withMaven = has('mvn', '-version') ? test : test.skip;

const make = async (kind: string, path = 'My App') => {
  await work.run(createProjectTool, { kind, path });
  return work.path(path);
};
/** What a program prints in a folder; throws when it fails. */
const run = (cwd: string, program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

test('the node skeleton passes its test and runs', async () => {
  const folder = await make('node');
  expect(run(folder, 'npm', 'test')).toMatch(/pass 1\n/);
  expect(run(folder, 'npm', '--silent', 'start', 'Ada')).toBe('Hello, Ada!\n');
});

test('the typescript skeleton compiles, passes its test and runs', async () => {
  const folder = await make('typescript');
  symlinkSync(join(packageRoot(), 'node_modules'), join(folder, 'node_modules'));
  expect(run(folder, 'npm', 'test')).toMatch(/pass 1\n/);
  expect(run(folder, 'node', 'dist/src/main.js')).toBe('Hello, world!\n');
});

withPython('the python skeleton passes its test and runs', async () => {
  const folder = await make('python');
  run(folder, 'python3', '-m', 'unittest');
  expect(run(folder, 'python3', '-m', 'app', 'Ada')).toBe('Hello, Ada!\n');
});

withJava('the java skeleton compiles with a JDK alone, passes its test and runs', async () => {
  const folder = await make('java');
  run(folder, 'sh', '-c', 'javac -d out $(find src -name "*.java")');
  expect(run(folder, 'java', '-cp', 'out', 'app.GreetingTest')).toBe('1 test passed\n');
  expect(run(folder, 'java', '-cp', 'out', 'app.Main', 'Ada')).toBe('Hello, Ada!\n');
});

withMaven("Maven takes the java skeleton's description", async () => {
  run(await make('java'), 'mvn', '--offline', '--quiet', 'validate');
});

test('everything that will be written is shown before, and nothing is written before', async () => {
  const prepared = await createProjectTool.prepare({ kind: 'node', path: 'sub/tool', name: 'Fine Name' }, work.context);
  expect(prepared.title).toBe('node fine-name in sub/tool, 6 files');
  expect(readdirSync(work.cwd)).toEqual([]);
  const shown = prepared.preview.map((display) => (display.kind === 'diff' ? display.path : ''));
  expect(prepared.access.writes).toEqual(shown.map((path) => work.path(path)));
  const { text } = await prepared.run(quiet);
  expect(text).toContain('Nothing was installed or run. In sub/tool: npm test; npm start');
  for (const display of prepared.preview) {
    if (display.kind !== 'diff') throw new Error('a preview that is no diff');
    const lines = display.hunks.flatMap((hunk) => hunk.lines.map((line) => `${line.slice(1)}\n`));
    expect(work.text(display.path)).toBe(lines.join(''));
  }
  expect(JSON.parse(work.text('sub/tool/package.json'))).toMatchObject({ name: 'fine-name' });
});

test('a folder that holds something is refused, also when it was filled after the look', async () => {
  work.write('full/a.txt', 'x');
  await expect(make('node', 'full')).rejects.toThrow('not empty (a.txt)');
  await expect(make('node', 'full/a.txt')).rejects.toThrow('is a file');
  await expect(make('node', '.')).rejects.toThrow('not empty (full)');
  const prepared = await createProjectTool.prepare({ kind: 'python', path: 'new' }, work.context);
  work.write('new/mine.py', 'x');
  await expect(prepared.run(quiet)).rejects.toThrow('not empty');
  expect(readdirSync(work.path('new'))).toEqual(['mine.py']);
});

test('the working folder itself is taken when it is empty but for git', async () => {
  mkdirSync(work.path('.git'));
  await make('python', '.');
  expect(readdirSync(work.cwd).sort()).toEqual(['.git', '.gitignore', 'README.md', 'app', 'pyproject.toml', 'tests']);
});

test('a link out of the working folder is refused', async () => {
  const other = createWorkspace();
  try {
    symlinkSync(other.cwd, work.path('link'));
    await expect(make('node', 'link')).rejects.toThrow('outside the working folder');
    await expect(make('node', 'link/sub')).rejects.toThrow('outside the working folder');
  } finally {
    other.remove();
  }
});

test.each([
  ['My App', 'my-app'],
  ['42_things!', 'things'],
  ['a--b', 'a-b'],
  ['中文', ''],
])('of %s the name %s is made', (folder, name) => expect(projectName(folder)).toBe(name));

test('a folder whose name makes no name asks for one', async () => {
  await expect(make('node', '中文')).rejects.toThrow('makes no name');
});
