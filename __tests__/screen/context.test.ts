// What the model is sent, on the screen: the page of /context, and making it smaller.
import { expect, test } from '@jest/globals';
import type { ContextPart, QueryResult } from '../../src/protocol/query.js';
import { expectGolden } from '../support/golden.js';
import { type AppInHand, openIdle, openWorking } from '../support/open-app.js';

const parts: ContextPart[] = [
  { name: 'system', tokens: 3100 },
  { name: 'tools', tokens: 8200 },
  { name: 'summary', tokens: 0 },
  { name: 'history', tokens: 56_000 },
];
const context = (change: Partial<Extract<QueryResult, { kind: 'context' }>> = {}): QueryResult => ({
  kind: 'context',
  windowTokens: 200_000,
  triggerTokens: 151_000,
  parts,
  ...change,
});

async function openContext(app: AppInHand, result = context()): Promise<void> {
  await app.type('/context');
  await app.press('enter');
  app.engine.answerQuery(result);
  await app.waitForText('Context');
  await app.settle();
}

test.each([
  ['context-80x24', { cols: 80, rows: 24 }],
  ['context-40x10', { cols: 40, rows: 10 }],
  ['context-ascii-80x24', { cols: 80, rows: 24, ascii: true }],
])('where the window goes is a bar and a row a part (%s)', async (name, options) => {
  const app = await openIdle(options);
  await openContext(app);
  expectGolden(`screen/${name}`, app.screenText());
});

test('a part of a few tokens has a cell too', async () => {
  const app = await openIdle({ cols: 80, rows: 24 });
  await openContext(
    app,
    context({ parts: parts.map((part) => (part.name === 'summary' ? { ...part, tokens: 20 } : part)) }),
  );
  expect(app.screenText()).toMatch(/█+▒+▓▚+░+/);
  expect(app.screenText()).toMatch(/summary +~20 +<1%/);
});

test('parts that are not known today are drawn all the same', async () => {
  const app = await openIdle({ cols: 80, rows: 24 });
  const more = ['memory', 'skills', 'images', 'more'].map(
    (name) => ({ name, tokens: 10_000 }) as unknown as ContextPart,
  );
  await openContext(app, context({ parts: [...parts, ...more] }));
  expect(app.screenText()).toMatch(/memory +~10k +5%/);
  expect(app.screenText()).toMatch(/more +~10k +5%/);
});

test('more than fits is told as more than all', async () => {
  const app = await openIdle({ cols: 80, rows: 24 });
  await openContext(app, context({ windowTokens: 32_000, triggerTokens: 20_000 }));
  expect(app.screenText()).toContain('~67k of 32k tokens, 210%');
  expect(app.screenText()).toMatch(/free +~0 +0%/);
});

test('rows that do not fit can be scrolled to', async () => {
  const app = await openIdle({ cols: 40, rows: 9 });
  await openContext(app);
  expect(app.screenText()).not.toContain('free');
  await app.press('end');
  expect(app.screenText()).toContain('free');
});

test('Esc closes the page', async () => {
  const app = await openIdle();
  await openContext(app);
  await app.press('escape');
  expect(app.screenText()).not.toContain('Context');
});

test('/compact takes what it must keep', async () => {
  const app = await openIdle();
  await app.type('/compact the API of the parser');
  await app.press('enter');
  expect(app.engine.commands).toEqual([{ type: 'context.compact', focus: 'the API of the parser' }]);
});

test('while it is made smaller the status says so and for how long, and Esc stops it once', async () => {
  const app = await openIdle();
  await app.type('/compact');
  await app.press('enter');
  app.engine.emit({ type: 'context.compacting' });
  await app.waitForText('compacting 0s');
  expect(app.screenText()).toContain('Esc stops the compaction');
  await app.press('escape', 'escape');
  expect(app.engine.commands).toEqual([{ type: 'context.compact' }, { type: 'turn.cancel' }]);
  app.engine.emit({ type: 'engine.idle' });
  await app.waitForText('ready');
  expect(app.screenText()).not.toContain('Stopping');
});

test('Ctrl+C stops it too, and does not count as the first of two that quit', async () => {
  const app = await openIdle();
  app.engine.emit({ type: 'context.compacting' });
  await app.waitForText('compacting');
  await app.press('ctrl+c');
  expect(app.engine.commands).toEqual([{ type: 'turn.cancel' }]);
  expect(app.screenText()).not.toContain('quit');
});

test('in a turn the status says it until the next step', async () => {
  const app = await openWorking();
  app.engine.emit({ type: 'context.compacting' });
  await app.waitForText('compacting');
  app.engine.emit({ type: 'step.started', step: 2 });
  await app.waitForText('working');
  expect(app.screenText()).not.toContain('compacting');
});
