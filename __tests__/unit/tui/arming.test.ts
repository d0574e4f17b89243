import { expect, test } from '@jest/globals';
import { armingMs, createArming } from '../../../src/tui/dialogs/arming.js';

function bench() {
  let now = 0;
  const arming = createArming(() => now);
  return {
    arming,
    keyAfter(ms: number): boolean {
      now += ms;
      return arming.allows();
    },
  };
}

test('nothing is allowed before it was painted', () => {
  expect(bench().keyAfter(10_000)).toBe(false);
});

test('a key is allowed after a quiet moment since the painting', () => {
  const { arming, keyAfter } = bench();
  arming.painted();
  expect(keyAfter(armingMs)).toBe(true);
});

test('every key that comes too early begins the moment anew', () => {
  const { arming, keyAfter } = bench();
  arming.painted();
  expect([keyAfter(200), keyAfter(200), keyAfter(249), keyAfter(250)]).toEqual([false, false, false, true]);
});

test('painting it again does not begin anew', () => {
  const { arming, keyAfter } = bench();
  arming.painted();
  expect(keyAfter(100)).toBe(false);
  arming.painted();
  expect(keyAfter(250)).toBe(true);
});

test('once armed it stays so, until it is reset', () => {
  const { arming, keyAfter } = bench();
  arming.painted();
  expect([keyAfter(300), keyAfter(1), keyAfter(1)]).toEqual([true, true, true]);
  arming.reset();
  expect(keyAfter(300)).toBe(false);
  arming.painted();
  expect(keyAfter(10)).toBe(false);
});
