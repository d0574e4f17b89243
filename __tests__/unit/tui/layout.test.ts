import { expect, test } from '@jest/globals';
import {
  chooseLayout,
  isCovering,
  type Layout,
  type LayoutInput,
  type PanelName,
  placePanels,
  shareAt,
} from '../../../src/tui/layout.js';
import { createLayoutShelf } from '../../../src/tui/read-layouts.js';

const shelf = createLayoutShelf();
const layouts = shelf.automatic();
const named = (name: string) => (name === 'zoom' ? shelf.zoom() : shelf.find(name)) as Layout;

interface Drawing extends Partial<Omit<LayoutInput, 'open'>> {
  layout?: Layout;
  open: readonly string[];
  messageRows?: number;
}

/** Draws the places with a letter a panel (w, x, y, z for the workers): upper case its frame, lower case inside. */
function draw(columns: number, rows: number, { layout, open, messageRows = 1, ...rest }: Drawing): string[] {
  const agents = (open as PanelName[]).filter((name) => name.startsWith('worker-'));
  const { panels } = placePanels(layout ?? (chooseLayout(layouts, columns, rows) as Layout), {
    columns,
    rows,
    open: new Set(open as PanelName[]),
    contentRows: () => messageRows,
    seats: new Map(agents.map((name, at) => [`agent-${at + 1}`, name])),
    ...rest,
  });
  const cells = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ' '));
  for (const [name, { x, y, width, height, frame }] of panels) {
    const sign = name.startsWith('worker-') ? 'wxyz'.charAt(Number(name.slice(-1)) - 1) : name.charAt(0);
    for (let row = y; row < y + height; row++)
      for (let column = x; column < x + width; column++) {
        const line = cells[row] as string[];
        if (line[column] !== ' ') throw new Error(`${name} overlaps at ${column},${row}`);
        const isEdge = row === y || row === y + height - 1 || column === x || column === x + width - 1;
        line[column] = frame && isEdge ? sign.toUpperCase() : sign;
      }
  }
  return cells.map((line) => line.join(''));
}

const drawn = (columns: number, rows: number, open: PanelName[], messageRows = 1) =>
  draw(columns, rows, { open, messageRows });

const always: PanelName[] = ['conversation', 'message', 'status'];
const frame = (sign: string, width: number) => `${sign}${sign.toLowerCase().repeat(width - 2)}${sign}`;
/** Rows that are like the one above are left out. */
const shrunk = (rows: string[]) => rows.filter((row, at) => row !== rows[at - 1]);
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

const team = ['plan', 'worker-1', 'worker-2', 'worker-3', 'worker-4'];

/** A sequence of sizes that is the same in every run: the corners, and some between. */
const sizes = [20, 27, 28, 80, 99, 100, 120, 300].flatMap((columns) =>
  [5, 8, 9, 12, 20, 31, 100].map((rows) => [columns, rows] as const),
);

test.each(['by size', 'wide', 'medium', 'narrow', 'team', 'zoom'])(
  'layout %s fills every size that it is for, without gaps and overlaps, whatever is open',
  (name) => {
    const layout = name === 'by size' ? undefined : named(name);
    for (const [columns, rows] of sizes) {
      if (layout && (columns < layout.minColumns || rows < layout.minRows)) continue;
      for (const open of [
        always,
        [...always, 'files'],
        [...always, ...team],
        [...always, 'files', ...team.slice(0, 3)],
      ])
        for (const zoomed of ['conversation', 'files'] as const) {
          const drawing = { ...(layout ? { layout } : {}), open, zoomed, messageRows: 4 };
          expect([columns, rows, draw(columns, rows, drawing).join('').includes(' ')]).toEqual([columns, rows, false]);
        }
    }
  },
);

test('a border that was dragged, however far, leaves no gap either', () => {
  for (const [columns, rows] of sizes)
    for (const part of [0, 0.5, 1]) {
      const dragged = new Map([...layouts, named('team')].flatMap(({ name }) => [[`${name}/1/1`, part] as const]));
      for (const layout of [...layouts, named('team')]) {
        if (columns < layout.minColumns || rows < layout.minRows) continue;
        const open = [...always, 'files', ...team];
        expect(draw(columns, rows, { layout, open, dragged }).join('')).not.toContain(' ');
      }
    }
});

test('the team stands in two columns beside plan and conversation; panes that are not there leave their room to others', () => {
  const open = [...always, 'plan', 'worker-1', 'worker-2', 'worker-3'];
  const edge = (sign: string) => sign.repeat(sign === 'P' || sign === 'C' ? 41 : sign === 'X' ? 40 : 39);
  const inside = (sign: string) => frame(sign, edge(sign).length);
  expect(shrunk(draw(120, 25, { layout: named('team'), open }))).toEqual([
    edge('P') + edge('W') + edge('X'),
    inside('P') + inside('W') + inside('X'),
    edge('P') + inside('W') + inside('X'),
    edge('C') + inside('W') + inside('X'),
    inside('C') + edge('W') + inside('X'),
    inside('C') + edge('Y') + inside('X'),
    inside('C') + inside('Y') + inside('X'),
    edge('C') + edge('Y') + edge('X'),
    'M'.repeat(120),
    frame('M', 120),
    'M'.repeat(120),
    's'.repeat(120),
  ]);
  expect(draw(120, 24, { layout: named('team'), open: always })[0]).toBe('C'.repeat(120));
});

test('the zoomed panel has all above the message', () => {
  const rows = draw(120, 30, { layout: named('zoom'), open: [...always, 'files'], zoomed: 'files' });
  expect(shrunk(rows)).toEqual([
    'F'.repeat(120),
    frame('F', 120),
    'F'.repeat(120),
    'M'.repeat(120),
    frame('M', 120),
    'M'.repeat(120),
    's'.repeat(120),
  ]);
});

test('the border between conversation and files can be dragged, within what both need', () => {
  const input = { columns: 120, rows: 30, open: new Set<PanelName>([...always, 'files']), contentRows: () => 1 };
  const [divider, ...others] = placePanels(named('wide'), input).dividers;
  expect([divider?.at, divider?.along, others]).toEqual([82, 'width', []]);
  const widthAt = (x: number) => {
    const dragged = new Map([[divider?.key ?? '', shareAt(divider as NonNullable<typeof divider>, { x, y: 3 })]]);
    return placePanels(named('wide'), { ...input, dragged }).panels.get('files')?.width;
  };
  expect([60, 100, 0, 119].map(widthAt)).toEqual([60, 20, 108, 12]);
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

test('the plan stands over the files, in a wider column', () => {
  const rows = drawn(120, 30, [...always, 'files', 'plan']);
  expect(shrunk(rows.map((row) => row.slice(66)))).toEqual([
    'P'.repeat(54),
    frame('P', 54),
    'P'.repeat(54),
    'F'.repeat(54),
    frame('F', 54),
    'F'.repeat(54),
    'm'.repeat(54).toUpperCase(),
    `${'m'.repeat(53)}M`,
    'M'.repeat(54),
    's'.repeat(54),
  ]);
  expect(drawn(120, 30, [...always, 'plan'])[0]).toBe('C'.repeat(66) + 'P'.repeat(54));
});

test('a narrow screen shows the plan in place of the conversation', () => {
  expect(drawn(80, 24, [...always, 'plan'])[0]).toBe('P'.repeat(80));
  expect(layouts.map((layout) => isCovering(layout, 'plan'))).toEqual([false, true, true]);
});

test('the files cover the conversation in all layouts but the wide one', () => {
  expect(layouts.map((layout) => [layout.name, isCovering(layout, 'files')])).toEqual([
    ['wide', false],
    ['medium', true],
    ['narrow', true],
  ]);
});
