// What the events of a team make of the view.
import { expect, test } from '@jest/globals';
import type { Envelope, Event } from '../../../src/protocol/event.js';
import { isDurable } from '../../../src/protocol/event.js';
import { noUsage } from '../../../src/protocol/usage.js';
import { linesToText } from '../../../src/view/plain-lines.js';
import { applyEvent } from '../../../src/view/reduce.js';
import { statusLines } from '../../../src/view/status-lines.js';
import { conversationOfAgent, lookOfAgent, retriesOf, teamIds } from '../../../src/view/team-view.js';
import { createView } from '../../../src/view/view-model.js';
import { proposed } from '../../support/plan-events.js';
import { begins, ends, judged, sixTasks, state, teamMetrics, teamOf, teamTurn } from '../../support/team-events.js';
import { called, question, said, turnCompleted, turnStarted } from '../../support/thread-events.js';

function team(...events: Event[]) {
  const view = createView();
  let seq = 0;
  const emit = (inside: Pick<Envelope, 'agentId' | 'taskId'>, ...more: Event[]) => {
    for (const event of more)
      applyEvent(view, {
        ...(isDurable(event) ? { seq: ++seq } : {}),
        at: seq,
        threadId: 't',
        turnId: 'turn',
        ...inside,
        event,
      });
  };
  emit({}, teamTurn(), teamOf(2), proposed(sixTasks), { type: 'plan.accepted', planId: 'plan-1' }, ...events);
  return { view, emit };
}
const word = (view: ReturnType<typeof createView>, agentId: string) => lookOfAgent(view, agentId, false).word;

test('before anybody has a task there are no panes; then the pool and the reviewer', () => {
  const { view, emit } = team();
  expect(teamIds(view)).toEqual([]);
  emit({}, state('task_1', 'RUNNING'), begins('worker-1', 'task_1'));
  expect(teamIds(view)).toEqual(['worker-1', 'worker-2', 'reviewer']);
  expect(word(view, 'worker-2')).toBe('idle');
});

test('a worker works, is reviewed, is done; the reviewer says how its last task ended', () => {
  const { view, emit } = team(state('task_1', 'RUNNING'), begins('worker-1', 'task_1'));
  expect(word(view, 'worker-1')).toBe('working');
  emit({}, ends('worker-1', 'task_1'), begins('reviewer', 'task_1'));
  expect([word(view, 'worker-1'), word(view, 'reviewer')]).toEqual(['in review', 'reviewing']);
  emit({}, ends('reviewer', 'task_1'), judged('task_1', 1, 'no test'));
  expect(word(view, 'reviewer')).toBe('rejected 1/2');
  emit({}, judged('task_1', 2, 'no test'), judged('task_1', 3, 'no test'));
  expect(word(view, 'reviewer')).toBe('rejected');
  expect(view.plan && retriesOf(view.plan)).toBe(2);
  emit({}, state('task_1', 'COMPLETED'));
  expect(word(view, 'worker-1')).toBe('completed');
});

test('a reviewer of two tasks stays with the first until it is judged', () => {
  const { view, emit } = team(begins('reviewer', 'task_1'), begins('reviewer', 'task_2'));
  emit({ agentId: 'reviewer', taskId: 'task_1' }, said('r1', 'of the first'));
  emit({ agentId: 'reviewer', taskId: 'task_2' }, said('r2', 'of the second'));
  const seen = () => conversationOfAgent(view, 'reviewer')?.blocks.map((block) => 'text' in block && block.text);
  expect(seen()).toEqual(['of the first']);
  expect(word(view, 'reviewer')).toBe('reviewing, 1 more');
  emit({}, ends('reviewer', 'task_1'));
  expect(seen()).toEqual(['of the second']);
});

test('a worker with an open question waits', () => {
  const { view, emit } = team(state('task_1', 'RUNNING'), begins('worker-1', 'task_1'));
  emit({ agentId: 'worker-1', taskId: 'task_1' }, ...question('a', 'npm i'));
  expect(word(view, 'worker-1')).toBe('waiting for approval (1)');
  expect(view.approvals).toHaveLength(1);
});

test('tokens of an agent are added up over its tasks', () => {
  const usage = { ...noUsage, input: 100, output: 7 };
  const { view } = team(
    begins('worker-1', 'task_1'),
    ends('worker-1', 'task_1', usage),
    begins('worker-1', 'task_2'),
    ends('worker-1', 'task_2', usage),
  );
  expect(view.agents.get('worker-1')?.usage).toMatchObject({ input: 200, output: 14 });
});

test('a log that ends in the middle leaves nobody at work and no question open', () => {
  const { view, emit } = team(state('task_1', 'RUNNING'), begins('worker-1', 'task_1'));
  emit({ agentId: 'worker-1', taskId: 'task_1' }, called('c', 'execute_command', 'sleep'), ...question('a', 'npm i'));
  emit({}, { type: 'engine.idle' });
  expect(view.agents.get('worker-1')?.tasks).toEqual([]);
  const blocks = conversationOfAgent(view, 'worker-1')?.blocks.filter((block) => block.kind === 'tool');
  expect(blocks?.some(({ state }) => state === 'running' || state === 'waiting')).toBe(false);
  expect(conversationOfAgent(view, 'worker-1')?.approvals).toEqual([]);
});

test('the team is gone with the next turn, what its tasks said is not', () => {
  const { view, emit } = team(begins('worker-1', 'task_1'), turnCompleted());
  expect(teamIds(view)).not.toEqual([]);
  emit({}, turnStarted('next'));
  expect([teamIds(view), view.team]).toEqual([[], undefined]);
  expect(view.plan).toBeDefined();
});

test('foreign text in ids and reasons is cleaned', () => {
  const { view, emit } = team(begins('worker-1', 'task_1'), judged('task_1', 1, 'a\x1b[2Jb'));
  emit({}, begins('\x1b]0;x\x07evil', 'task_1'));
  expect(view.plan?.reviews.get('task_1')?.[0]?.reasons).toEqual(['ab']);
  expect(teamIds(view)).toEqual(['worker-1', 'worker-2', 'reviewer']);
  expect([...view.agents.keys()].join()).not.toContain('\x1b');
});

test('the status line counts while the team works, and the table stays', () => {
  const { view, emit } = team(state('task_1', 'RUNNING'), begins('worker-1', 'task_1'), judged('task_1', 1, 'no'));
  const ready: Event = {
    type: 'engine.ready',
    cwd: '/x',
    provider: 'p',
    model: 'm',
    demo: false,
    approvals: 'ask',
    mode: 'team',
    contextWindow: 1,
    contextWindowAssumed: false,
  };
  emit({}, ready);
  const status = () => linesToText([statusLines(view, { width: 100, now: 0, home: '' })[0]]);
  expect(status()).toContain('team 2 · 0/6 · 1 retry');
  emit({}, { type: 'plan.completed', planId: 'plan-1', status: 'COMPLETED', team: teamMetrics }, turnCompleted());
  expect(status()).not.toContain('team 2');
  expect(view.blocks.at(-1)).toMatchObject({ kind: 'team', metrics: { speedup: 2.27 } });
});
