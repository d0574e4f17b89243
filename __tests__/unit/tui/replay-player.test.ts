import { expect, test } from '@jest/globals';
import type { Envelope } from '../../../src/protocol/event.js';
import { createReplay, type Replay } from '../../../src/tui/replay-player.js';
import { applyEvent } from '../../../src/view/reduce.js';
import { createView, type View } from '../../../src/view/view-model.js';
import { recordedTranscript } from '../../fixtures/transcript.js';

interface Played extends Replay {
  view: View;
  /** Lets time pass. */
  pass(ms: number): void;
  isWaiting(): boolean;
}

async function play(
  options: { speed?: number; paused?: boolean } = {},
  recording = recordedTranscript(),
): Promise<Played> {
  let nowMs = 0;
  let timer: { at: number; run: () => void } | undefined;
  const replay = createReplay({
    recording,
    ...options,
    monotonicMs: () => nowMs,
    delay(run, delayMs) {
      const own = { at: nowMs + delayMs, run };
      timer = own;
      return () => {
        if (timer === own) timer = undefined;
      };
    },
  });
  const view = createView();
  replay.engine.onEvents((events) => {
    for (const envelope of structuredClone(events)) applyEvent(view, envelope);
  });
  await Promise.resolve();
  return {
    ...replay,
    view,
    pass(ms) {
      const end = nowMs + ms;
      while (timer && timer.at <= end) {
        const { at, run } = timer;
        timer = undefined;
        nowMs = at;
        run();
      }
      nowMs = end;
    },
    isWaiting: () => timer !== undefined,
  };
}

const shown = ({ blocks }: View) => blocks.map(({ version: _, ...block }) => block);
function wholeView(recording: Envelope[] = recordedTranscript()): View {
  const view = createView();
  applyEvent(view, { at: 0, threadId: 'thread-1', event: { type: 'thread.opened', title: 'fix it', cwd: '/w' } });
  for (const envelope of recording) applyEvent(view, structuredClone(envelope));
  return view;
}

test('played to its end it shows what the thread shows, and then rests', async () => {
  const replay = await play();
  replay.pass(60_000);
  expect(shown(replay.view)).toEqual(shown(wholeView()));
  expect(replay.controls.status()).toEqual({ state: 'ended', speed: 1, turn: 4, turns: 4 });
  expect(replay.isWaiting()).toBe(false);
});

test('steps all the way show the same, one thing at a time', async () => {
  const replay = await play({ paused: true });
  expect(replay.view.blocks).toEqual([]);
  const counts = [];
  for (let steps = 0; replay.controls.status().state !== 'ended' && steps < 99; steps++) {
    replay.controls.step();
    counts.push(replay.view.blocks.length);
  }
  expect(counts.slice(0, 2)).toEqual([1, 2]);
  expect(shown(replay.view)).toEqual(shown(wholeView()));
});

test('paused, nothing happens and its clock stands', async () => {
  const replay = await play();
  replay.pass(20);
  replay.controls.toggle();
  const [blocks, now] = [shown(replay.view), replay.clock.now()];
  replay.pass(60_000);
  expect(shown(replay.view)).toEqual(blocks);
  expect(replay.clock.now()).toBe(now);
  expect(replay.isWaiting()).toBe(false);
  replay.controls.toggle();
  replay.pass(60_000);
  expect(replay.controls.status().state).toBe('ended');
});

test('its clock shows the times of the recording', async () => {
  const log = recordedTranscript().slice(0, 3);
  log[2]!.at = log[1]!.at + 1000;
  const replay = await play({}, log);
  replay.pass(601);
  expect(replay.clock.now() - log[1]!.at).toBeGreaterThanOrEqual(590);
  expect(replay.clock.now() - log[1]!.at).toBeLessThanOrEqual(610);
});

test.each([
  [1, 1500],
  [4, 400],
])('at speed %i a gap of 1.5 s takes no longer than %i ms', async (speed, ms) => {
  const log = recordedTranscript().slice(0, 3);
  log[2]!.at = log[1]!.at + 1500;
  const replay = await play({ speed }, log);
  replay.pass(ms * 0.9);
  expect(replay.controls.status().state).toBe('playing');
  replay.pass(ms * 0.2);
  expect(replay.controls.status().state).toBe('ended');
});

test('going back shows the beginning of the turn, again the one before, at last nothing', async () => {
  const replay = await play({ paused: true });
  for (let i = 0; i < 99; i++) replay.controls.step();
  const users = () => replay.view.blocks.filter((block) => block.kind === 'user').length;
  const turns = [];
  for (let i = 0; i < 5; i++) {
    replay.controls.backTurn();
    turns.push([users(), replay.controls.status().turn]);
    replay.pass(2000);
  }
  expect(turns.at(-1)).toEqual([0, 0]);
  expect(turns.map(([, turn]) => turn)).toEqual([4, 3, 2, 1, 0]);
  expect(replay.view.turn).toBeUndefined();
});

test('while it plays, going back twice quickly reaches the turn before', async () => {
  const replay = await play();
  replay.controls.nextTurn();
  replay.controls.nextTurn();
  replay.controls.nextTurn();
  replay.pass(20);
  replay.controls.backTurn();
  expect(replay.controls.status()).toMatchObject({ turn: 3, state: 'playing' });
  replay.pass(20);
  replay.controls.backTurn();
  expect(replay.controls.status()).toMatchObject({ turn: 2, state: 'playing' });
});

test('at its end the pause key begins anew', async () => {
  const replay = await play();
  replay.pass(60_000);
  replay.controls.toggle();
  expect(replay.view.blocks).toEqual([]);
  replay.pass(60_000);
  expect(shown(replay.view)).toEqual(shown(wholeView()));
});

test('whatever is sent is refused and said', async () => {
  const replay = await play({ paused: true });
  replay.engine.send({ commandId: 'c', command: { type: 'turn.start', input: 'x' } });
  await Promise.resolve();
  expect(replay.view.blocks).toMatchObject([{ kind: 'notice', text: expect.stringContaining('replay') }]);
});
