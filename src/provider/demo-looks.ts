// What the demo's plan looks at first: four files that do not need each other. Data.

export interface DemoLook {
  file: string;
  description: string;
  /** What the task reports. */
  found: string;
}

export const demoLooks: readonly DemoLook[] = [
  {
    file: 'src/date.js',
    description: 'Read src/date.js: how monthLabel makes its label, with the line that takes the year.',
    found:
      '`monthLabel` joins the year and the month with a hyphen. The year comes from `date.getYear()` in line 4, which counts from 1900: 2026 becomes 126.',
  },
  {
    file: 'test/date.test.js',
    description: 'Read test/date.test.js: what the tests expect of monthLabel and of ageInYears.',
    found:
      'Two tests. `monthLabel` of March 14th, 2026 must be `2026-03`; `ageInYears` must not count a birthday that is still to come.',
  },
  {
    file: 'package.json',
    description: 'Read package.json: how the tests are run, and what kind of modules these are.',
    found: '`npm test` runs `node --test`. The files are ES modules, and there are no dependencies to install.',
  },
  {
    file: 'README.md',
    description: 'Read README.md: what it promises about labels, so that code and text agree in the end.',
    found: 'The README promises that `monthLabel(date)` gives `2026-03`, so that the code is wrong and not the text.',
  },
];
