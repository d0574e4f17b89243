import { expect, test } from '@jest/globals';
import type { Event } from '../../src/protocol/event.js';
import { openIdle, openWorking } from '../support/open-app.js';

const started: Event = { type: 'shell.started', shellId: 's1', command: 'npm test' };
const completed: Event = {
  type: 'shell.completed',
  shellId: 's1',
  outcome: 'failed',
  text: 'I ran `npm test`: exit 1',
  display: [{ kind: 'command', command: 'npm test', cwd: '/w', output: '1 failed\n', exitCode: 1 }],
  durationMs: 1200,
};

test('a typed ! runs the rest as a command of the user', async () => {
  const app = await openIdle();
  await app.type('!npm test');
  expect(app.screenText()).toContain('Enter runs it as a command of yours');
  await app.press('enter');
  expect(app.engine.commands).toEqual([{ type: 'shell.run', command: 'npm test' }]);
});

test('its output is shown while it runs, and its end', async () => {
  const app = await openIdle();
  app.engine.emit(started, { type: 'tool.progress', callId: 's1', text: 'testing' });
  await app.waitForText('◐ ! npm test');
  expect(app.screenText()).toContain('testing');
  expect(app.screenText()).toContain('your command 0s');
  app.engine.emit(completed);
  await app.waitForText('✗ ! npm test');
  expect(app.screenText()).toContain('1 failed');
  expect(app.screenText()).toContain('ready');
});

test('Esc stops it', async () => {
  const app = await openIdle();
  app.engine.emit(started);
  await app.waitForText('Esc stops the command');
  await app.press('escape', 'escape');
  expect(app.engine.commands).toEqual([{ type: 'turn.cancel' }]);
});

test('Ctrl+C stops it before it clears the draft', async () => {
  const app = await openIdle();
  app.engine.emit(started);
  await app.type('draft');
  await app.press('ctrl+c');
  expect(app.engine.commands).toEqual([{ type: 'turn.cancel' }]);
  expect(app.screenText()).toContain('│ draft');
});

test('a second one waits as a draft', async () => {
  const app = await openWorking();
  app.engine.emit(started);
  await app.waitForText('! npm test');
  await app.type('!ls');
  await app.press('enter');
  expect(app.screenText()).toContain('still running');
  expect(app.screenText()).toContain('│ !ls');
  expect(app.engine.commands).toEqual([]);
  app.engine.emit(completed);
  await app.waitForText('✗ ! npm test');
  expect(app.screenText()).not.toContain('still running');
});

test('a ! alone runs nothing', async () => {
  const app = await openIdle();
  await app.type('! ');
  await app.press('enter');
  expect(app.engine.commands).toEqual([]);
  expect(app.screenText()).toContain('Write a command after the !');
});

test('a ! that was pasted and is recalled runs nothing', async () => {
  const app = await openIdle();
  await app.paste('!rm -rf .');
  await app.press('enter', 'up', 'enter');
  expect(app.engine.commands.map(({ type }) => type)).toEqual(['turn.start', 'turn.start']);
});
