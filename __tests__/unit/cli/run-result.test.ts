import { expect, test } from '@jest/globals';
import { watchPlan } from '../../../src/cli/plan-progress.js';
import { createRunRecorder, exitCodeOf } from '../../../src/cli/run-result.js';
import type { Stop } from '../../../src/cli/stops.js';
import type { Event } from '../../../src/protocol/event.js';
import { noUsage } from '../../../src/protocol/usage.js';

const end = { text: 'half', steps: 1, usage: noUsage, durationMs: 5 };
const interrupt: Stop = { kind: 'signal', exitCode: 130, word: 'interrupted' };
const time: Stop = { kind: 'time', limitS: 3 };

function recorded(stop: Stop | undefined, ...events: Event[]) {
  const plans = watchPlan();
  const recorder = createRunRecorder(plans);
  for (const event of events) {
    const envelope = { at: 0, threadId: 'thread', turnId: 'turn', event };
    plans.take(envelope);
    recorder.take(envelope);
  }
  const result = recorder.result(stop);
  return { result, code: exitCodeOf(result, stop) };
}

test.each<[string, Event, Stop | undefined, string, number]>([
  ['answered', { type: 'turn.completed', outcome: 'answered', ...end }, undefined, 'answered', 0],
  ['a limit', { type: 'turn.completed', outcome: 'limit', ...end }, undefined, 'limit', 4],
  ['time that ran out', { type: 'turn.completed', outcome: 'cancelled', ...end }, time, 'limit', 4],
  ['an answer just in time', { type: 'turn.completed', outcome: 'answered', ...end }, time, 'answered', 0],
  ['a signal', { type: 'turn.completed', outcome: 'cancelled', ...end }, interrupt, 'cancelled', 130],
  ['a failure', { type: 'turn.failed', error: { code: 'auth', message: 'm' }, ...end }, undefined, 'failed', 1],
  ['a bad setting', { type: 'turn.failed', error: { code: 'config', message: 'm' }, ...end }, undefined, 'failed', 2],
])('%s has its outcome and exit code', (_what, event, stop, outcome, code) => {
  expect(recorded(stop, event)).toMatchObject({ result: { outcome, text: 'half', threadId: 'thread' }, code });
});

test('a turn that was stopped before it began is cancelled', () => {
  expect(recorded(interrupt)).toMatchObject({ result: { outcome: 'cancelled', turnId: '', steps: 0 }, code: 130 });
});

test('tools stand in the order of their calls, however they ended', () => {
  const calls = ['a', 'b'].map((callId) => ({ callId, name: `tool-${callId}`, arguments: '{}' }));
  const completed = (callId: string): Event => ({
    type: 'tool.completed',
    callId,
    outcome: 'ok',
    text: '',
    display: [],
    durationMs: 1,
  });
  const { result } = recorded(
    undefined,
    { type: 'message.completed', messageId: 'm', text: '', reasoning: '', calls, finishReason: 'stop', partial: false },
    ...calls.map((call): Event => ({ type: 'tool.called', ...call, title: '' })),
    completed('b'),
    completed('a'),
    { type: 'turn.completed', outcome: 'answered', ...end },
  );
  expect(result.tools.map(({ callId, name }) => [callId, name])).toEqual([
    ['a', 'tool-a'],
    ['b', 'tool-b'],
  ]);
});

const planned = (status: 'COMPLETED' | 'FAILED'): Event[] => [
  {
    type: 'plan.proposed',
    plan: {
      planId: 'p',
      goal: 'g',
      summary: 's',
      tasks: [{ id: 'a', description: 'd', type: 'ANALYSIS', dependencies: [] }],
    },
    by: 'model',
    warnings: [],
  },
  { type: 'plan.accepted', planId: 'p' },
  { type: 'task.changed', planId: 'p', taskId: 'a', status: 'RUNNING' },
  { type: 'task.changed', planId: 'p', taskId: 'a', status, ...(status === 'FAILED' ? { error: 'no' } : {}) },
  { type: 'plan.completed', planId: 'p', status },
  { type: 'turn.completed', outcome: 'answered', ...end },
];

test('a plan is told with what became of its tasks', () => {
  expect(recorded(undefined, ...planned('FAILED')).result.plan).toEqual({
    id: 'p',
    goal: 'g',
    status: 'FAILED',
    tasks: [
      {
        id: 'a',
        description: 'd',
        type: 'ANALYSIS',
        status: 'FAILED',
        dependencies: [],
        startedAt: 0,
        endedAt: 0,
        error: 'no',
      },
    ],
  });
});

test('a plan with failed tasks has an exit code of its own, one that was interrupted has that of the signal', () => {
  expect(recorded(undefined, ...planned('COMPLETED')).code).toBe(0);
  expect(recorded(undefined, ...planned('FAILED')).code).toBe(3);
  expect(recorded(interrupt, ...planned('FAILED')).code).toBe(130);
});

test("a team's numbers are in the result", () => {
  const recorder = createRunRecorder({ plan: () => undefined });
  const team = {
    workers: 3,
    completionRate: 1,
    reviewPassRate: 0.5,
    retries: 1,
    warnings: 0,
    elapsedMs: 10,
    serialMs: 20,
    speedup: 2,
    agents: [],
  };
  recorder.take({ at: 1, threadId: 't', event: { type: 'plan.completed', planId: 'p', status: 'COMPLETED', team } });
  expect(recorder.result(undefined).team).toEqual(team);
});
