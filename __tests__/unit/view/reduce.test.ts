import { expect, test } from '@jest/globals';
import { type Event, isDurable } from '../../../src/protocol/event.js';
import type { Block, ToolBlock } from '../../../src/view/block.js';
import { applyEvent } from '../../../src/view/reduce.js';
import type { View } from '../../../src/view/view-model.js';
import {
  called,
  delta,
  envelopes,
  fold,
  message,
  opened,
  ready,
  recordedTurn,
  started,
  viewOf,
} from './recorded-turn.js';

/** What a replay must give again: everything but versions and what is not in the log. */
function lasting(view: View): unknown[] {
  return view.blocks.filter((block) => block.kind !== 'notice').map(({ version: _version, ...rest }) => rest);
}

function tool(view: View, callId: string): ToolBlock {
  return view.blocks.find((block) => block.kind === 'tool' && block.callId === callId) as ToolBlock;
}

const kinds = (view: View) => view.blocks.map((block: Block) => block.kind);

test('a log without live events gives the same blocks as log and live events together', () => {
  const all = envelopes(recordedTurn);
  const durable = all.filter((envelope) => isDurable(envelope.event));
  expect(lasting(fold(durable))).toEqual(lasting(fold(all)));
});

test('cutting the recorded turn after any event and replaying what is durable gives the same settled blocks', () => {
  const all = envelopes(recordedTurn);
  const idle = { at: 0, threadId: '', event: { type: 'engine.idle' } as Event };
  for (let length = 1; length <= all.length; length++) {
    const some = all.slice(0, length);
    const live = fold([...some, idle]);
    const replayed = fold([...some.filter((envelope) => isDurable(envelope.event)), idle]);
    const openMessages = new Set(live.blocks.filter((block) => block.kind === 'assistant' && block.partial));
    live.blocks = live.blocks.filter((block) => !openMessages.has(block));
    expect(lasting(replayed)).toEqual(lasting(live));
  }
});

test('live events may be dropped without changing what the completed ones say', () => {
  const all = envelopes(recordedTurn);
  const thinned = all.filter((envelope, at) => isDurable(envelope.event) || at % 2 === 0);
  expect(lasting(fold(thinned))).toEqual(lasting(fold(all)));
});

test('durable events that come twice change nothing', () => {
  const all = envelopes(recordedTurn);
  const view = fold(all);
  const before = structuredClone(view.blocks);
  for (const envelope of all.filter((one) => isDurable(one.event))) applyEvent(view, envelope);
  expect(view.blocks).toEqual(before);
});

test('events of a thread that is not open are ignored', () => {
  const view = viewOf([ready, opened]);
  applyEvent(view, { seq: 1, at: 1, threadId: 'another', event: started });
  expect(view.blocks).toEqual([]);
});

test('a message grows with its deltas and is replaced by its completion', () => {
  const view = viewOf([opened, started, delta('m', 'Hel'), delta('m', 'lo')]);
  expect(view.blocks[1]).toMatchObject({ kind: 'assistant', text: 'Hello', streaming: true });
  applyEvent(view, { seq: 2, at: 1, threadId: 'thread-1', event: message('m', 'Hello, you.') });
  expect(view.blocks[1]).toMatchObject({ text: 'Hello, you.', streaming: false });
  expect(view.blocks).toHaveLength(2);
});

test('a delta that comes after its message was completed is ignored', () => {
  const view = viewOf([opened, started, message('m', 'done'), delta('m', ' late')]);
  expect(view.blocks[1]).toMatchObject({ text: 'done' });
});

test('an escape sequence cut by two deltas never reaches the view', () => {
  const view = viewOf([opened, started, delta('m', 'a\x1b]0;tit'), delta('m', 'le\x07b')]);
  expect(view.blocks[1]).toMatchObject({ text: 'ab' });
});

test('no text of the view holds a control character, whatever the events say', () => {
  const evil = '\x1b[2J\x9b1;1H\x1b]52;c;x\x07\u202e\x08x';
  const dirty = JSON.parse(
    JSON.stringify(recordedTurn, (key, value) =>
      typeof value === 'string' && !['type', 'kind', 'status', 'outcome', 'by', 'level', 'channel'].includes(key)
        ? /^(m|c|a)\d$/.test(value) || key === 'code' || key === 'subject' || key === 'mode' || key === 'approvals'
          ? value
          : value + evil
        : value,
    ),
  ) as Event[];
  const view = viewOf([...dirty, { type: 'queue.changed', items: [{ itemId: 'q', text: evil }] }]);
  const { bookkeeping: _bookkeeping, ...visible } = view;
  const texts: string[] = [];
  JSON.stringify(visible, (_key, value) => {
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  expect(texts.length).toBeGreaterThan(30);
  expect(texts.filter((text) => /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/.test(text))).toEqual([]);
});

test('an approval shows every control of a command instead of dropping it', () => {
  const request = recordedTurn.find((event) => event.type === 'approval.requested');
  if (request?.type !== 'approval.requested') throw new Error('no approval recorded');
  const preview = [{ kind: 'command' as const, command: 'ls \x1b]0;rm -rf /', cwd: '/', output: '', exitCode: null }];
  const view = viewOf([opened, started, { ...request, request: { ...request.request, preview } }]);
  expect(view.approvals[0]?.request.preview[0]).toMatchObject({ command: 'ls ␛]0;rm -rf /' });
});

test('an open question stands in the inbox and makes its tool wait', () => {
  const until = recordedTurn.findIndex((event) => event.type === 'approval.requested') + 1;
  const view = viewOf(recordedTurn.slice(0, until));
  expect(view.approvals.map((open) => open.request.title)).toEqual(['execute_command npm test']);
  expect(tool(view, 'c3').state).toBe('waiting');
});

test('an answered question leaves the inbox; the decision stands with its call, which runs', () => {
  const until = recordedTurn.findIndex((event) => event.type === 'approval.resolved') + 1;
  const view = viewOf(recordedTurn.slice(0, until));
  expect(view.approvals).toEqual([]);
  expect(view.blocks.at(-1)).toBe(tool(view, 'c3'));
  expect(tool(view, 'c3')).toMatchObject({
    decided: { decision: { kind: 'thread' }, by: 'user', rule: 'npm test' },
    state: 'running',
    startedAt: envelopes(recordedTurn)[until - 1]?.at,
  });
});

test('live output keeps its newest 200 lines', () => {
  const text = Array.from({ length: 500 }, (_, at) => `line ${at}\n`).join('');
  const view = viewOf([opened, started, called('c', 'run', 'x'), { type: 'tool.progress', callId: 'c', text }]);
  expect(tool(view, 'c').progress).toHaveLength(200);
  expect(tool(view, 'c').progress.at(-2)).toBe('line 499');
});

test('live output without a line end stays bounded', () => {
  const chunk: Event = { type: 'tool.progress', callId: 'c', text: 'x'.repeat(3000) };
  const view = viewOf([opened, started, called('c', 'run', 'x'), chunk, chunk, chunk]);
  expect(tool(view, 'c').progress.join('').length).toBeLessThanOrEqual(4000);
});

test('a tool that never completed shows as interrupted once nothing runs', () => {
  const view = viewOf([opened, started, called('c', 'run', 'x'), { type: 'engine.idle' }]);
  expect(tool(view, 'c').state).toBe('interrupted');
  expect(view.turn).toBeUndefined();
});

test('a tool that never completed shows as interrupted when the next turn starts', () => {
  const view = viewOf([opened, started, called('c', 'run', 'x'), started]);
  expect(tool(view, 'c').state).toBe('interrupted');
});

test('opening a thread begins the picture anew', () => {
  const view = fold(envelopes(recordedTurn));
  const { epoch } = view;
  view.changedFiles.set('src/date.ts', 'modified');
  applyEvent(view, { at: 1, threadId: 'thread-2', event: { type: 'thread.opened', title: 'next', cwd: '/x' } });
  expect(view).toMatchObject({
    blocks: [],
    approvals: [],
    thread: { threadId: 'thread-2', title: 'next' },
    epoch: epoch + 1,
  });
  expect(view.usage.input).toBe(0);
  expect(view.changedFiles.size).toBe(0);
  expect(view.engine?.model).toBe('glm-5.1');
});

test('notices from before the first thread stay when it opens', () => {
  const view = viewOf([ready, { type: 'notice.raised', level: 'info', text: 'hello' }, opened]);
  expect(kinds(view)).toEqual(['notice']);
});

test('a turn that was answered ends without a line of its own', () => {
  const usage = { input: 1, output: 1, cached: 0, reasoning: 0, estimated: false };
  const end: Event = { type: 'turn.completed', outcome: 'answered', text: 'hi', steps: 1, usage, durationMs: 5 };
  const view = viewOf([opened, started, message('m', 'hi'), end]);
  expect(kinds(view)).toEqual(['user', 'assistant']);
  expect(view.lastTurn).toMatchObject({ outcome: 'answered', steps: 1 });
});

test('a cancelled turn says so and closes what was open', () => {
  const usage = { input: 1, output: 1, cached: 0, reasoning: 0, estimated: false };
  const end: Event = { type: 'turn.completed', outcome: 'cancelled', text: '', steps: 1, usage, durationMs: 5 };
  const view = viewOf([opened, started, delta('m', 'half'), end]);
  expect(kinds(view)).toEqual(['user', 'assistant', 'turn-end']);
  expect(view.blocks[1]).toMatchObject({ streaming: false, partial: true });
});

test('a crashed engine is said in the conversation, and nothing seems to run', () => {
  const crash: Event = {
    type: 'engine.crashed',
    error: { code: 'crash', message: 'the worker died', hint: 'start again' },
  };
  const view = viewOf([ready, opened, started, called('c', 'run', 'x'), crash]);
  expect(view.crashed?.message).toBe('the worker died');
  expect(view.turn).toBeUndefined();
  expect(view.blocks.at(-1)).toMatchObject({ kind: 'notice', level: 'error', hint: 'start again' });
});

test('usage is the sum of the steps until the engine reports a total', () => {
  const view = fold(envelopes(recordedTurn));
  expect(view.usage.input).toBe(243_000);
  const total = { input: 9, output: 1, cached: 0, reasoning: 0, estimated: true };
  applyEvent(view, { at: 1, threadId: 'thread-1', event: { type: 'usage.changed', thread: total } });
  expect(view.usage).toEqual(total);
});

test('the version grows with what is seen and stays with what is not', () => {
  const view = viewOf([ready, opened, started]);
  const before = view.version;
  applyEvent(view, { at: 1, threadId: '', event: { type: 'command.accepted', commandId: 'x' } });
  expect(view.version).toBe(before);
  applyEvent(view, { at: 1, threadId: 'thread-1', event: delta('m', 'x') });
  expect(view.version).toBe(before + 1);
});

test('a refused command is not lost', () => {
  const view = viewOf([
    opened,
    { type: 'command.rejected', commandId: 'x', error: { code: 'conflict', message: 'busy' } },
  ]);
  expect(view.blocks[0]).toMatchObject({ kind: 'notice', text: 'busy' });
});
