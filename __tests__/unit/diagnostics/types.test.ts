// Types across the files of a project, through the real thread.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { diagnosedFolders, sharedFolder, write } from './support.js';

/** Projects beside each other in one folder: the thread is started once. */
const folder = diagnosedFolders();
const shared = sharedFolder();
jest.setTimeout(120_000);

const config = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    types: [],
    lib: ['ES2015'],
  },
  include: ['src'],
});
const shape = 'export interface Shape { x: number }\nexport const make = (): Shape => ({ x: 1 });\n';
const user = "import { make } from './shape';\nexport const double: number = make().x * 2;\n";
const project = (more: Record<string, string> = {}) =>
  shared({ 'tsconfig.json': config, 'src/shape.ts': shape, 'src/user.ts': user, ...more });

test('an edit that breaks a type in another file is reported, its repair and what was broken before are not', async () => {
  const { edit, diagnostics } = project({ 'src/old.ts': "import './shape';\nexport const bad: number = 'x';\n" });
  const broken = shape.replace('x: number', 'x: string').replace('x: 1', "x: '1'");
  expect(await edit({ 'src/shape.ts': broken })).toEqual([
    '[error] src/user.ts:2:31 The left-hand side of an arithmetic operation must be of type ' +
      "'any', 'number', 'bigint' or an enum type. (ts 2362)",
  ]);
  expect(diagnostics.standing()).toHaveLength(1);
  expect(await edit({ 'src/shape.ts': `// moved\n${broken}` })).toEqual([]);
  expect(await edit({ 'src/shape.ts': shape })).toEqual([]);
  expect(diagnostics.standing()).toEqual([]);
});

test('a change passes on through a file whose own types follow from it', async () => {
  const { edit, diagnostics, path } = project({
    'src/middle.ts': "import { make } from './shape';\nexport const middle = make();\n",
    'src/far.ts': "import { middle } from './middle';\nexport const n: number = middle.x;\n",
    'src/user.ts': 'export {};\n',
  });
  const broken = shape.replace('x: number', 'x: string').replace('x: 1', "x: '1'");
  expect(await edit({ 'src/shape.ts': broken })).toEqual([]);
  const late = (await diagnostics.pending(60_000)).findings;
  expect(late.map(({ path, line }) => `${path}:${line}`)).toEqual([path('src/far.ts:2')]);
});

test('what somebody else breaks on the disk is not new', async () => {
  const { edit, cwd } = project();
  await edit({ 'src/user.ts': `${user}// more\n` });
  write(join(cwd, 'src/shape.ts'), "export const make = () => 'text, and longer than it was before, by far';\n");
  expect(await edit({ 'src/user.ts': `${user}// and more\n` })).toEqual([]);
});

test('a module that is made and one that is removed', async () => {
  const { edit } = project();
  expect(await edit({ 'src/user.ts': `import { late } from './late';\n${user}void late;\n` })).toEqual([
    expect.stringContaining("Cannot find module './late'"),
  ]);
  expect(await edit({ 'src/late.ts': 'export const early = 1;\n' })).toEqual([
    expect.stringContaining("no exported member 'late'"),
  ]);
  expect(await edit({ 'src/late.ts': 'export const late = 1;\n' })).toEqual([]);
  expect(await edit({ 'src/late.ts': undefined })).toEqual([expect.stringContaining("Cannot find module './late'")]);
});

test('while the syntax is broken types are not judged, afterwards they are', async () => {
  const { edit } = project();
  const broken = shape.replace('x: number', 'x: string').replace('x: 1', "x: '1'");
  expect(await edit({ 'src/shape.ts': `${broken}export const = ;\n` })).toEqual([
    expect.stringMatching(/^\[error\] src\/shape\.ts:3:14 .* \(ts\)$/),
  ]);
  expect(await edit({ 'src/shape.ts': broken })).toEqual([expect.stringContaining('src/user.ts:2:31')]);
});

test('several files of one edit are judged together', async () => {
  const { edit } = project();
  const broken = shape.replace('x: number', 'x: string').replace('x: 1', "x: '1'");
  const mended = user.replace('make().x * 2', 'Number(make().x)');
  expect(await edit({ 'src/shape.ts': broken, 'src/user.ts': mended })).toEqual([]);
});

test('without a project a file is judged by itself, and nothing is said of modules that may be installed', async () => {
  const { edit } = folder();
  expect(await edit({ 'a.ts': "import x from 'somewhere';\nexport const n: number = 'x';\nvoid x;\n" })).toEqual([
    "[error] a.ts:2:14 Type 'string' is not assignable to type 'number'. (ts 2322)",
  ]);
});

test('before anything is installed, what would be installed is no error; what is missing of the project is', async () => {
  const { edit } = project();
  const uses = "import { test } from 'node:test';\nimport { none } from './none';\nvoid [test, none, process.argv];\n";
  expect(await edit({ 'src/main.ts': uses })).toEqual([expect.stringContaining("Cannot find module './none'")]);
});

test('JavaScript with types in its comments, beside files of TypeScript that come and go', async () => {
  const { edit, notices } = folder({
    'jsconfig.json': '{ "compilerOptions": { "checkJs": true, "types": [] }, "include": ["src"] }',
    'src/date.js': '/** @param {Date} date */\nexport const year = (date) => date.getYear();\n',
  });
  await edit({ 'src/date.js': '/** @param {Date} date */\nexport const year = (date) => date.getDay();\n' });
  await edit({ 'src/other.js': 'export const a = 1;\n' });
  expect(
    await edit({ 'src/date.js': '/** @param {Date} date */\nexport const year = (date) => date.getFullyear();\n' }),
  ).toEqual([expect.stringMatching(/^\[error\] src\/date\.js:2:36 Property 'getFullyear' does not exist .*2551\)$/)]);
  expect(notices).toEqual([]);
});

test("a folder's own TypeScript is loaded only when the folder is trusted", async () => {
  const files = {
    'tsconfig.json': config,
    'src/a.ts': 'export const a = 1;\n',
    'node_modules/typescript/package.json': '{"name":"typescript","version":"5.0.0","main":"index.js"}',
    'node_modules/typescript/index.js': "require('fs').writeFileSync(require('path').join(__dirname, 'ran'), '');\n",
  };
  for (const isTrusted of [false, true]) {
    const { edit, cwd } = folder(files, { isTrusted });
    expect(await edit({ 'src/a.ts': 'export const a: string = 1;\n' })).toHaveLength(1);
    expect(existsSync(join(cwd, 'node_modules/typescript/ran'))).toBe(isTrusted);
  }
});

test('a project of many files: the break in another file is found after warming up', async () => {
  const files: Record<string, string> = { 'tsconfig.json': config };
  for (let i = 0; i < 60; i++) {
    const use =
      i === 0 ? '' : `import { make${i - 1} } from './m${i - 1}';\nexport const n${i}: number = make${i - 1}().x;\n`;
    files[`src/m${i}.ts`] = `${use}export const make${i}: () => { x: number } = () => ({ x: ${i} });\n`;
  }
  const { edit, diagnostics, path } = shared(files);
  diagnostics.warm(path('src/m30.ts'));
  await diagnostics.pending(60_000);
  const broken = files['src/m30.ts']!.replace('{ x: number }', '{ x: string }').replace('x: 30', "x: '30'");
  expect(await edit({ 'src/m30.ts': broken })).toEqual([expect.stringContaining('src/m31.ts:2:14')]);
});
