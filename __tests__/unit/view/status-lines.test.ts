import { expect, test } from '@jest/globals';
import type { Event } from '../../../src/protocol/event.js';
import { lineToText } from '../../../src/view/plain-lines.js';
import { statusLines } from '../../../src/view/status-lines.js';
import { lineWidth } from '../../../src/view/wrap.js';
import { expectGolden } from '../../support/golden.js';
import { opened, ready, recordedTurn, started, startedAt, usage, viewOf } from './recorded-turn.js';

const busy: Event[] = [
  ready,
  opened,
  started,
  { type: 'context.changed', usedTokens: 68_000, windowTokens: 200_000, estimated: false },
  { type: 'usage.changed', thread: usage },
];
const options = { now: startedAt + 12_300, home: '/home/ada' };
const question = recordedTurn.find((event) => event.type === 'approval.requested') as Event;

function shown(events: Event[], width: number): string[] {
  return statusLines(viewOf(events), { ...options, width }).map(lineToText);
}

test('the status lines at 40, 80 and 120 columns', () => {
  const scenes: Record<string, Event[]> = {
    starting: [],
    working: busy,
    waiting: [...busy, question, { type: 'queue.changed', items: [{ itemId: 'q', text: 'next' }] }],
    demo: [{ ...(ready as Extract<Event, { type: 'engine.ready' }>), demo: true, model: 'demo' }, opened],
  };
  const text = Object.entries(scenes).map(([name, events]) =>
    [40, 80, 120].map((width) => `${name}, ${width} columns\n${shown(events, width).join('\n')}\n`).join('\n'),
  );
  expectGolden('view/status-lines', text.join('\n'));
});

test('no status line is wider than the screen', () => {
  const events: Event[] = [
    ...busy,
    question,
    { type: 'thread.created', cwd: '/家/ada', title: '修复日期测试 👍'.repeat(9) },
  ];
  for (let width = 1; width <= 130; width++) {
    const widths = statusLines(viewOf(events), { ...options, width }).map(lineWidth);
    expect({ width, fits: widths.every((cells) => cells <= width) }).toEqual({ width, fits: true });
  }
});

test('the demo model is plainly labelled, however narrow it is', () => {
  const demo = { ...(ready as Extract<Event, { type: 'engine.ready' }>), demo: true };
  for (const width of [20, 40, 80, 120]) expect(shown([demo, opened], width)[1]).toContain('DEMO');
});

test('approvals that let everything through are red', () => {
  const all = { ...(ready as Extract<Event, { type: 'engine.ready' }>), approvals: 'all' as const };
  const [settings] = statusLines(viewOf([all]), { ...options, width: 80 });
  expect(settings).toContainEqual({ text: 'approvals: all', role: 'error' });
});

test('estimates are marked, PS-09', () => {
  const events: Event[] = [
    ready,
    opened,
    { type: 'context.changed', usedTokens: 500, windowTokens: 128_000, estimated: true },
    { type: 'usage.changed', thread: { ...usage, estimated: true } },
  ];
  const [, work] = shown(events, 120);
  expect(work).toContain('~0% ~500/128k');
  expect(work).toContain('in ~81k out ~2.1k');
  expect(work).toContain('~$0.041');
});

test('an assumed window is marked', () => {
  const assumed = { ...(ready as Extract<Event, { type: 'engine.ready' }>), contextWindowAssumed: true };
  expect(shown([assumed, ...busy.slice(1)], 120)[1]).toContain('34% 68k/~200k');
});

test('a dead engine is said', () => {
  const crash: Event = { type: 'engine.crashed', error: { code: 'crash', message: 'x' } };
  expect(shown([...busy, crash], 80)[1]).toContain('engine stopped');
});

test('while a turn of another mode runs, that mode is said', () => {
  const events: Event[] = [ready, opened, { type: 'turn.started', input: 'go', mode: 'team', model: 'm' }];
  expect(shown(events, 80)[0]).toContain('TEAM');
});

test('how many problems edits brought stands with the settings, until there is none', () => {
  const counts = (errors: number, warnings: number): Event => ({ type: 'diagnostics.changed', errors, warnings });
  expect(shown([ready, opened, counts(2, 1)], 80)[0]).toContain('✗2 !1');
  expect(shown([ready, opened, counts(0, 3)], 80)[0]).toMatch(/ !3 /);
  expect(shown([ready, opened, counts(2, 1), counts(0, 0)], 80)[0]).not.toMatch(/[✗!]\d/);
});
