import { expect, test } from '@jest/globals';
import { createDeferred } from '../../src/base/deferred.js';
import { PaiError } from '../../src/base/error.js';
import { openIdle } from '../support/open-app.js';
import { said } from '../support/thread-events.js';

test('Ctrl+G gives the terminal away, paints nothing meanwhile, and takes the text', async () => {
  const edited = createDeferred<string | undefined>();
  const given: string[] = [];
  const app = await openIdle({
    editText(text) {
      given.push(text);
      return edited.promise;
    },
  });
  await app.type('draft');
  app.terminal.takeOutput();
  await app.press('ctrl+g');
  expect(given).toEqual(['draft']);
  expect(app.terminal.takeOutput()).toContain('\x1b[?1049l');
  expect(app.terminal.input.isRaw).toBe(false);

  app.engine.emit(said('m1', 'words that come meanwhile'));
  await app.settle();
  expect(app.terminal.takeOutput()).toBe('');

  edited.resolve('one\ntwo');
  await app.waitForText('│ two');
  expect(app.terminal.input.isRaw).toBe(true);
  expect(app.screenText()).toContain('words that come meanwhile');
  await app.press('enter');
  expect(app.engine.commands).toEqual([{ type: 'turn.start', input: 'one\ntwo' }]);
});

test('an editor that is left without success changes nothing', async () => {
  const app = await openIdle({ editText: async () => undefined });
  await app.type('draft');
  await app.press('ctrl+g');
  await app.waitForText('the message is as it was');
  expect(app.screenText()).toContain('│ draft');
});

test('an editor that cannot be started is said', async () => {
  const app = await openIdle({
    editText: () => Promise.reject(new PaiError('terminal', 'the editor "x" could not be started', 'Set VISUAL.')),
  });
  await app.press('ctrl+g');
  await app.waitForText('could not be started');
});

test('where none is set, how to set one is said', async () => {
  const app = await openIdle();
  await app.press('ctrl+g');
  expect(app.screenText()).toContain('set VISUAL or EDITOR');
});
