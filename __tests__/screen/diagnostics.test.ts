// What edits broke, on the screen: beside the change, in the status line, and as a list to choose from.
import { expect, test } from '@jest/globals';
import type { Problem } from '../../src/protocol/query.js';
import { expectGolden } from '../support/golden.js';
import { type AppInHand, openIdle } from '../support/open-app.js';
import { called, turnStarted } from '../support/thread-events.js';

const problems: Problem[] = [
  {
    severity: 'error',
    path: 'src/user.ts',
    line: 42,
    column: 15,
    message: "Property 'x' does not exist on type 'Shape'.\u001b[2J",
    source: 'ts 2339',
  },
  { severity: 'warning', path: 'src/old.py', line: 7, column: 1, message: 'invalid escape sequence', source: 'python' },
];

async function openList(app: AppInHand, found: { problems?: Problem[] } = { problems }): Promise<void> {
  await app.type('/diagnostics');
  await app.press('enter');
  await app.settle();
  app.engine.answerQuery({ kind: 'diagnostics', ...found });
  await app.waitForText('Broken by edits');
}

test.each([
  [120, 40],
  [80, 24],
  [40, 10],
])('%i x %i: the list of problems', async (cols, rows) => {
  const app = await openIdle({ cols, rows });
  app.engine.emit({ type: 'diagnostics.changed', errors: 1, warnings: 1 });
  await openList(app);
  expectGolden(`screen/diagnostics-${cols}x${rows}`, app.screenText());
});

test('an edit with what it broke: the change first, the problem under it, the counts in the status line', async () => {
  const app = await openIdle({ cols: 80, rows: 24 });
  app.engine.emit(
    turnStarted('make it a string'),
    called('c1', 'edit_file', 'src/shape.ts +1 −1'),
    {
      type: 'tool.completed',
      callId: 'c1',
      outcome: 'ok',
      text: '',
      display: [
        {
          kind: 'diff',
          path: 'src/shape.ts',
          status: 'modified',
          added: 1,
          removed: 1,
          hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-x: number', '+x: string'] }],
        },
        { kind: 'text', text: '[error] src/user.ts:42:15 It is no number. (ts 2362)', tone: 'error' },
        { kind: 'text', text: '[warning] src/old.py:7:1 invalid escape sequence (python)', tone: 'warning' },
      ],
      durationMs: 120,
    },
    { type: 'diagnostics.changed', errors: 1, warnings: 1 },
  );
  await app.waitForText('It is no number');
  expectGolden('screen/diagnostics-edit-80x24', app.screenText());
});

test('Enter puts the place into the message', async () => {
  const app = await openIdle({ cols: 80, rows: 24 });
  await openList(app);
  await app.press('down', 'enter');
  await app.settle();
  expect(app.screenText()).toContain('@src/old.py:7');
  expect(app.screenText()).not.toContain('Broken by edits');
});

test('none, and switched off', async () => {
  const app = await openIdle({ cols: 80, rows: 24 });
  await openList(app, { problems: [] });
  expect(app.screenText()).toContain('there are none');
  await app.press('escape');
  await openList(app, {});
  expect(app.screenText()).toContain('the setting diagnostics is off');
});
