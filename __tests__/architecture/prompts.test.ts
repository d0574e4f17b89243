// Every text for the model has its place in prompts/, and every file there is used.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { packageRoot } from '../../src/base/package-root.js';
import { createBuiltInTools } from '../../src/tool/built-in.js';

const builtInTools = createBuiltInTools();

const root = packageRoot();
const promptFiles = readdirSync(join(root, 'prompts'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.replace(/\.md$/, ''));
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(root, 'src', name), 'utf8'))
  .join('\n');

test('every tool has its description, and every description its tool', () => {
  const described = promptFiles.filter((name) => name.startsWith('tools/')).map((name) => name.slice('tools/'.length));
  expect(described.sort()).toEqual(builtInTools.map(({ name }) => name).sort());
});

test('every other prompt is loaded by some source file', () => {
  const unused = promptFiles.filter((name) => !name.startsWith('tools/') && !isLoaded(name));
  expect(unused).toEqual([]);
});

test('no prompt is empty', () => {
  const empty = promptFiles.filter((name) => readFileSync(join(root, 'prompts', `${name}.md`), 'utf8').trim() === '');
  expect(empty).toEqual([]);
});

/** By its whole name, or by its folder and a name that is put in. */
function isLoaded(name: string): boolean {
  const folder = name.includes('/') ? name.slice(0, name.indexOf('/') + 1) : undefined;
  return sources.includes(`'${name}'`) || (folder !== undefined && sources.includes(`\`${folder}\${`));
}
