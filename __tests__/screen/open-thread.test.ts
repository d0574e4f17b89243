// A thread that another process writes to: what the screen offers then.
import { expect, test } from '@jest/globals';
import { openHandFed, openReal, type ScreenOptions } from '../support/screen-app.js';
import { tempFolders } from '../support/temp-folder.js';

const tempFolder = tempFolders();
const title = 'This thread is open elsewhere';

async function openInUse(options: ScreenOptions) {
  const app = await openHandFed(options);
  app.engine.rejectNewest('Another PaiCLI writes to the thread thread-9.', 'in-use');
  await app.waitForText(title);
  app.clock.advance(300);
  return app;
}

test.each([
  ['latest', { kind: 'latest' }, { type: 'thread.fork', latest: true }],
  ['one by its id', { kind: 'thread', threadId: 'thread-9' }, { type: 'thread.fork', threadId: 'thread-9' }],
] as const)('the first choice is a copy: %s', async (_which, opening, fork) => {
  const app = await openInUse({ opening, firstInput: 'go on' });
  expect(app.screenText()).toContain('Another PaiCLI writes to the thread thread-9.');
  await app.press('enter');
  expect(app.engine.commands.slice(1)).toEqual([fork]);
  app.engine.acceptNewest();
  await app.settle();
  expect(app.engine.commands.at(-1)).toEqual({ type: 'turn.start', input: 'go on' });
});

test('a new thread takes the first message too', async () => {
  const app = await openInUse({ opening: { kind: 'latest' }, firstInput: 'go on' });
  await app.press('down', 'enter');
  expect(app.engine.commands.at(-1)).toEqual({ type: 'thread.open', which: 'new' });
  app.engine.acceptNewest();
  await app.settle();
  expect(app.engine.commands.at(-1)).toEqual({ type: 'turn.start', input: 'go on' });
});

test('leaving it keeps the first message as a draft', async () => {
  const app = await openInUse({ opening: { kind: 'latest' }, firstInput: 'go on' });
  await app.press('escape');
  await app.waitFor((screen) => !screen.includes(title) && screen.includes('go on'));
  expect(app.engine.commands).toHaveLength(1);
});

test('Enter that was on its way when the question came answers nothing', async () => {
  const app = await openHandFed({ opening: { kind: 'latest' } });
  app.engine.rejectNewest('Another PaiCLI writes to it.', 'in-use');
  await app.waitForText(title);
  await app.press('enter');
  expect(app.engine.commands).toHaveLength(1);
});

test('/resume of such a thread asks the same; other refusals only say why', async () => {
  const app = await openHandFed();
  await app.type('/resume 9');
  await app.press('enter');
  app.engine.rejectNewest('there is no thread 9', 'not-found');
  await app.waitForText('there is no thread 9');
  expect(app.screenText()).not.toContain(title);
  await app.type('/resume 8');
  await app.press('enter');
  app.engine.rejectNewest('Another PaiCLI writes to it.', 'in-use');
  await app.waitForText(title);
});

test('with --fork a copy is opened unasked', async () => {
  const app = await openHandFed({ opening: { kind: 'latest', fork: true } });
  expect(app.engine.commands).toEqual([{ type: 'thread.fork', latest: true }]);
});

test('the copy of a thread that a second screen works on shows what was said and goes its own way', async () => {
  const folders = { home: tempFolder(), cwd: tempFolder() };
  const first = await openReal({ ...folders, script: { replies: [{ text: 'the first answer' }] } });
  await first.waitForText('ready');
  await first.type('hello');
  await first.press('enter');
  await first.waitForText('the first answer');
  const second = await openReal({
    ...folders,
    opening: { kind: 'latest' },
    script: { replies: [{ text: 'mine now' }] },
  });
  await second.waitForText(title);
  second.clock.advance(300);
  await second.press('enter');
  await second.waitForText('the first answer');
  await second.type('and now?');
  await second.press('enter');
  await second.waitForText('mine now');
  expect(first.screenText()).not.toContain('mine now');
});
