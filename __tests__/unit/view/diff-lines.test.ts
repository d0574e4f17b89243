import { expect, test } from '@jest/globals';
import type { Display } from '../../../src/protocol/display.js';
import { linesOfQuestion } from '../../../src/view/approval-lines.js';
import { diffLines } from '../../../src/view/diff-lines.js';
import { defaultLineOptions, type LineOptions } from '../../../src/view/line-options.js';
import { linesToText, lineToText } from '../../../src/view/plain-lines.js';
import { lineWidth } from '../../../src/view/wrap.js';
import { expectGolden } from '../../support/golden.js';
import { lateColours, textOf, withRoles } from './late-colours.js';
import { editDiff } from './recorded-turn.js';

type Diff = Extract<Display, { kind: 'diff' }>;

const options: LineOptions = { ...defaultLineOptions, width: 60, expanded: true };

function diffOf(...lines: string[]): Diff {
  const count = (sign: string) => lines.filter((line) => line[0] === sign).length;
  const [added, removed] = [count('+'), count('-')];
  const same = lines.length - added - removed;
  const hunk = { oldStart: 9, oldLines: same + removed, newStart: 11, newLines: same + added, lines };
  return { kind: 'diff', path: 'a.ts', status: 'modified', added, removed, hunks: [hunk] };
}

/** The lines below the place of the hunk. */
async function marked(diff: Diff, more: Partial<LineOptions> = {}): Promise<string[]> {
  const { highlighter, settled } = lateColours();
  const lines = await settled(() => diffLines(diff, { ...options, highlighter, ...more }));
  return withRoles(lines).split('\n').slice(1, -1);
}

test('words that changed inside a line are marked', async () => {
  expect(await marked(diffOf('-  return d.getYear();', '+  return d.getFullYear();'))).toEqual([
    '‹removed›-   return d.‹removedWord›getYear‹removed›();',
    '‹added›+   return d.‹addedWord›getFullYear‹added›();',
  ]);
});

test('each removed line is compared with the added one at its place', async () => {
  const lines = await marked(
    diffOf('-const a = 1;', '-const b = 2;', '+const a = 10;', '+const b = 20;', '+const c = 3;'),
  );
  expect(lines.map((line) => /‹(?:removed|added)Word›(\w+)/.exec(line)?.[1])).toEqual([
    '1',
    '2',
    '10',
    '20',
    undefined,
  ]);
});

test('lines that have little in common are not marked', async () => {
  expect((await marked(diffOf('-import a from "b";', '+while (true) run(x);'))).join('')).not.toContain('Word›');
});

test('a first line that changed as a whole still has its sign', async () => {
  const lines = await marked(diffOf('-abc rest of the line', '+xyz rest of the line'));
  expect(lines).toEqual([
    '‹removed›- ‹removedWord›abc‹removed› rest of the line',
    '‹added›+ ‹addedWord›xyz‹added› rest of the line',
  ]);
});

test('without a highlighter, and until it is ready, lines have one look and the same text', async () => {
  const { highlighter, settled } = lateColours();
  const plain = diffLines(editDiff, options);
  expect(diffLines(editDiff, { ...options, highlighter })).toEqual(plain);
  const lines = await settled(() => diffLines(editDiff, { ...options, highlighter }));
  expect(withRoles(lines)).toContain('Word›');
  expect(textOf(lines)).toBe(textOf(plain));
});

test('of a rewritten file only the first hundred pairs are compared', async () => {
  const numbers = Array.from({ length: 300 }, (_, at) => at);
  const lines = await marked(
    diffOf(...numbers.map((at) => `-let v${at} = 1;`), ...numbers.map((at) => `+let v${at} = 2;`)),
  );
  expect(lines.filter((line) => line.includes('removedWord'))).toHaveLength(100);
  expect(lines).toHaveLength(600);
});

test.each([80, 139])('at %i columns a diff has one column', (width) => {
  expect(diffLines(editDiff, { ...options, width })).toHaveLength(12);
});

test('a wide diff has two columns, unfolded and folded', async () => {
  const { highlighter, settled } = lateColours();
  const diff = diffOf(
    ' function year(d: Date) {',
    '-  return d.getYear();',
    '+  return d.getFullYear();',
    '+  // 中文 in a comment that is far too long for one column and goes on and on until it has to be broken somewhere',
    ' }',
    '-const gone = 1;',
    ' ',
    '+const fresh = 2;',
    '\\ No newline at end of file',
  );
  const draw = (expanded: boolean, ascii: boolean) =>
    diffLines(diff, { ...options, width: 142, expanded, ascii, highlighter });
  const unfolded = await settled(() => draw(true, false));
  const folded = draw(false, true);
  expectGolden('view/diff-split', `${withRoles(unfolded)}\nfolded, ASCII:\n${linesToText(folded)}`);
  expect(Math.max(...unfolded.map(lineWidth))).toBeLessThanOrEqual(142);
});

test('every line of both sides is in the two columns', () => {
  const text = diffLines(editDiff, { ...options, width: 160 })
    .map(lineToText)
    .join('\n');
  for (const line of editDiff.hunks[0]!.lines) expect(text).toContain(line.slice(1).trim());
});

test('a new file has one column, as the other would be empty', () => {
  const diff: Diff = { ...diffOf('+one', '+two'), status: 'added' };
  expect(linesToText(diffLines(diff, { ...options, width: 200 }))).toBe('@@ -9,0 +11,2 @@\n+ one\n+ two\n');
});

test('no line is wider than the width, with marks, from 1 to 160', async () => {
  const { highlighter, settled } = lateColours();
  const diff = diffOf(
    '-const 中文 = "一二三四五六七八九十一二三四五六七八九十";',
    '+const 中文 = "一二三四五六七八九十一二三四五六七八九十一";',
    ' \tb',
  );
  await settled(() => highlighter.markWords('a', 'b'));
  for (let width = 1; width <= 160; width++)
    for (const expanded of [true, false])
      for (const line of diffLines(diff, { ...options, width, expanded, highlighter }))
        expect(lineWidth(line)).toBeLessThanOrEqual(width);
});

test('a question marks the words too', async () => {
  const { highlighter, settled } = lateColours();
  const request = { approvalId: 'a', subject: 'tool' as const, title: 'edit', reasons: [], preview: [editDiff] };
  const lines = await settled(() => linesOfQuestion({ requestedAt: 0, request }, 60, false, highlighter));
  expect(withRoles(lines)).toContain('‹addedWord›getFullYear');
  expect(textOf(lines)).toBe(textOf(linesOfQuestion({ requestedAt: 0, request }, 60)));
});
