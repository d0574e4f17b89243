import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { packageRoot } from '../../../src/base/package-root.js';
import { createBuiltInTools } from '../../../src/tool/built-in.js';
import { nearestNames } from '../../../src/tool/nearest-name.js';
import { createRegistry } from '../../../src/tool/registry.js';

const builtInTools = createBuiltInTools();

const describe = (name: string) => readFileSync(join(packageRoot(), 'prompts', 'tools', `${name}.md`), 'utf8');

test('all tools together are small enough to be sent with every request', () => {
  const json = JSON.stringify(createRegistry(builtInTools, describe).definitions());
  expect(Buffer.byteLength(json)).toBeLessThan(8000);
});

test('definitions come in the order of the tools and are the same each time', () => {
  const registry = createRegistry(builtInTools, describe);
  expect(registry.definitions().map(({ name }) => name)).toEqual(builtInTools.map(({ name }) => name));
  expect(registry.definitions()).toBe(registry.definitions());
  expect(JSON.stringify(registry.definitions())).toBe(
    JSON.stringify(createRegistry(builtInTools, describe).definitions()),
  );
});

test('a schema says what matters and nothing else', () => {
  const [read] = createRegistry(builtInTools, describe).definitions();
  expect(read?.parameters).toEqual({
    type: 'object',
    properties: {
      path: { type: 'string' },
      offset: { type: 'integer', minimum: 1 },
      limit: { type: 'integer', minimum: 1, maximum: 2000 },
    },
    required: ['path'],
  });
});

test.each([
  ['readfile', ['read_file']],
  ['edit', ['edit_file']],
  ['grep', ['grep_code']],
  ['run_command', ['execute_command']],
  ['xyzzy', []],
])('near %s lie %j', (name, expected) => {
  expect(
    nearestNames(
      name,
      builtInTools.map((tool) => tool.name),
    ).slice(0, 1),
  ).toEqual(expected);
});
