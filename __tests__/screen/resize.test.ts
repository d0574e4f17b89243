import { expect, test } from '@jest/globals';
import type { HandFedEngine } from '../support/hand-fed-engine.js';
import { openHandFed, type ScreenApp } from '../support/screen-app.js';
import { delta, opened, question, ready, turnStarted } from '../support/thread-events.js';

/** The picture as it stands, and as it is when everything is drawn anew. */
async function pictures(app: ScreenApp): Promise<[string, string]> {
  const standing = app.screenText();
  await app.press('ctrl+l');
  return [standing, app.screenText()];
}

async function resizeTo(app: ScreenApp & { engine: HandFedEngine }, cols: number, rows: number): Promise<void> {
  app.terminal.resize(cols, rows);
  app.engine.emit(delta('m', 'END OF IT '));
  // The frame in the corner says that the new size has arrived.
  await app.waitFor((screen) => screen.split('\n')[0]?.length === cols && screen.includes('END OF IT'));
  await app.settle();
}

const storm = async (app: ScreenApp & { engine: HandFedEngine }) => {
  for (let i = 0; i < 40; i++) {
    const [cols, rows] = i % 2 === 0 ? [33 + ((i * 7) % 90), 10 + (i % 30)] : [120 - i, 40 - (i % 20)];
    app.terminal.resize(cols, rows);
    app.engine.emit(delta('m', `中文 and 👍 and \`code\` number ${i}${i % 3 === 0 ? '\n\n' : ' '}`));
    if (i % 8 === 0) await app.settle();
  }
};

test('TU-12 a storm of sizes while text streams ends in the picture of a fresh draw', async () => {
  const app = await openHandFed({ cols: 120, rows: 40 });
  app.engine.emit(ready, opened, turnStarted('go'));
  await app.waitForText('working');
  await app.type('a draft');
  await app.press('alt+enter');
  await app.type('of two rows');
  await storm(app);
  await resizeTo(app, 80, 24);
  await app.waitForText('of two rows');
  const [standing, fresh] = await pictures(app);
  expect(standing).toBe(fresh);
  expect(standing).toContain('│ a draft');
});

test('TU-12 the same with a question open, which stays the same question', async () => {
  const app = await openHandFed({ cols: 120, rows: 40 });
  app.engine.emit(ready, opened, turnStarted('go'), ...question('a1', 'npm install left-pad'));
  await app.waitForText('Approve?');
  await storm(app);
  await resizeTo(app, 80, 24);
  await app.waitForText('deny+why');
  const [standing, fresh] = await pictures(app);
  expect(standing).toBe(fresh);
  expect(standing).toContain('│ npm install left-pad');
});
