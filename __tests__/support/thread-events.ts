// Events of a small thread for tests of the screen: short, with everything a picture needs.
import type { ApprovalRequest } from '../../src/protocol/approval.js';
import type { Display } from '../../src/protocol/display.js';
import type { Event } from '../../src/protocol/event.js';

const cwd = '/home/ada/code/demo';
const usage = { input: 12_000, output: 340, cached: 8000, reasoning: 0, costUsd: 0.012, estimated: false };

export function readyIn(folder: string, facts: Partial<Extract<Event, { type: 'engine.ready' }>> = {}): Event {
  return {
    type: 'engine.ready',
    cwd: folder,
    provider: 'glm',
    model: 'glm-5.1',
    demo: false,
    approvals: 'ask',
    mode: 'react',
    contextWindow: 200_000,
    contextWindowAssumed: false,
    ...facts,
  };
}

export const ready = readyIn(cwd);
export const opened: Event = { type: 'thread.opened', title: '', cwd };

export const turnStarted = (input: string): Event => ({ type: 'turn.started', input, mode: 'react', model: 'glm-5.1' });
export const said = (messageId: string, text: string, reasoning = ''): Event => ({
  type: 'message.completed',
  messageId,
  text,
  reasoning,
  calls: [],
  finishReason: 'stop',
  partial: false,
});
export const delta = (messageId: string, text: string): Event => ({
  type: 'message.delta',
  messageId,
  channel: 'text',
  text,
});
export const called = (callId: string, name: string, title: string): Event => ({
  type: 'tool.called',
  callId,
  name,
  arguments: '{}',
  title,
});
export const completed = (callId: string, display: Display[], durationMs = 12): Event => ({
  type: 'tool.completed',
  callId,
  outcome: 'ok',
  text: 'done',
  display,
  durationMs,
});
export const turnCompleted = (text = ''): Event => ({
  type: 'turn.completed',
  outcome: 'answered',
  text,
  steps: 2,
  usage,
  durationMs: 4200,
});

const dateDiff: Display = {
  kind: 'diff',
  path: 'src/date.ts',
  status: 'modified',
  added: 1,
  removed: 1,
  hunks: [
    {
      oldStart: 3,
      oldLines: 3,
      newStart: 3,
      newLines: 3,
      lines: [' export function year(d: Date) {', '-  return d.getYear();', '+  return d.getFullYear();', ' }'],
    },
  ],
};

/** A turn that reads, edits and runs, and has ended with an answer. */
export const workedTurn: Event[] = [
  turnStarted('fix the failing date test'),
  { type: 'step.started', step: 1 },
  said('m1', 'I look at the code first.', 'The test is about years.'),
  called('c1', 'read_file', 'src/date.ts 1–80'),
  completed('c1', [{ kind: 'file', path: 'src/date.ts', firstLine: 1, totalLines: 80, text: 'export {}\n' }]),
  called('c2', 'edit_file', 'src/date.ts +1 −1'),
  completed('c2', [dateDiff], 31),
  called('c3', 'execute_command', 'npm test'),
  completed(
    'c3',
    [
      {
        kind: 'command',
        command: 'npm test',
        cwd,
        output: Array.from({ length: 9 }, (_, at) => `ok ${at + 1} - year ${2000 + at}`).join('\n'),
        exitCode: 0,
      },
    ],
    4210,
  ),
  { type: 'step.completed', step: 1, finishReason: 'tool_calls', usage },
  { type: 'context.changed', usedTokens: 68_000, windowTokens: 200_000, estimated: false },
  said('m2', 'The test passes now: `getYear()` counts from **1900**.\n\n- one call changed\n- 9 tests pass'),
  turnCompleted('The test passes now.'),
  { type: 'usage.changed', thread: usage },
];

/** A call that waits for the person. */
export function question(approvalId: string, command: string, facts: Partial<ApprovalRequest> = {}): Event[] {
  const callId = `call-${approvalId}`;
  return [
    called(callId, 'execute_command', command),
    {
      type: 'approval.requested',
      request: {
        approvalId,
        subject: 'tool',
        callId,
        toolName: 'execute_command',
        title: `execute_command ${command}`,
        reasons: ['network', 'writes node_modules'],
        preview: [{ kind: 'command', command, cwd, output: '', exitCode: null }],
        threadRule: `the command \`${command.slice(0, 40)}\``,
        ...facts,
      },
    },
  ];
}

export const resolved = (approvalId: string, kind: 'once' | 'deny'): Event => ({
  type: 'approval.resolved',
  approvalId,
  decision: { kind },
  by: 'user',
});

/** So many short messages, to have something to scroll. */
export const longTalk = (count: number): Event[] =>
  Array.from({ length: count }, (_, at) => said(`talk-${at + 1}`, `answer number ${at + 1}`));

const lines = Array.from({ length: 60 }, (_, at) => `  step(${at + 1});`);

/** Three hunks of one file, each with its line and three around it. */
export const threeHunks: Extract<Display, { kind: 'diff' }> = {
  kind: 'diff',
  path: 'src/steps.ts',
  status: 'modified',
  added: 3,
  removed: 3,
  hunks: [5, 30, 55].map((at) => ({
    oldStart: at - 1,
    oldLines: 3,
    newStart: at - 1,
    newLines: 3,
    lines: [` ${lines[at - 2]}`, `-${lines[at - 1]}`, `+  done(${at});`, ` ${lines[at]}`],
  })),
};

/** A change of a file of which hunks can be taken one by one. */
export function hunkQuestion(approvalId: string, facts: Partial<ApprovalRequest> = {}): Event[] {
  const callId = `call-${approvalId}`;
  return [
    called(callId, 'edit_file', 'src/steps.ts +3 −3'),
    {
      type: 'approval.requested',
      request: {
        approvalId,
        subject: 'tool',
        callId,
        toolName: 'edit_file',
        title: 'edit_file src/steps.ts +3 −3',
        reasons: ['writes files'],
        preview: [threeHunks],
        hunks: 3,
        threadRule: 'edit files in this folder',
        alwaysRule: 'edit `src/**`',
        editable: { kind: 'arguments', text: '{\n  "path": "src/steps.ts"\n}' },
        ...facts,
      },
    },
  ];
}

/** A question of the model. */
export function modelQuestion(approvalId: string, text: string, choices?: string[]): Event[] {
  const callId = `call-${approvalId}`;
  return [
    called(callId, 'ask_user', text),
    {
      type: 'approval.requested',
      request: {
        approvalId,
        subject: 'question',
        callId,
        toolName: 'ask_user',
        title: text,
        reasons: [],
        preview: [{ kind: 'text', text }],
        ...(choices ? { choices } : {}),
      },
    },
  ];
}
