// A turn for tests of the loop: replies from a list, tools that answer at once, the events kept in order.

import type { CallResult, Room, Turn } from '../../src/agent/turn.js';
import type { DurableEvent, Envelope, Event } from '../../src/protocol/event.js';
import { isDurable } from '../../src/protocol/event.js';
import type { ToolCall } from '../../src/protocol/message.js';
import { noUsage } from '../../src/protocol/usage.js';
import type { ModelRequest, ProviderEvent } from '../../src/provider/provider.js';
import { projectHistory } from '../../src/thread/history.js';

export type FakeReply = ProviderEvent[];

export const textReply = (text: string): FakeReply => [
  { type: 'text', text },
  {
    type: 'completed',
    finishReason: 'stop',
    calls: [],
    usage: { input: 10, output: 2, cached: 0, reasoning: 0, estimated: false },
  },
];

export const callReply = (...calls: { name: string; args: object; id?: string }[]): FakeReply => [
  {
    type: 'completed',
    finishReason: 'tool_calls',
    calls: calls.map(({ name, args, id }, i) => ({ callId: id ?? `c${i}`, name, arguments: JSON.stringify(args) })),
    usage: { input: 10, output: 2, cached: 0, reasoning: 0, costUsd: 0.01, estimated: false },
  },
];

export interface FakeTurn extends Turn {
  events: Event[];
  requests: ModelRequest[];
}

export interface FakeTurnOptions {
  replies: FakeReply[] | ((request: number) => FakeReply);
  /** Text of a call's result. */
  result?: (call: ToolCall) => string;
  signal?: AbortSignal;
  maxSteps?: number;
  reachedLimit?: FakeTurn['reachedLimit'];
  mayGoOn?: (reason: string) => boolean;
  makeRoom?: (cause: 'limit' | 'overflow') => Room;
  steering?: string[][];
  onTools?: () => void;
}

export function createFakeTurn(options: FakeTurnOptions): FakeTurn {
  const events: Event[] = [];
  const requests: ModelRequest[] = [];
  const log: Envelope[] = [
    { at: 0, threadId: 't', event: { type: 'turn.started', input: 'go', mode: 'react', model: 'm' } },
  ];
  let calls = 0;
  const emit = (event: Event) => {
    events.push(event);
    if (isDurable(event)) log.push({ at: 0, threadId: 't', event });
  };
  const complete = (call: ToolCall): CallResult => {
    const text = options.result?.(call) ?? `result ${++calls}`;
    emit({ type: 'tool.called', ...call, title: '' });
    emit({
      type: 'tool.completed',
      callId: call.callId,
      outcome: 'ok',
      text,
      display: [],
      durationMs: 0,
    } satisfies DurableEvent);
    return { callId: call.callId, text };
  };
  const replyOf = (n: number): FakeReply => {
    const reply = typeof options.replies === 'function' ? options.replies(n) : options.replies[n];
    if (!reply) throw new Error(`the loop asked for reply ${n + 1}, which the test does not expect`);
    return reply;
  };
  return {
    events,
    requests,
    provider: {
      async *stream(request) {
        requests.push(structuredClone(request));
        yield* replyOf(requests.length - 1);
      },
    },
    model: 'm',
    tools: [{ name: 'read_file', description: '', parameters: {} }],
    limits: { maxSteps: options.maxSteps ?? 20 },
    signal: options.signal ?? new AbortController().signal,
    emit,
    history: () => [{ role: 'system', text: 'S' }, ...projectHistory(log)],
    makeRoom: async (cause) => options.makeRoom?.(cause) ?? { made: false, usage: noUsage },
    runTools: async (batch) => {
      options.onTools?.();
      return batch.map(complete);
    },
    takeSteering: () => options.steering?.shift() ?? [],
    mayGoOn: async (question) => options.mayGoOn?.(question) ?? false,
    reachedLimit: (usage) => options.reachedLimit?.(usage),
    newMessageId: () => `message-${requests.length}`,
    uniqueCalls: (batch) => batch.map((call, i) => ({ ...call, callId: `${call.callId}-${requests.length}-${i}` })),
    measure: (_request, _text, reported) =>
      reported ?? { input: 1, output: 1, cached: 0, reasoning: 0, estimated: true },
    prompts: { summary: 'Sum up. {reason}', repeatNudge: 'You repeat yourself.' },
  };
}
