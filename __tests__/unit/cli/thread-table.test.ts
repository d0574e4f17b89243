import { expect, test } from '@jest/globals';
import { cellWidth } from '../../../src/base/width.js';
import { threadTable } from '../../../src/cli/thread-table.js';

const thread = (title: string, turns = 1) => ({
  threadId: 'thread-a-1',
  title,
  cwd: '/home/ada/code',
  createdAt: 0,
  updatedAt: new Date(2026, 10, 30, 9, 5).getTime(),
  turns,
});
const table = (columns: number | undefined, ...titles: string[]) =>
  threadTable(
    titles.map((title, at) => thread(title, at + 1)),
    { userHome: '/home/ada', columns },
  );

test('columns stand below each other whatever is in the titles', () => {
  expect(table(undefined, 'plain', '日本')).toBe(
    'thread-a-1  plain  1 turn    2026-11-30 09:05  ~/code\nthread-a-1  日本   2 turns   2026-11-30 09:05  ~/code\n',
  );
});

test('on a terminal no line is wider than it, and the title gives way first', () => {
  const wide = table(80, 'a very long title that does not fit at all '.repeat(3)).trimEnd();
  expect(cellWidth(wide)).toBeLessThanOrEqual(80);
  expect(wide).toMatch(/… {2}1 turn .*~\/code$/);
  expect(cellWidth(table(30, 'title').trimEnd())).toBeLessThanOrEqual(30);
});

test('a title cannot move the cursor or begin a line', () => {
  expect(table(undefined, 'a\x1b[2Jb\nc')).toContain('a␛[2Jb⏎c');
});
