// Plays a recording through the port of an engine: time, pause, steps, going back. What is played when is in replay-schedule.ts.
import type { Clock } from '../base/clock.js';
import type { ErrorData } from '../base/error.js';
import type { Envelope, LiveEvent } from '../protocol/event.js';
import type { ScreenEngine } from './app-options.js';
import type { Delay } from './frames.js';
import { type Beat, scheduleReplay } from './replay-schedule.js';

export interface ReplayStatus {
  state: 'playing' | 'paused' | 'ended';
  speed: number;
  turn: number;
  turns: number;
}

export interface ReplayControls {
  status(): ReplayStatus;
  /** Pauses or goes on; at the end it begins anew. */
  toggle(): void;
  /** To the next thing to see, and pauses there. */
  step(): void;
  /** To the beginning of this turn; when it has just begun, of the one before. */
  backTurn(): void;
  /** To the beginning of the next turn, or to the end. */
  nextTurn(): void;
  faster(): void;
  slower(): void;
}

export interface Replay {
  engine: ScreenEngine;
  controls: ReplayControls;
  /** The time of the recording; it stands while nothing plays. */
  clock: Clock;
}

export interface ReplayOptions {
  recording: readonly Envelope[];
  /** Times as fast as recorded; default 1. */
  speed?: number;
  /** Begin with nothing shown, and wait for steps. */
  paused?: boolean;
  monotonicMs?(): number;
  delay?: Delay;
}

const slowest = 1 / 8;
const fastest = 64;
/** Pressed again so soon, "back" means the turn before, although this one has gone on a little. */
const againMs = 1000;

const refusal: ErrorData = {
  code: 'denied',
  message: 'This is a replay: nothing can be sent.',
  hint: 'q quits it.',
};

export function createReplay(options: ReplayOptions): Replay {
  const { recording, monotonicMs = () => performance.now(), delay = timed } = options;
  const beats = scheduleReplay(recording);
  const turns = beats.at(-1)?.turn ?? 0;
  let listener: (events: Envelope[]) => void = () => {};
  let next = 0;
  let speed = options.speed ?? 1;
  let isPlaying = options.paused !== true;
  /** Part of the wait for the next beat that is over, in ms of normal speed, as it stood at `measuredAt`. */
  let waitedMs = 0;
  let measuredAt = 0;
  let wentBackAt = Number.NEGATIVE_INFINITY;
  let callOff: (() => void) | undefined;

  const live = (event: LiveEvent, threadId = ''): Envelope => ({ at: clock.now(), threadId, event });
  const measure = () => {
    const now = monotonicMs();
    if (isPlaying) waitedMs += (now - measuredAt) * speed;
    measuredAt = now;
  };
  const schedule = () => {
    callOff?.();
    callOff = undefined;
    const beat = beats[next];
    if (!beat) isPlaying = false;
    else if (isPlaying) callOff = delay(run, Math.max(1, (beat.waitMs - waitedMs) / speed));
  };
  /** Everything that is due. */
  const run = () => {
    measure();
    const due: Envelope[] = [];
    for (let beat = beats[next]; beat && waitedMs >= beat.waitMs; beat = beats[++next]) {
      waitedMs -= beat.waitMs;
      due.push(beat.envelope);
    }
    schedule();
    if (due.length > 0) listener(due);
  };
  /** Shows the first `count` beats and no more. */
  const jump = (count: number) => {
    const from = count < next ? 0 : next;
    const said = beats.slice(from, count).filter(({ envelope }) => from !== 0 || !isPiece(envelope));
    next = count;
    waitedMs = 0;
    measuredAt = monotonicMs();
    schedule();
    listener([...(from === 0 ? [opened(beats, live)] : []), ...said.map(({ envelope }) => envelope)]);
  };
  const changeSpeed = (to: number) => {
    measure();
    speed = Math.min(fastest, Math.max(slowest, to));
    schedule();
  };
  const startsBefore = (count: number) =>
    beats.findLastIndex(({ envelope }, index) => index < count && envelope.event.type === 'turn.started');

  const clock: Clock = {
    now() {
      const [last, beat] = [beats[next - 1] ?? beats[0], beats[next]];
      if (!last) return 0;
      const passedMs = waitedMs + (isPlaying ? (monotonicMs() - measuredAt) * speed : 0);
      return last.envelope.at + Math.max(0, Math.min(passedMs, (beat?.envelope.at ?? 0) - last.envelope.at));
    },
  };
  const controls: ReplayControls = {
    status: () => ({
      state: next >= beats.length ? 'ended' : isPlaying ? 'playing' : 'paused',
      speed,
      turn: beats[next - 1]?.turn ?? 0,
      turns,
    }),
    toggle() {
      if (next >= beats.length) {
        isPlaying = true;
        jump(0);
        return;
      }
      measure();
      isPlaying = !isPlaying;
      schedule();
    },
    step() {
      isPlaying = false;
      const end = beats.findIndex(({ isStep }, index) => index >= next && isStep);
      jump(end === -1 ? beats.length : end + 1);
    },
    backTurn() {
      const now = monotonicMs();
      const isAgain = now - wentBackAt < againMs;
      wentBackAt = now;
      const limit = isAgain ? startsBefore(next) : next - 1;
      jump(startsBefore(Math.max(0, limit)) + 1);
    },
    nextTurn() {
      const start = beats.findIndex(({ envelope }, at) => at >= next && envelope.event.type === 'turn.started');
      jump(start === -1 ? beats.length : start + 1);
    },
    faster: () => changeSpeed(speed * 2),
    slower: () => changeSpeed(speed / 2),
  };
  const engine: ScreenEngine = {
    send: ({ commandId }) =>
      queueMicrotask(() => listener([live({ type: 'command.rejected', commandId, error: refusal })])),
    onEvents(to) {
      listener = to;
      measuredAt = monotonicMs();
      queueMicrotask(() => {
        listener([live(readyEvent(recording)), opened(beats, live)]);
        schedule();
      });
    },
    restart: () => undefined,
    async stop() {
      isPlaying = false;
      callOff?.();
    },
  };
  return { engine, controls, clock };
}

const isPiece = ({ event }: Envelope) => event.type === 'message.delta' || event.type === 'tool.progress';

/** Begins the picture anew. */
function opened(beats: readonly Beat[], live: (event: LiveEvent, threadId: string) => Envelope): Envelope {
  const created = beats.find(({ envelope }) => envelope.event.type === 'thread.created')?.envelope;
  const { title = '', cwd = '' } = created?.event.type === 'thread.created' ? created.event : {};
  return live({ type: 'thread.opened', title, cwd }, beats[0]?.envelope.threadId ?? '');
}

/** What the engine said that recorded it; a log alone knows the model of its turns and no more. */
function readyEvent(recording: readonly Envelope[]): LiveEvent {
  const ready = recording.find(({ event }) => event.type === 'engine.ready')?.event;
  if (ready?.type === 'engine.ready') return ready;
  const turn = recording.find(({ event }) => event.type === 'turn.started')?.event;
  const { model, mode } = turn?.type === 'turn.started' ? turn : { model: '', mode: 'react' as const };
  const facts = { cwd: '', provider: 'replay', model, mode, approvals: 'never', demo: false } as const;
  return { type: 'engine.ready', ...facts, contextWindow: 0, contextWindowAssumed: false };
}

function timed(callback: () => void, delayMs: number): () => void {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}
