// The built full screen under load: a fast stream, keys meanwhile, a window that changes its size.
import { expect, test } from '@jest/globals';
import type { Reply } from '../../src/provider/script.js';
import { type PtyProgram, ptyPrograms } from '../support/pty-program.js';

const { start } = ptyPrograms();

/** A generous bound: what is measured on a quiet machine is in bench/. */
const echoLimitMs = 500;

test('500 deltas a second: keys are echoed, Esc stops the turn, the next one is answered', async () => {
  const program = start({
    columns: 120,
    rows: 40,
    script: {
      replies: [{ repeatText: { piece: 'word 中文 ', times: 100_000, perSecond: 500 } }, { text: 'Next answer.' }],
    },
  });
  await program.waitFor('ready');
  program.send('talk');
  await program.waitFor('word 中文 word');
  expect(Math.max(...(await program.typeWatched('typed meanwhile')))).toBeLessThan(echoLimitMs);
  program.press('escape');
  await program.waitFor('ready');
  expect(program.text()).toContain('typed meanwhile');
  program.press('enter');
  await program.waitFor('Next answer.');
});

const mixed: Reply = {
  repeatText: { piece: 'mixed 中文 and 👍 emoji with `code` in a **line**\n\n', times: 500, perSecond: 200 },
};

test('TU-12 50 resizes while 200 lines a second arrive: the screen ends as a fresh one would be', async () => {
  const program = start({
    columns: 120,
    rows: 40,
    script: {
      replies: [mixed, { ...mixed, calls: [{ name: 'write_file', arguments: { path: 'a.txt', content: 'x\n' } }] }],
    },
  });
  await program.waitFor('ready');
  program.send('talk');
  await program.waitFor('mixed');
  program.type('one line\n');
  program.type('and another');
  await resizeMany(program, 33, 10);
  await program.waitFor('ready');
  await expectFresh(program);
  await program.waitFor('and another');

  program.resize(120, 40);
  await program.waitFor(isFilled);
  await expectFresh(program);
  expect(program.text()).not.toMatch(/↓ \d+ new/);
  expect(program.text()).toContain('one line');

  program.press('enter');
  await program.waitFor('Approve?');
  await resizeMany(program, 60, 20);
  await expectFresh(program);
  await program.answer('n');
});

/** 50 sizes between 120x40 and 33x10 in two seconds, the last one given. */
async function resizeMany(program: PtyProgram, columns: number, rows: number): Promise<void> {
  const sizes = Array.from({ length: 49 }, (_, i) => [33 + ((i * 37) % 88), 10 + ((i * 17) % 31)] as const);
  for (const [width, height] of sizes) {
    program.resize(width, height);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  program.resize(columns, rows);
  await program.waitFor(isFilled);
}

/** What is painted fits the window: its upper right corner is in the last column, its last row is used. */
function isFilled(program: PtyProgram): boolean {
  const { cols, buffer } = program.terminal;
  const corner = buffer.active
    .getLine(0)
    ?.getCell(cols - 1)
    ?.getChars();
  return corner === '╮' && program.text().split('\n').at(-1)?.trim() !== '';
}

async function expectFresh(program: PtyProgram): Promise<void> {
  const { before, after } = await program.redrawn();
  expect(isFilled(program)).toBe(true);
  // Elapsed times go on between two pictures.
  const withoutTimes = (text: string) => text.replaceAll(/\d+ ?m?s/g, 'T');
  expect(withoutTimes(before.text)).toBe(withoutTimes(after.text));
  if (before.text === after.text) expect(before).toEqual(after);
}
