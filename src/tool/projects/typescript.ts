// The skeleton of a project in TypeScript for Node: strict, compiled with tsc, tests with what Node brings. Data only.
import type { ProjectTemplate } from './project-template.js';

export const typescriptProject: ProjectTemplate = {
  commands: ['npm install', 'npm test', 'npm start'],
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
    "build": "tsc",
    "start": "tsc && node dist/src/main.js",
    "test": "tsc && node --test dist/test/*.test.js"
  },
  "devDependencies": {
    "@types/node": "^20.19.0",
    "typescript": "^5.9.0"
  }
}
`,
    'tsconfig.json': `{
  "compilerOptions": {
    "target": "ES2022",
    "lib": ["ES2022"],
    "module": "NodeNext",
    "moduleResolution": "NodeNext",
    "types": ["node"],
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "skipLibCheck": true,
    "rootDir": ".",
    "outDir": "dist"
  },
  "include": ["src", "test"]
}
`,
    'src/greeting.ts': `/** A greeting for somebody. */
export function greeting(name: string): string {
  return \`Hello, \${name}!\`;
}
`,
    'src/main.ts': `import { greeting } from './greeting.js';

console.log(greeting(process.argv[2] ?? 'world'));
`,
    'test/greeting.test.ts': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greeting } from '../src/greeting.js';

test('the greeting names who is greeted', () => {
  assert.equal(greeting('Ada'), 'Hello, Ada!');
});
`,
    '.gitignore': 'node_modules/\ndist/\n*.log\n.env\n',
    'README.md': `# {{name}}

- \`npm install\` once, for the compiler.
- \`npm start\` compiles and runs it, \`npm test\` compiles and runs its tests.
`,
  },
};
