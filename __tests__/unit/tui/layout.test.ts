import { expect, test } from '@jest/globals';
import { chooseLayout, isCovering, type Layout, type PanelName, placePanels } from '../../../src/tui/layout.js';
import { readLayouts } from '../../../src/tui/read-layouts.js';

const layouts = readLayouts();

/** Draws the places with a letter a panel: upper case its frame, lower case inside. */
function drawn(columns: number, rows: number, open: PanelName[], messageRows = 1): string[] {
  const layout = chooseLayout(layouts, columns, rows) as Layout;
  const placement = placePanels(layout, { columns, rows, open: new Set(open), contentRows: () => messageRows });
  const cells = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ' '));
  for (const [name, { x, y, width, height, frame }] of placement) {
    for (let row = y; row < y + height; row++)
      for (let column = x; column < x + width; column++) {
        const line = cells[row] as string[];
        if (line[column] !== ' ') throw new Error(`${name} overlaps at ${column},${row}`);
        const isEdge = row === y || row === y + height - 1 || column === x || column === x + width - 1;
        line[column] = frame && isEdge ? name.charAt(0).toUpperCase() : name.charAt(0);
      }
  }
  return cells.map((line) => line.join(''));
}

const always: PanelName[] = ['conversation', 'message', 'status'];
const repeat = (row: string, times: number): string[] => Array.from({ length: times }, () => row);

test('40 columns: conversation, message, status, one below the other', () => {
  expect(drawn(40, 10, always)).toEqual([
    'C'.repeat(40),
    ...repeat(`C${'c'.repeat(38)}C`, 3),
    'C'.repeat(40),
    'M'.repeat(40),
    `M${'m'.repeat(38)}M`,
    'M'.repeat(40),
    ...repeat('s'.repeat(40), 2),
  ]);
});

test('20 x 5: no frames, and the conversation has what the message leaves', () => {
  expect(drawn(20, 5, always)).toEqual([...repeat('c'.repeat(20), 3), 'm'.repeat(20), 's'.repeat(20)]);
  expect(drawn(20, 5, always, 9)).toEqual([...repeat('c'.repeat(20), 2), ...repeat('m'.repeat(20), 2), 's'.repeat(20)]);
});

test('120 columns: the files stand beside the conversation, the message below both', () => {
  const [first = '', ...rest] = drawn(120, 12, [...always, 'files']);
  expect(first).toBe('C'.repeat(82) + 'F'.repeat(38));
  expect(rest.slice(0, 5)).toEqual(repeat(`C${'c'.repeat(80)}CF${'f'.repeat(36)}F`, 5));
  expect(rest.slice(6, 8)).toEqual(['M'.repeat(120), `M${'m'.repeat(118)}M`]);
});

test('a narrow screen shows the files in place of the conversation', () => {
  expect(drawn(80, 24, [...always, 'files'])[0]).toBe('F'.repeat(80));
});

test('a long message grows up to its limit and never takes the last rows of the conversation', () => {
  const rows = (drawnRows: string[]) => drawnRows.filter((row) => row.startsWith('M')).length;
  expect(rows(drawn(80, 24, always, 3))).toBe(5);
  expect(rows(drawn(80, 24, always, 50))).toBe(10);
  expect(rows(drawn(40, 10, always, 50))).toBe(4);
});

test('every size from 20 x 5 on is filled without gaps and overlaps', () => {
  for (const [columns, rows] of [
    [20, 5],
    [27, 40],
    [28, 9],
    [39, 8],
    [119, 50],
    [120, 11],
    [300, 100],
  ] as const)
    for (const open of [always, [...always, 'files' as const]])
      expect(drawn(columns, rows, open, 4).join('')).not.toContain(' ');
});

test('the message is asked with the width it will have inside its frame', () => {
  const asked: unknown[] = [];
  const contentRows = (...question: unknown[]) => {
    asked.push(question);
    return 1;
  };
  for (const [columns, rows] of [
    [80, 24],
    [20, 5],
  ] as const)
    placePanels(chooseLayout(layouts, columns, rows) as Layout, { columns, rows, open: new Set(always), contentRows });
  expect(asked).toEqual([
    ['message', 76, true],
    ['message', 20, false],
  ]);
});

test('below 20 x 5 there is no layout', () => {
  expect(chooseLayout(layouts, 19, 30)).toBeUndefined();
  expect(chooseLayout(layouts, 200, 4)).toBeUndefined();
});

test('the files cover the conversation in all layouts but the wide one', () => {
  expect(layouts.map((layout) => [layout.name, isCovering(layout, 'files')])).toEqual([
    ['wide', false],
    ['medium', true],
    ['narrow', true],
  ]);
});
