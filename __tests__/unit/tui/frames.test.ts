import { expect, test } from '@jest/globals';
import { createFrames, type Frames } from '../../../src/tui/frames.js';
import type { FrameCost } from '../../../src/tui/paint-surface.js';

interface Bench {
  frames: Frames;
  /** Times of the frames that were painted. */
  painted: number[];
  waiting(): number;
  runUntil(timeMs: number): void;
}

function createBench(cost: () => FrameCost = () => ({ bytes: 1, writeMs: 0, backedUp: false })): Bench {
  let now = 1000;
  let next = 0;
  const timers = new Map<number, { at: number; callback: () => void }>();
  const painted: number[] = [];
  const frames = createFrames({
    paint() {
      painted.push(now - 1000);
      const paid = cost();
      // A write to a terminal blocks until it is taken.
      now += paid.writeMs;
      return paid;
    },
    now: () => now,
    delay(callback, delayMs) {
      const id = next++;
      timers.set(id, { at: now + delayMs, callback });
      return () => timers.delete(id);
    },
  });
  return {
    frames,
    painted,
    waiting: () => timers.size,
    runUntil(timeMs) {
      for (;;) {
        const due = [...timers.entries()]
          .filter(([, timer]) => timer.at <= 1000 + timeMs)
          .sort((a, b) => a[1].at - b[1].at)[0];
        if (due === undefined) break;
        now = Math.max(now, due[1].at);
        timers.delete(due[0]);
        due[1].callback();
      }
      now = Math.max(now, 1000 + timeMs);
    },
  };
}

test('the first change is painted at once', () => {
  const bench = createBench();
  bench.frames.request();
  bench.runUntil(0);
  expect(bench.painted).toEqual([0]);
});

test('a stream of changes is painted at most every 33 ms', () => {
  const bench = createBench();
  for (let time = 0; time < 1000; time += 5) {
    bench.frames.request();
    bench.runUntil(time);
  }
  expect(bench.painted.length).toBeGreaterThan(28);
  expect(bench.painted.length).toBeLessThanOrEqual(31);
});

test('a key is painted at once, in the middle of an interval', () => {
  const bench = createBench();
  bench.frames.request();
  bench.runUntil(3);
  bench.frames.request();
  bench.frames.requestNow();
  bench.runUntil(4);
  expect(bench.painted).toEqual([0, 3]);
});

test('on a slow terminal frames and keys wait longer', () => {
  const bench = createBench(() => ({ bytes: 1, writeMs: 40, backedUp: false }));
  bench.frames.request();
  bench.runUntil(1);
  bench.frames.requestNow();
  bench.runUntil(119);
  expect(bench.painted).toEqual([0]);
  bench.runUntil(121);
  expect(bench.painted).toEqual([0, 120]);
});

test('nothing waits when nothing was asked for', () => {
  const bench = createBench();
  bench.frames.request();
  bench.runUntil(500);
  expect(bench.waiting()).toBe(0);
  expect(bench.painted).toHaveLength(1);
});

test('flush paints what was asked for, and only that', () => {
  const bench = createBench();
  bench.frames.flush();
  bench.frames.request();
  bench.frames.flush();
  bench.runUntil(500);
  expect(bench.painted).toEqual([0]);
});

test('after stop nothing is painted', () => {
  const bench = createBench();
  bench.frames.request();
  bench.frames.stop();
  bench.frames.request();
  bench.runUntil(500);
  expect(bench.painted).toEqual([]);
});

test('a terminal that takes 60 kB a second blocks keys for a third of the time at most', () => {
  let sent = 0;
  const bench = createBench(() => {
    sent += 4000;
    return { bytes: 4000, writeMs: 4000 / 60, backedUp: false };
  });
  for (let time = 0; time < 10_000; time += 5) {
    bench.frames.request();
    bench.runUntil(time);
  }
  expect(sent / 60 / 10_000).toBeLessThan(0.34);
  expect(bench.painted.length).toBeGreaterThan(40);
});

test('a frame that was postponed is painted when the terminal takes bytes again', () => {
  let isBackedUp = true;
  const bench = createBench(() =>
    isBackedUp ? { bytes: 0, writeMs: 0, backedUp: true, postponed: true } : { bytes: 1, writeMs: 0, backedUp: false },
  );
  bench.frames.request();
  bench.runUntil(600);
  expect(bench.painted).toEqual([0, 250, 500]);
  isBackedUp = false;
  bench.runUntil(2000);
  expect(bench.painted).toEqual([0, 250, 500, 750]);
  expect(bench.waiting()).toBe(0);
});

test('held, nothing is painted; released, what was asked for is', () => {
  const { frames, painted, runUntil, waiting } = createBench();
  frames.requestNow();
  frames.hold();
  frames.request();
  frames.requestNow();
  frames.flush();
  runUntil(500);
  expect([painted, waiting()]).toEqual([[], 0]);
  frames.release();
  runUntil(501);
  expect(painted).toHaveLength(1);
});
