// Events as an engine sends them, for the tests of the view: one thread with what the view must cope with.
import type { Envelope, Event } from '../../../src/protocol/event.js';
import { isDurable } from '../../../src/protocol/event.js';
import { applyEvent } from '../../../src/view/reduce.js';
import { createView, type View } from '../../../src/view/view-model.js';

export const startedAt = 1_790_000_000_000;
export const usage = { input: 81_000, output: 2_100, cached: 60_000, reasoning: 300, costUsd: 0.041, estimated: false };

/** Stamps events as the engine does: durable ones are numbered, each comes 100 ms after the one before. */
export function envelopes(events: Event[], threadId = 'thread-1'): Envelope[] {
  let seq = 0;
  return events.map((event, at) => ({
    ...(isDurable(event) ? { seq: ++seq } : {}),
    at: startedAt + at * 100,
    threadId: event.type.startsWith('engine.') ? '' : threadId,
    turnId: 'turn-1',
    event,
  }));
}

export function viewOf(events: Event[]): View {
  return fold(envelopes(events));
}

export function fold(list: Envelope[]): View {
  const view = createView();
  for (const envelope of list) applyEvent(view, envelope);
  return view;
}

export const ready: Event = {
  type: 'engine.ready',
  cwd: '/home/ada/code/demo',
  provider: 'glm',
  model: 'glm-5.1',
  demo: false,
  approvals: 'ask',
  mode: 'react',
  contextWindow: 200_000,
  contextWindowAssumed: false,
};
export const opened: Event = { type: 'thread.opened', title: 'fix the date test', cwd: '/home/ada/code/demo' };
export const started: Event = {
  type: 'turn.started',
  input: 'fix the failing date test',
  mode: 'react',
  model: 'glm-5.1',
};

export function message(messageId: string, text: string, reasoning = ''): Event {
  return { type: 'message.completed', messageId, text, reasoning, calls: [], finishReason: 'stop', partial: false };
}

export function delta(messageId: string, text: string, channel: 'text' | 'reasoning' = 'text'): Event {
  return { type: 'message.delta', messageId, channel, text };
}

export function called(callId: string, name: string, title: string): Event {
  return { type: 'tool.called', callId, name, arguments: '{}', title };
}

export const editDiff = {
  kind: 'diff' as const,
  path: 'src/date.ts',
  status: 'modified' as const,
  added: 5,
  removed: 4,
  hunks: [
    {
      oldStart: 3,
      oldLines: 6,
      newStart: 3,
      newLines: 7,
      lines: [
        ' export function year(d: Date) {',
        '-  return d.getYear();',
        '+  return d.getFullYear();',
        ' }',
        '-const a = 1;',
        '-const b = 2;',
        '-const c = 3;',
        '+const a = 10;',
        '+const b = 20;',
        '+const c = 30;',
        '+const d = 40;',
      ],
    },
  ],
};

/** One whole turn with deltas, tools, an approval, steering in the middle of a message, a notice and a failure. */
export const recordedTurn: Event[] = [
  ready,
  opened,
  { type: 'thread.created', cwd: '/home/ada/code/demo', title: 'fix the date test' },
  started,
  { type: 'step.started', step: 1 },
  { type: 'message.started', messageId: 'm1' },
  delta('m1', 'I should read ', 'reasoning'),
  delta('m1', 'the file first.', 'reasoning'),
  delta('m1', 'Let me lo'),
  delta('m1', 'ok at it.'),
  message('m1', 'Let me look at it.', 'I should read the file first.'),
  called('c1', 'read_file', 'src/date.ts 1–80'),
  {
    type: 'tool.completed',
    callId: 'c1',
    outcome: 'ok',
    text: 'the file',
    display: [
      {
        kind: 'file',
        path: 'src/date.ts',
        firstLine: 1,
        totalLines: 80,
        text: 'export function year() {\n\treturn 1;\n}\n',
      },
    ],
    durationMs: 12,
  },
  called('c2', 'edit_file', 'src/date.ts +5 −4'),
  { type: 'tool.completed', callId: 'c2', outcome: 'ok', text: 'edited', display: [editDiff], durationMs: 31 },
  { type: 'step.completed', step: 1, finishReason: 'tool_calls', usage },
  { type: 'step.started', step: 2 },
  { type: 'message.started', messageId: 'm2' },
  message('m2', '', ''),
  called('c3', 'execute_command', 'npm test'),
  {
    type: 'approval.requested',
    request: {
      approvalId: 'a1',
      subject: 'tool',
      callId: 'c3',
      toolName: 'execute_command',
      title: 'execute_command npm test',
      reasons: ['runs a command'],
      preview: [{ kind: 'command', command: 'npm test', cwd: '/home/ada/code/demo', output: '', exitCode: null }],
      threadRule: 'npm test',
    },
  },
  { type: 'approval.resolved', approvalId: 'a1', decision: { kind: 'thread' }, by: 'user' },
  { type: 'tool.progress', callId: 'c3', text: 'running 1\nrunning 2\n' },
  { type: 'notice.raised', level: 'warning', text: 'the server asked to wait', hint: 'trying again in 2 s' },
  {
    type: 'tool.completed',
    callId: 'c3',
    outcome: 'failed',
    text: 'exit 1',
    display: [
      {
        kind: 'command',
        command: 'npm test',
        cwd: '/home/ada/code/demo',
        output: Array.from({ length: 12 }, (_, at) => `line ${at + 1}`).join('\n'),
        exitCode: 1,
      },
    ],
    durationMs: 4210,
  },
  { type: 'step.completed', step: 2, finishReason: 'tool_calls', usage },
  { type: 'step.started', step: 3 },
  { type: 'message.started', messageId: 'm3' },
  delta('m3', 'The **test** '),
  { type: 'turn.steered', text: 'be brief' },
  delta('m3', 'passes.'),
  message('m3', 'The **test** passes.'),
  { type: 'step.completed', step: 3, finishReason: 'stop', usage },
  {
    type: 'turn.failed',
    error: {
      code: 'network',
      message: 'the server at api.example.com closed the connection',
      hint: 'check the network, then send again',
    },
    text: '',
    steps: 3,
    usage,
    durationMs: 65_000,
  },
  { type: 'engine.idle' },
];
