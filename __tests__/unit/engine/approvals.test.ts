import { expect, test } from '@jest/globals';
import { createApprovals } from '../../../src/engine/approvals.js';
import type { ApprovalRequest } from '../../../src/protocol/approval.js';
import type { DurableEvent } from '../../../src/protocol/event.js';

const request = (approvalId: string): ApprovalRequest => ({
  approvalId,
  subject: 'tool',
  title: 'x',
  reasons: [],
  preview: [],
});

/** `isRefused`: the log cannot take the event. */
function setUp(isRefused: (event: DurableEvent) => boolean = () => false) {
  const events: DurableEvent[] = [];
  const approvals = createApprovals((event) => {
    if (isRefused(event)) throw new Error('disk full');
    events.push(event);
  });
  return { approvals, events };
}

test('a question is told and its answer reaches who asked', async () => {
  const { approvals, events } = setUp();
  const answer = approvals.ask(request('1'));
  expect(events).toEqual([{ type: 'approval.requested', request: request('1') }]);
  expect(approvals.answer('1', { kind: 'thread' })).toBe(true);
  expect(await answer).toEqual({ kind: 'thread' });
  expect(events[1]).toEqual({ type: 'approval.resolved', approvalId: '1', decision: { kind: 'thread' }, by: 'user' });
});

test('a second answer, and one to a question nobody asked, say no and tell nothing', () => {
  const { approvals, events } = setUp();
  void approvals.ask(request('1'));
  approvals.answer('1', { kind: 'once' });
  expect(approvals.answer('1', { kind: 'deny' })).toBe(false);
  expect(approvals.answer('2', { kind: 'once' })).toBe(false);
  expect(events).toHaveLength(2);
});

test('all open questions are denied by the engine when they are withdrawn, and only those', async () => {
  const { approvals, events } = setUp();
  const answers = ['1', '2', '3'].map((id) => approvals.ask(request(id)));
  approvals.answer('2', { kind: 'once' });
  approvals.withdrawAll('the turn ended');
  const denied = { kind: 'deny', reason: 'the turn ended' };
  expect(await Promise.all(answers)).toEqual([denied, { kind: 'once' }, denied]);
  expect(events.slice(-2)).toMatchObject([
    { approvalId: '1', by: 'engine' },
    { approvalId: '3', by: 'engine' },
  ]);
  approvals.withdrawAll('again');
  expect(events).toHaveLength(6);
});

test('a question that cannot be written fails who asked and is not open', async () => {
  const { approvals, events } = setUp((event) => event.type === 'approval.requested');
  await expect(approvals.ask(request('1'))).rejects.toThrow('disk full');
  approvals.withdrawAll('the turn ended');
  expect(events).toEqual([]);
});

test('an answer that cannot be written does not count: the question can be answered again', async () => {
  let full = true;
  const { approvals } = setUp((event) => event.type === 'approval.resolved' && full);
  const answer = approvals.ask(request('1'));
  expect(() => approvals.answer('1', { kind: 'once' })).toThrow('disk full');
  full = false;
  approvals.answer('1', { kind: 'deny' });
  expect(await answer).toEqual({ kind: 'deny' });
});

test('a withdrawal that cannot be written lets everybody go all the same', async () => {
  const { approvals } = setUp((event) => event.type === 'approval.resolved');
  const answers = ['1', '2'].map((id) => approvals.ask(request(id)));
  expect(() => approvals.withdrawAll('over')).toThrow('disk full');
  expect((await Promise.all(answers)).map(({ kind }) => kind)).toEqual(['deny', 'deny']);
});
