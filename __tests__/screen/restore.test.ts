// Putting files back on the screen: the list of states, the preview with a choice for each file, what is said afterwards.
import { expect, test } from '@jest/globals';
import type { Event } from '../../src/protocol/event.js';
import type { RestoreOffer, SnapshotPoint } from '../../src/protocol/snapshot.js';
import { expectGolden } from '../support/golden.js';
import { appStart } from '../support/hand-fed-engine.js';
import { type AppInHand, openIdle } from '../support/open-app.js';
import { said, turnCompleted, turnStarted } from '../support/thread-events.js';

const minute = 60_000;
const point: SnapshotPoint = {
  number: 12,
  kind: 'before-turn',
  label: 'fix the failing date test',
  at: appStart - 4 * minute,
  threadId: 'thread-1',
  turnId: 'turn-1',
  turn: 1,
  files: 3,
  skipped: 0,
};
const offer: RestoreOffer = {
  previewId: 'restore-1',
  point,
  items: [
    { path: 'src/date.ts', does: 'restore' },
    { path: 'src/new.ts', does: 'delete' },
    { path: 'README.md', does: 'restore', conflict: 'changed-since' },
    { path: 'out/data.jsonl', does: 'delete', conflict: 'unknown-then' },
    { path: 'lib/x.ts', does: 'restore', conflict: 'through-link' },
  ],
  outside: 2,
  skipped: ['big.bin'],
};

async function command(app: AppInHand, line: string): Promise<void> {
  await app.type(line);
  await app.press('enter');
  await app.settle();
}

async function openPreview(options = {}, facts: Partial<RestoreOffer> = {}): Promise<AppInHand> {
  const app = await openIdle(options);
  await command(app, '/restore 1');
  app.engine.answerQuery({ kind: 'restore-preview', ...offer, ...facts });
  await app.waitForText('Files as before');
  return app;
}

/** The dialog has been seen for long enough. */
async function seen(app: AppInHand): Promise<void> {
  app.clock.advance(1000);
  await app.settle();
}

const restores = (app: AppInHand) => app.engine.commands.filter(({ type }) => type === 'snapshot.restore');

test.each([
  [120, 40],
  [80, 24],
  [40, 10],
])('the preview at %dx%d says what goes back, what is left, and why', async (cols, rows) => {
  const app = await openPreview({ cols, rows });
  await seen(app);
  expectGolden(`screen/restore-${cols}x${rows}`, app.screenText());
});

test('it can be drawn in ASCII', async () => {
  const app = await openPreview({ cols: 80, rows: 24, ascii: true });
  await seen(app);
  expectGolden('screen/restore-ascii-80x24', app.screenText());
});

test('Enter restores what is taken; conflicts are not, unless they are', async () => {
  const app = await openPreview();
  await seen(app);
  await app.press('space', 'down', 'space', 'enter');
  expect(restores(app)).toEqual([
    {
      type: 'snapshot.restore',
      previewId: 'restore-1',
      choice: { keep: ['src/date.ts'], overwrite: ['README.md'] },
    },
  ]);
});

test('Enter that was typed before the preview was seen restores nothing', async () => {
  const app = await openPreview();
  await app.press('enter');
  expect(restores(app)).toEqual([]);
});

test('what leads through a link cannot be taken', async () => {
  const app = await openPreview();
  await seen(app);
  await app.press('end', 'space');
  expect(app.screenText()).toContain('never restored');
  await app.press('enter');
  expect(restores(app)).toMatchObject([{ choice: { keep: [], overwrite: [] } }]);
});

test('a takes none and all, without the conflicts', async () => {
  const app = await openPreview();
  await seen(app);
  await app.press('a', 'enter');
  expect(app.screenText()).toContain('nothing is taken');
  expect(restores(app)).toEqual([]);
  await app.press('a', 'enter');
  expect(restores(app)).toMatchObject([{ choice: { keep: [], overwrite: [] } }]);
});

test('Esc leaves everything as it is', async () => {
  const app = await openPreview();
  await seen(app);
  await app.press('escape');
  expect(restores(app)).toEqual([]);
  expect(app.screenText()).not.toContain('Files as before');
});

test('names from the disk cannot draw on the screen', async () => {
  const app = await openPreview({}, { items: [{ path: 'a\x1b[2Jb\nc', does: 'delete' }] });
  expect(app.screenText()).toContain('Files as before');
  expect(app.terminal.output.writes.join('')).not.toContain('a\x1b[2J');
});

test('/restore without a number lists the states that can be restored', async () => {
  const app = await openIdle({ cols: 80, rows: 24 });
  await command(app, '/restore');
  const by = (facts: Partial<SnapshotPoint>): SnapshotPoint => ({
    number: 1,
    kind: 'manual',
    label: '',
    at: appStart,
    skipped: 0,
    ...facts,
  });
  app.engine.answerQuery({
    kind: 'snapshots',
    sizeBytes: 3_400_000,
    points: [
      by({ number: 15, kind: 'before-restore', label: 'before restore of 12', at: appStart - minute, files: 2 }),
      by({ number: 14, label: 'before lunch', at: appStart - 2 * minute }),
      point,
      by({ number: 9, kind: 'before-turn', label: 'only asked', at: appStart - 9 * minute, files: 0 }),
    ],
  });
  await app.waitForText('Restore files');
  expectGolden('screen/restore-list-80x24', app.screenText());
  await app.press('down', 'enter');
  expect(app.engine.commands.at(-1)).toEqual({
    type: 'query.ask',
    query: { kind: 'restore-preview', wish: { number: 14 } },
  });
});

test.each([
  ['/restore 2', { kind: 'restore-preview', wish: { turn: 2 } }],
  ['/restore #7', { kind: 'restore-preview', wish: { number: 7 } }],
  ['/restore undo', { kind: 'restore-preview', wish: { undo: true } }],
])('%s asks for its preview', async (line, query) => {
  const app = await openIdle();
  await command(app, line);
  expect(app.engine.commands).toEqual([{ type: 'query.ask', query }]);
});

test.each([
  ['/snapshot before lunch', { type: 'snapshot.take', label: 'before lunch' }],
  ['/snapshot', { type: 'snapshot.take' }],
  ['/snapshot clean', { type: 'snapshot.clean' }],
])('%s is the engine’s to do', async (line, expected) => {
  const app = await openIdle();
  await command(app, line);
  expect(app.engine.commands).toEqual([expected]);
});

test('a refused preview is said', async () => {
  const app = await openIdle();
  await command(app, '/restore 9');
  app.engine.rejectNewest('only one turn with changes of files can be taken back');
  await app.waitForText('only one turn with changes');
  expect(app.screenText()).not.toContain('Looking through');
});

const restored: Event = {
  type: 'snapshot.restored',
  number: 12,
  by: 'user',
  restored: ['src/date.ts'],
  deleted: ['src/new.ts'],
  kept: [{ path: 'README.md', why: 'changed since, not by the agent' }],
  failed: [],
  movedAside: [],
  text: 'x',
};

test('what became of the files is a notice with the way back, to unfold; the status line names the newest snapshot', async () => {
  const app = await openIdle({ cols: 80, rows: 24 });
  app.engine.emit({ type: 'snapshot.taken', number: 13, kind: 'after-turn', files: 2 }, restored);
  await app.waitForText('/restore undo takes this back');
  await app.press('ctrl+o');
  expectGolden('screen/restored-80x24', app.screenText());
});

async function openTurns(): Promise<AppInHand> {
  const app = await openIdle({ cols: 80, rows: 24 });
  ['first', 'second', 'third'].forEach((input, at) => {
    app.engine.emit(turnStarted(input));
    const turnId = `turn-${at + 1}`;
    if (at === 1) app.engine.emit({ type: 'snapshot.taken', number: 5, kind: 'before-turn', files: 0, turnId });
    app.engine.emit(said(`m${at}`, `answer to ${input}`), turnCompleted(), { type: 'engine.idle' });
  });
  await app.waitForText('answer to third');
  await command(app, '/rewind');
  await app.waitForText('Go back to before a turn');
  return app;
}

test('where files were changed since, going back offers them, and nothing is still what is selected', async () => {
  const app = await openTurns();
  await app.press('down', 'down', 'enter');
  await app.waitForText('Leave everything as it is');
  expectGolden('screen/rewind-ways-files-80x24', app.screenText());
});

test('a turn after which no file was changed offers none', async () => {
  const app = await openTurns();
  await app.press('enter');
  await app.waitForText('Leave everything as it is');
  expect(app.screenText()).not.toContain('Files back');
});

test('conversation and files go back together, once the preview is answered', async () => {
  const app = await openTurns();
  await app.press('down', 'enter');
  await app.waitForText('Leave everything as it is');
  await app.press('down', 'down', 'down', 'enter');
  expect(app.engine.commands).toEqual([{ type: 'query.ask', query: { kind: 'restore-preview', wish: { number: 5 } } }]);
  app.engine.answerQuery({ kind: 'restore-preview', ...offer });
  await app.waitForText('and 2 turns of the conversation');
  await seen(app);
  await app.press('enter');
  expect(app.engine.commands.at(-1)).toEqual({ type: 'thread.rewind', turns: 2 });
  app.engine.emit({ type: 'thread.rewound', fromSeq: 4, turns: 2 });
  app.engine.acceptNewest();
  await app.settle();
  expect(restores(app)).toHaveLength(1);
  expect(app.screenText()).toContain('│ second');
});
