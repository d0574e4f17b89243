import { expect, test } from '@jest/globals';
import type { Event } from '../../../src/protocol/event.js';
import type { ToolBlock } from '../../../src/view/block.js';
import { opened, ready, started, viewOf } from './recorded-turn.js';

const shellStarted: Event = { type: 'shell.started', shellId: 's1', command: 'npm test' };
const progress: Event = { type: 'tool.progress', callId: 's1', text: 'line one\nline two' };
const completed: Event = {
  type: 'shell.completed',
  shellId: 's1',
  outcome: 'ok',
  text: 'I ran `npm test`: exit 0',
  display: [{ kind: 'command', command: 'npm test', cwd: '/w', output: '\x1b[31mfine', exitCode: 0 }],
  durationMs: 1200,
};
const idle: Event = { type: 'engine.idle' };
const block = (...events: Event[]) => {
  const view = viewOf([ready, opened, ...events]);
  return { view, shell: view.blocks.find((one): one is ToolBlock => one.kind === 'tool') };
};

test('it is shown like a call of a tool, with live output', () => {
  const { view, shell } = block(shellStarted, progress);
  expect(shell).toMatchObject({ name: '!', title: 'npm test', state: 'running', progress: ['line one', 'line two'] });
  expect(view.shell?.shellId).toBe('s1');
});

test('its end replaces the live output, cleaned', () => {
  const { view, shell } = block(shellStarted, progress, completed);
  expect(shell).toMatchObject({ state: 'ok', durationMs: 1200, progress: [], display: [{ output: 'fine' }] });
  expect(view.shell).toBeUndefined();
});

test('turns begin and end beside it', () => {
  const end: Event = {
    type: 'turn.completed',
    outcome: 'answered',
    text: '',
    steps: 1,
    usage: { input: 0, output: 0, cached: 0, reasoning: 0, estimated: false },
    durationMs: 1,
  };
  const { view, shell } = block(shellStarted, started, end, idle);
  expect(shell?.state).toBe('running');
  expect(view.shell).toBeDefined();
});

test('the death of the engine interrupts it', () => {
  const { view, shell } = block(shellStarted, {
    type: 'engine.crashed',
    error: { code: 'crash', message: 'gone' },
  });
  expect(shell?.state).toBe('interrupted');
  expect(view.shell).toBeUndefined();
});
