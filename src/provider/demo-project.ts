// The sample project the demo model works on: small, with one bug that its test shows.

/** Contents by path relative to the project's folder. */
export const demoProject: Record<string, string> = {
  'package.json': `${JSON.stringify(
    { name: 'date-labels', version: '1.0.0', private: true, type: 'module', scripts: { test: 'node --test' } },
    null,
    2,
  )}\n`,
  // Its types are checked after each edit.
  'jsconfig.json': `${JSON.stringify(
    {
      compilerOptions: { checkJs: true, target: 'ES2022', module: 'NodeNext', lib: ['ES2022'], types: [] },
      include: ['src'],
    },
    null,
    2,
  )}\n`,
  'README.md': `# date-labels

Small helpers that turn dates into labels.

- \`monthLabel(date)\` gives \`2026-03\`
- \`ageInYears(birth, today)\` gives whole years

Run the tests with \`npm test\`.
`,
  'src/date.js': `/** @param {Date} date whose month is labelled, e.g. \`2026-03\`. */
export function monthLabel(date) {
  const month = String(date.getMonth() + 1).padStart(2, '0');
  return \`\${date.getYear()}-\${month}\`;
}

/** Whole years between two dates. */
export function ageInYears(birth, today) {
  const years = today.getFullYear() - birth.getFullYear();
  const hadBirthday =
    today.getMonth() > birth.getMonth() ||
    (today.getMonth() === birth.getMonth() && today.getDate() >= birth.getDate());
  return hadBirthday ? years : years - 1;
}
`,
  'test/date.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageInYears, monthLabel } from '../src/date.js';

test('a month label begins with the full year', () => {
  assert.equal(monthLabel(new Date(2026, 2, 14)), '2026-03');
});

test('a birthday later in the year does not count yet', () => {
  assert.equal(ageInYears(new Date(1990, 5, 1), new Date(2026, 4, 31)), 35);
});
`,
};
