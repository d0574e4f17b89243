// A small Node package with one bug that its own test shows: what a model is asked to mend. The script fix-date.json mends it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../src/base/package-root.js';

export const fixDateScript = join(packageRoot(), '__tests__', 'fixtures', 'scripts', 'fix-date.json');

const files: Record<string, string> = {
  'package.json': '{ "name": "date-labels", "private": true, "type": "module" }\n',
  'src/date.js': `export function monthLabel(date) {
  const month = String(date.getMonth() + 1).padStart(2, '0');
  return \`\${date.getYear()}-\${month}\`;
}
`,
  'test/date.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monthLabel } from '../src/date.js';

test('a month label begins with the full year', () => {
  assert.equal(monthLabel(new Date(2026, 2, 14)), '2026-03');
});
`,
};

/** Writes the project into an empty folder and returns the folder. */
export function writeDateProject(folder: string): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Does `node --test` pass in the folder? */
export function testsPass(folder: string): boolean {
  return spawnSync(process.execPath, ['--test'], { cwd: folder, env: { PATH: process.env.PATH } }).status === 0;
}
