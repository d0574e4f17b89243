// A team on the screen: panes of agents, which one is seen, writing to one, its questions among others, what it came to.
import { describe, expect, test } from '@jest/globals';
import { expectGolden } from '../support/golden.js';
import { type AppInHand, openIdle } from '../support/open-app.js';
import { proposed } from '../support/plan-events.js';
import type { ScreenOptions } from '../support/screen-app.js';
import {
  begins,
  ends,
  judged,
  sixTasks,
  state,
  teamMetrics,
  teamOf,
  teamTurn,
  workTogether,
} from '../support/team-events.js';
import { called, delta, said, turnCompleted, turnStarted } from '../support/thread-events.js';

async function openTeam(options: ScreenOptions = { cols: 120, rows: 40 }): Promise<AppInHand> {
  const app = await openIdle(options);
  workTogether(app);
  await app.waitForText('run all tests');
  await app.settle();
  return app;
}

/** Eight workers, each with a task; so many of them work. */
async function openCrowd(busy: readonly number[]): Promise<AppInHand> {
  const app = await openIdle({ cols: 120, rows: 40 });
  const tasks = Array.from({ length: 8 }, (_, at) => ({ ...sixTasks[0]!, id: `task_${at + 1}` }));
  app.engine.emit(teamTurn(), teamOf(8), proposed(tasks), { type: 'plan.accepted', planId: 'plan-1' });
  for (const number of busy) {
    app.engine.emit(state(`task_${number}`, 'RUNNING'), begins(`worker-${number}`, `task_${number}`));
    app.engine.emitBy(`worker-${number}`, `task_${number}`, delta(`m${number}`, `words of ${number}.`));
  }
  await app.waitForText(`words of ${busy.at(-1)}`);
  return app;
}

const ask = (approvalId: string, command: string) => {
  const callId = `call-${approvalId}`;
  const request = {
    approvalId,
    subject: 'tool' as const,
    callId,
    toolName: 'execute_command',
    title: 'execute_command',
    reasons: ['network'],
    preview: [{ kind: 'command' as const, command, cwd: '/home/ada/code/demo', output: '', exitCode: null }],
  };
  return [called(callId, 'execute_command', command), { type: 'approval.requested' as const, request }];
};

describe('panes', () => {
  test.each([
    [120, 40],
    [160, 50],
  ])('%i x %i: plan and conversation at the left, a pane for each agent', async (cols, rows) => {
    const app = await openTeam({ cols, rows });
    expectGolden(`screen/team-${cols}x${rows}`, app.screenText());
  });

  test.each([
    [80, 24],
    [100, 30],
    [40, 10],
  ])('%i x %i: one agent at a time over the conversation, with a line of all', async (cols, rows) => {
    const app = await openTeam({ cols, rows });
    expectGolden(`screen/team-tabs-${cols}x${rows}`, app.screenText());
    await app.press('alt+5');
    expectGolden(`screen/team-tab-${cols}x${rows}`, app.screenText());
    await app.press('escape');
    expect(app.screenText()).not.toContain('╭ worker-2');
    expect(app.screenText()).toContain('╭ Conversation');
  });

  test('without line-drawing characters every sign is ASCII', async () => {
    const app = await openTeam({ cols: 120, rows: 40, ascii: true });
    expect(app.screenText()).toMatch(/^[\x20-\x7e\n]*$/);
  });

  test('several stream at once, each into its own pane', async () => {
    const app = await openTeam();
    for (let at = 0; at < 20; at++)
      for (const [worker, task] of [
        [1, 2],
        [2, 3],
        [3, 4],
      ])
        app.engine.emitBy(`worker-${worker}`, `task_${task}`, delta(`stream-${worker}`, `\n\n<${worker}:${at}>`));
    await app.waitFor((screen) => ['<1:19>', '<2:19>', '<3:19>'].every((text) => screen.includes(text)));
    const [first = ''] = app
      .screenText()
      .split('\n')
      .filter((line) => line.includes('<1:19>'));
    // worker-1 and worker-2 stand side by side.
    expect(first.indexOf('<1:19>')).toBeLessThan(first.indexOf('<2:19>'));
    expect(app.screenText()).not.toMatch(/<1:\d+>[^│]*<2/);
  });

  test('a pane that was scrolled up stays where it is while the others stream on', async () => {
    const app = await openTeam();
    const lines = Array.from({ length: 60 }, (_, at) => `line ${at}`).join('\n\n');
    app.engine.emitBy('worker-1', 'task_2', said('w1-3', lines));
    await app.waitForText('line 59');
    await app.press('alt+4', 'g');
    expect(app.screenText()).toContain('line 0');
    app.engine.emitBy('worker-1', 'task_2', delta('w1-4', 'more of the first\n\nand the end'));
    app.engine.emitBy('worker-2', 'task_3', delta('w2-1', '\n\nmore of the second'));
    await app.waitForText('more of the second');
    expect(app.screenText()).toContain('line 0');
    expect(app.screenText()).not.toContain('more of the first');
    expect(app.screenText()).toContain('↓ 1 new');
    await app.press('G');
    expect(app.screenText()).toContain('more of the first');
  });

  test('a search in one pane leaves the others alone', async () => {
    const app = await openTeam();
    await app.press('alt+5', '/');
    await app.type('old');
    expect(app.screenText()).toContain('/old');
    expect(app.screenText()).toContain('1 of 1');
    await app.press('escape');
    expect(app.screenText()).not.toContain('/old');
  });

  test('Enter zooms a pane, Esc brings the others back', async () => {
    const app = await openTeam();
    await app.press('alt+5', 'enter');
    expect(app.screenText()).toContain('worker-2 · task_3');
    expect(app.screenText()).not.toContain('worker-1 · task_2');
    await app.press('escape');
    expect(app.screenText()).toContain('worker-1 · task_2');
    expect(app.screenText()).toContain('worker-2 · task_3');
  });

  test('more agents than places: the busy ones show, ] and [ turn the page', async () => {
    const app = await openCrowd([2, 5, 7, 8]);
    const isShown = (number: number) => app.screenText().includes(`╭ worker-${number} `);
    const shown = () => [1, 2, 3, 4, 5, 6, 7, 8].filter(isShown);
    expect(shown()).toEqual([2, 5, 7, 8]);
    expect(app.screenText()).toContain('page 1/3');
    await app.press('alt+5', ']');
    expect(shown()).toEqual([1, 3, 4, 6]);
    await app.press('[');
    expect(shown()).toEqual([2, 5, 7, 8]);
    // The pane with the focus is not taken away by one that begins to work.
    app.engine.emit(ends('worker-2', 'task_2'), state('task_2', 'COMPLETED'), state('task_3', 'RUNNING'));
    app.engine.emit(begins('worker-3', 'task_3'), begins('worker-4', 'task_4'));
    await app.settle();
    expect(isShown(2)).toBe(true);
  });

  test('the layout of the team comes with it and goes with the next turn', async () => {
    const app = await openTeam();
    app.engine.emit(...[2, 3, 4, 5, 6].map((number) => state(`task_${number}`, 'SKIPPED')));
    app.engine.emit({ type: 'plan.completed', planId: 'plan-1', status: 'COMPLETED' }, turnCompleted('done'));
    await app.waitForText('ready');
    expect(app.screenText()).toContain('worker-2 · task_3');
    app.engine.emit(turnStarted('and now?'));
    await app.waitForText('and now?');
    expect(app.screenText()).not.toContain('╭ worker-2');
  });

  test('a layout that was chosen stays; the line of names leads to the agents', async () => {
    const app = await openTeam({ cols: 120, rows: 40, layoutName: 'wide' });
    await app.waitForText('4 ');
    expect(app.screenText()).not.toContain('╭ worker-1');
    await app.press('alt+4');
    expect(app.screenText()).toContain('╭ worker-1 · task_2');
  });
});

describe('steering', () => {
  test('what is typed in a pane is a message to that worker alone', async () => {
    const app = await openTeam();
    await app.press('alt+5');
    await app.type('mind the old browsers');
    expect(app.screenText()).toContain('Message to worker-2 · task_3');
    expect(app.screenText()).toContain('│ mind the old browsers');
    await app.press('enter');
    expect(app.engine.commands.at(-1)).toEqual({ type: 'turn.steer', text: 'mind the old browsers', taskId: 'task_3' });
    await app.press('i');
    expect(app.screenText()).toContain('Message to worker-2 · task_3');
    await app.press('escape');
    await app.type('to all');
    await app.press('ctrl+s');
    expect(app.engine.commands.at(-1)).toEqual({ type: 'turn.steer', text: 'to all' });
  });

  test('Ctrl+S sends it too, and what the engine refuses is a draft again', async () => {
    const app = await openTeam();
    await app.press('alt+4', 'i');
    await app.type('wait');
    await app.press('ctrl+s');
    expect(app.engine.commands.at(-1)).toEqual({ type: 'turn.steer', text: 'wait', taskId: 'task_2' });
    app.engine.rejectNewest('nobody works on task_2 now', 'not-found');
    await app.waitForText('│ wait');
    expect(app.screenText()).toContain('nobody works on task_2 now');
  });

  test('a worker that has another task by now is not told what was meant for the last one', async () => {
    const app = await openTeam();
    await app.press('alt+4', 'i');
    await app.type('stop');
    app.engine.emit(ends('worker-1', 'task_2'), state('task_2', 'COMPLETED'));
    app.engine.emit(state('task_5', 'RUNNING'), begins('worker-1', 'task_5'));
    await app.waitForText('worker-1 · task_5');
    const before = app.engine.commands.length;
    await app.press('enter');
    expect(app.engine.commands).toHaveLength(before);
    expect(app.screenText()).toContain('worker-1 has task_5 now');
    await app.press('enter');
    expect(app.engine.commands.at(-1)).toEqual({ type: 'turn.steer', text: 'stop', taskId: 'task_5' });
  });

  test('the reviewer is not written to', async () => {
    const app = await openTeam();
    await app.press('alt+7', 'i');
    expect(app.screenText()).toContain('The reviewer reads no messages');
  });

  test.each([
    ['x', 'Stop task_3?', 'cancel'],
    ['s', 'Skip task_3?', 'skip'],
    ['r', 'Restart task_3?', 'restart'],
  ])('%s asks before it changes the task of the pane', async (key, question, action) => {
    const app = await openTeam();
    await app.press('alt+5', key);
    expect(app.screenText()).toContain(question);
    await app.press('enter');
    expect(app.engine.commands.some(({ type }) => type === 'task.control')).toBe(false);
    await app.press(key, 'down', 'enter');
    expect(app.engine.commands.at(-1)).toEqual({ type: 'task.control', planId: 'plan-1', taskId: 'task_3', action });
  });

  test('the team is paused and its size changed by keys and by /team', async () => {
    const app = await openTeam();
    await app.press('alt+4', 'P', '+');
    await app.press('escape');
    await app.type('/team workers 5');
    await app.press('enter');
    await app.type('/team resume');
    await app.press('enter');
    await app.type('/team make it fast');
    await app.press('enter');
    expect(app.engine.commands.slice(-5)).toEqual([
      { type: 'team.control', paused: true },
      { type: 'team.control', workers: 4 },
      { type: 'team.control', workers: 5 },
      { type: 'team.control', paused: false },
      { type: 'turn.start', input: 'make it fast', mode: 'team' },
    ]);
    app.engine.emit(teamOf(5, true));
    await app.waitForText('team 5 paused');
  });
});

describe('questions', () => {
  test('each says who asks for which task; an answer to one leaves the others, and those who stream', async () => {
    const app = await openTeam();
    app.engine.emitBy('worker-2', 'task_3', ...ask('a1', 'npm install left-pad'));
    app.engine.emitBy('worker-3', 'task_4', ...ask('a2', 'npm install argon2'));
    await app.waitForText('1 of 2');
    expect(app.screenText()).toContain('Approve?  execute_command · worker-2 · task_3');
    app.engine.emitBy('worker-1', 'task_2', delta('w1-3', 'goes on'));
    await app.waitForText('Now the hash goes on');
    app.clock.advance(300);
    await app.press('y');
    expect(app.engine.commands.at(-1)).toEqual({
      type: 'approval.answer',
      approvalId: 'a1',
      decision: { kind: 'once' },
    });
    expect(app.screenText()).toContain('Approve?  execute_command · worker-3 · task_4');
    expect(app.screenText()).toContain('npm install argon2');
    app.engine.emitBy('worker-2', 'task_3', {
      type: 'approval.resolved',
      approvalId: 'a1',
      decision: { kind: 'once' },
      by: 'user',
    });
    app.engine.emitBy('worker-1', 'task_2', delta('w1-3', ' and on'));
    await app.waitForText('goes on and on');
    expect(app.screenText()).toContain('Approve?  execute_command · worker-3 · task_4');
    expect(app.screenText()).not.toContain('1 of 2');
  });

  test('the pane of who waits says so', async () => {
    const app = await openTeam();
    app.engine.emitBy('worker-2', 'task_3', ...ask('a1', 'npm install left-pad'));
    await app.waitForText('Approve?');
    expect(app.screenText()).toContain('? waiting (1)');
  });
});

describe('what it came to', () => {
  test('the status line counts tasks and retries while the team works', async () => {
    const app = await openTeam();
    expect(app.screenText()).toContain('team 3 · 1/6 · 1 retry');
  });

  test('verdicts stand with the task and in the title of the reviewer', async () => {
    const app = await openTeam({ cols: 120, rows: 40, layoutName: 'wide' });
    expect(app.screenText()).toContain('✓ approved');
    app.engine.emit(ends('worker-2', 'task_3'), begins('reviewer', 'task_3'), ends('reviewer', 'task_3'));
    app.engine.emit(judged('task_3', 1, 'no test of the empty form'));
    await app.waitForText('✗ rejected 1/2: no test of the empty form');
  });

  test('the end is a table of its own', async () => {
    const app = await openTeam();
    app.engine.emit(...[2, 3, 4, 5, 6].map((number) => state(`task_${number}`, 'SKIPPED')));
    app.engine.emit({ type: 'plan.completed', planId: 'plan-1', status: 'COMPLETED', team: teamMetrics });
    app.engine.emit(turnCompleted('done'));
    await app.waitForText('ready');
    await app.press('alt+1', 'z');
    expectGolden('screen/team-metrics-120x40', app.screenText());
  });
});
