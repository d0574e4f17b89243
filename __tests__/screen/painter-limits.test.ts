import { expect, test } from '@jest/globals';
import { openSurface } from '../../src/tui/blessed-adapter.js';
import { createFrames } from '../../src/tui/frames.js';
import { plainLine } from '../../src/tui/paint-line.js';
import { createTheme } from '../../src/tui/theme.js';
import { openHandFed } from '../support/screen-app.js';
import { createTestTerminal } from '../support/terminal.js';
import { delta, opened, ready, turnStarted, workedTurn } from '../support/thread-events.js';

const theme = createTheme({ color: true, ascii: false });

test('a terminal behind a link of 60 kB a second never has more than a frame to catch up on', async () => {
  const terminal = createTestTerminal({ cols: 120, rows: 40 });
  const { output } = terminal;
  let now = 0;
  let backlog = 0;
  let deepest = 0;
  let largest = 0;
  const write = output.write.bind(output);
  output.write = (text) => {
    backlog += text.length;
    deepest = Math.max(deepest, backlog);
    largest = Math.max(largest, text.length);
    return write(text);
  };
  Object.defineProperty(output, 'writableNeedDrain', { get: () => backlog > 16_384 });
  const surface = await openSurface({ output, theme });
  let tick = 0;
  const text = (y: number) =>
    Array.from({ length: 118 }, (_, x) => String.fromCharCode(97 + ((x * y + tick * 7) % 26)));
  surface.createPane({ content: (_, height) => Array.from({ length: height }, (_, y) => plainLine(text(y).join(''))) });
  let due: { at: number; run: () => void } | undefined;
  const frames = createFrames({
    paint: () => surface.paint(),
    now: () => now,
    delay(run, delayMs) {
      due = { at: now + delayMs, run };
      return () => {
        due = undefined;
      };
    },
  });
  const advance = () => {
    now++;
    backlog = Math.max(0, backlog - 60);
    if (due === undefined || due.at > now) return;
    const { run } = due;
    due = undefined;
    run();
  };
  for (; tick < 2000; tick++) {
    if (tick % 5 === 0) frames.request();
    advance();
  }
  expect(deepest).toBeLessThanOrEqual(16_384 + largest);
  for (let ms = 0; ms < 2000; ms++) advance();
  expect(due).toBeUndefined();
  await terminal.drain();
  const standing = terminal.screenText();
  expect(standing).toContain(text(3).join(''));
  surface.forget();
  surface.paint();
  await terminal.drain();
  expect(terminal.screenText()).toBe(standing);
  surface.destroy();
  terminal.dispose();
});

test.each([
  [20, 5],
  [28, 9],
  [300, 100],
])('at %i×%i what a stream leaves on the screen is what a fresh draw shows', async (cols, rows) => {
  const app = await openHandFed({ cols, rows, widths: 'modern' });
  app.engine.emit(ready, opened, ...workedTurn, turnStarted('more 中文'));
  for (let i = 0; i < 60; i++) {
    app.engine.emit(delta('m9', `${i} 中文 👍 **bold** e\u0301 ${'word '.repeat(i % 9)}${i % 4 === 0 ? '\n\n' : ''}`));
    if (i % 3 === 0) await app.settle();
    if (i % 20 === 7) await app.press('pageup');
    if (i % 20 === 14) await app.press('end');
  }
  await app.settle();
  const standing = app.screenText();
  await app.press('ctrl+l');
  expect(app.screenText()).toBe(standing);
  expect(standing).toContain('word');
});
