// A recording on the screen: it looks as the thread did, its own keys come first, and nothing can be sent.
import { expect, test } from '@jest/globals';
import { type DurableEvent, type Envelope, type Event, isDurable } from '../../src/protocol/event.js';
import { openReplay } from '../support/screen-app.js';
import { question, resolved, said, turnCompleted, workedTurn } from '../support/thread-events.js';

const events: DurableEvent[] = [
  { type: 'thread.created', cwd: '/home/ada/code/demo', title: 'fix the test' },
  ...workedTurn.filter(isDurable),
];
const recordingOf = (all: DurableEvent[]): Envelope[] => {
  let turn = 0;
  return all.map((event, index) => {
    if (event.type === 'turn.started') turn++;
    return { seq: index + 1, at: 1000 + index, threadId: 't', ...(turn > 0 ? { turnId: `turn-${turn}` } : {}), event };
  });
};
const recording = recordingOf(events);

test('a recording plays to its end by itself and says that it is one', async () => {
  const app = await openReplay(recording, { speed: 16 });
  await app.waitForText('Replay · at its end · turn 1 of 1');
  expect(app.screenText()).toContain('9 tests pass');
  expect(app.screenText()).toContain('glm-5.1 · ready');
});

test('step by step, forwards and back', async () => {
  const app = await openReplay(recording, { paused: true });
  await app.waitForText('Replay · paused 1x · turn 0 of 1');
  await app.press('.');
  expect(app.screenText()).toContain('› fix the failing date test');
  expect(app.screenText()).not.toContain('I look at the code first.');
  await app.press('right');
  expect(app.screenText()).toContain('I look at the code first.');
  await app.send('....');
  expect(app.screenText()).toContain('getFullYear');
  await app.press('left');
  expect(app.screenText()).not.toContain('getFullYear');
  expect(app.screenText()).toContain('turn 1 of 1');
  await app.press('+', '+', '-');
  expect(app.screenText()).toContain('paused 2x');
});

test('nothing that is typed is written or sent; help opens and closes; q quits with 0 and leaves no farewell', async () => {
  const app = await openReplay(recording, { paused: true });
  await app.press('.');
  const before = app.screenText();
  await app.type('hello');
  await app.press('enter', 'escape', 'alt+0');
  await app.paste('more');
  await app.type('/exit');
  await app.press('escape', 'escape');
  expect(app.screenText()).toBe(before);
  await app.press('f1');
  expect(app.screenText()).toContain('╭ Help');
  await app.press('escape', 'q');
  expect(await app.exitCode).toBe(0);
});

test('a recorded question is shown and cannot be answered; the replay goes on past it', async () => {
  const asked = question('a1', 'npm install left-pad').filter(isDurable);
  const call = { callId: 'call-a1', name: 'execute_command', arguments: '{}' };
  const message: DurableEvent = {
    type: 'message.completed',
    messageId: 'm',
    text: '',
    reasoning: '',
    calls: [call],
    finishReason: 'tool_calls',
    partial: false,
  };
  const start = events.slice(0, 3);
  const app = await openReplay(recordingOf([...start, message, ...asked, resolved('a1', 'once') as DurableEvent]), {
    paused: true,
  });
  await app.press('.', '.', '.', '.');
  expect(app.screenText()).toContain('Approve?  execute_command npm install left-pad');
  expect(app.screenText()).toContain('Replay · paused 1x · turn 1 of 1');
  expect(app.screenText()).not.toContain('y once');
  await new Promise((resolve) => setTimeout(resolve, 300));
  await app.press('y', 'n', 'escape', 'enter');
  expect(app.screenText()).toContain('Approve?  execute_command npm install left-pad');
  expect(app.screenText()).not.toContain('nothing can be sent');
  await app.press('.');
  expect(app.screenText()).toContain('· approved once');
  expect(app.screenText()).toContain('at its end');
});

test('80x24, 40x10 and ASCII have room for the keys', async () => {
  const narrow = await openReplay(recording, { paused: true, cols: 40, rows: 10 });
  await narrow.press('.');
  expect(narrow.screenText()).toContain('Replay');
  expect(narrow.screenText()).toContain('Space go on');
  const ascii = await openReplay(recording, { paused: true, ascii: true });
  await ascii.press('.', '.', '.');
  expect(ascii.screenText()).toContain('. Right step - [ Left a turn back');
  expect(ascii.screenText().replaceAll('–', '-')).toMatch(/^[\x00-\x7f]*$/);
});

function spoken(input: string): DurableEvent[] {
  const turn: Event[] = [
    { type: 'turn.started', input, mode: 'react', model: 'm' },
    said(`m-${input}`, `answer to ${input}`),
    turnCompleted(),
  ];
  return turn.filter(isDurable);
}

test('a turn that was taken back plays, and goes', async () => {
  const rewound: DurableEvent = { type: 'thread.rewound', fromSeq: 5, turns: 1 };
  const log = [events[0]!, ...spoken('one'), ...spoken('two'), rewound, ...spoken('three')];
  const app = await openReplay(recordingOf(log), { paused: true });
  await app.send('.....');
  await app.waitForText('answer to two');
  await app.send('.'.repeat(10));
  await app.waitForText('answer to three');
  expect(app.screenText()).not.toContain('answer to two');
  expect(app.screenText()).toContain('1 turn taken back');
});
