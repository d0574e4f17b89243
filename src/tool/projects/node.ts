// The skeleton of a project in JavaScript for Node: no packages, tests with what Node brings. Data only.
import type { ProjectTemplate } from './project-template.js';

export const nodeProject: ProjectTemplate = {
  commands: ['npm test', 'npm start'],
  files: {
    'package.json': `{
  "name": "{{name}}",
  "version": "0.1.0",
  "private": true,
  "type": "module",
  "engines": {
    "node": ">=20"
  },
  "scripts": {
    "start": "node src/main.js",
    "test": "node --test"
  }
}
`,
    'src/greeting.js': `/** A greeting for somebody. */
export function greeting(name) {
  return \`Hello, \${name}!\`;
}
`,
    'src/main.js': `import { greeting } from './greeting.js';

console.log(greeting(process.argv[2] ?? 'world'));
`,
    'test/greeting.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greeting } from '../src/greeting.js';

test('the greeting names who is greeted', () => {
  assert.equal(greeting('Ada'), 'Hello, Ada!');
});
`,
    '.gitignore': 'node_modules/\n*.log\n.env\n',
    'README.md': `# {{name}}

- \`npm start\` runs it, \`npm test\` runs its tests.
`,
  },
};
