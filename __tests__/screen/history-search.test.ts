import { expect, test } from '@jest/globals';
import type { PastInput } from '../../src/tui/editor-history.js';
import { openIdle, openWorking } from '../support/open-app.js';

function keptHistory(...texts: string[]) {
  const added: PastInput[] = [];
  return {
    added,
    load: async () => texts.map((text) => ({ text, startsTyped: true })),
    add: (input: PastInput) => void added.push(input),
  };
}

test('the up arrow reaches what earlier runs sent', async () => {
  const app = await openIdle({ history: keptHistory('long ago', 'yesterday') });
  await app.press('up', 'up');
  expect(app.screenText()).toContain('│ long ago');
});

test('what is sent is kept, with who wrote its first character', async () => {
  const history = keptHistory();
  const app = await openIdle({ history });
  await app.type('hello');
  await app.press('enter');
  await app.paste('/pasted');
  await app.press('enter');
  expect(history.added).toEqual([
    { text: 'hello', startsTyped: true },
    { text: '/pasted', startsTyped: false },
  ]);
});

test('Ctrl+R shows the newest that has the letters, again the one before, and Enter takes it', async () => {
  const app = await openIdle({ history: keptHistory('fix the date test', 'read it', 'test the parser') });
  await app.type('draft');
  await app.press('ctrl+r');
  await app.type('TEST');
  expect(app.screenText()).toContain('history: TEST  1 of 2');
  expect(app.screenText()).toContain('│ test the parser');
  await app.press('ctrl+r');
  expect(app.screenText()).toContain('│ fix the date test');
  await app.press('enter');
  expect(app.screenText()).not.toContain('history:');
  expect(app.engine.commands).toEqual([]);
  await app.press('enter');
  expect(app.engine.commands).toEqual([{ type: 'turn.start', input: 'fix the date test' }]);
});

test('Esc goes back to the draft and stops nothing', async () => {
  const app = await openWorking({ history: keptHistory('old words') });
  await app.type('draft');
  await app.press('ctrl+r');
  expect(app.screenText()).toContain('old words');
  await app.press('escape');
  expect(app.screenText()).toContain('│ draft');
  expect(app.engine.commands).toEqual([]);
});

test('letters that nothing has are told', async () => {
  const app = await openIdle({ history: keptHistory('one') });
  await app.press('ctrl+r');
  await app.type('two');
  expect(app.screenText()).toContain('no message has that');
  await app.press('enter');
  await app.type('x');
  expect(app.screenText()).toContain('│ x');
});

test('an arrow goes on with what was found', async () => {
  const app = await openIdle({ history: keptHistory('hello') });
  await app.press('ctrl+r', 'left');
  await app.type('!');
  expect(app.screenText()).toContain('│ hell!o');
});
