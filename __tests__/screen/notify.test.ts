// Calling the user back: only when the terminal said that its window has not the focus.
import { expect, test } from '@jest/globals';
import { appStart } from '../support/hand-fed-engine.js';
import { openWorking } from '../support/open-app.js';
import { question, turnCompleted } from '../support/thread-events.js';

const bytes = (app: Awaited<ReturnType<typeof openWorking>>) => app.terminal.output.writes.join('');
const longTurn = { ...turnCompleted(), durationMs: 30_000 } as ReturnType<typeof turnCompleted>;

test('a question rings while the window has not the focus, and not once it has it again', async () => {
  const app = await openWorking({ notify: true });
  expect(bytes(app)).toContain('\x1b[?1004h');
  await app.send('\x1b[O');
  app.engine.emit(...question('a', 'npm test'));
  await app.waitForText('Approve?');
  expect(bytes(app).split('\x07')).toHaveLength(2);
  expect(bytes(app)).toContain('\x1b]9;PaiCLI waits for your approval\x1b\\\x07');
  await app.send('\x1b[I');
  app.engine.emit(...question('b', 'npm run build'));
  await app.waitForText('1 of 2');
  expect(bytes(app).split('\x07')).toHaveLength(2);
});

test('a long turn that ends under the eyes of the user makes no sound', async () => {
  const app = await openWorking({ notify: true });
  app.engine.emit(longTurn);
  await app.waitForText('ready');
  expect(bytes(app)).not.toMatch(/\x07|\x1b\]9/);
});

test('switched off, the terminal is not even asked', async () => {
  const app = await openWorking();
  app.clock.now = appStart;
  await app.send('\x1b[O');
  app.engine.emit(...question('a', 'npm test'));
  await app.waitForText('Approve?');
  expect(bytes(app)).not.toContain('\x1b[?1004h');
});
