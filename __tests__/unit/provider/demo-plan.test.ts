// The demo's part in plan mode: each reply follows from the request, whatever else is asked meanwhile.
import { expect, test } from '@jest/globals';
import { parsePlan } from '../../../src/plan/parse-plan.js';
import type { ChatMessage } from '../../../src/protocol/message.js';
import { demoPlanReply } from '../../../src/provider/demo-plan.js';

const tools = [{ name: 'read_file', description: '', parameters: {} }];
const planner = (wishes = 'none', more = '') =>
  `The goal:\n<goal>\nfix the tests\n</goal>\n\nFurther requirements of the user, which count:\n${wishes}\n\nfacts${more}`;
const askPlan = (text: string) => demoPlanReply({ model: 'm', messages: [{ role: 'user', text }], tools: [] });

function planned(text: string) {
  const parsed = parsePlan(String(askPlan(text)?.text));
  if (parsed.kind === 'problems') throw new Error(parsed.problems.join());
  return parsed.tasks;
}

/** A task's request so far: what it was told, and what its calls gave. */
function askTask(id: string, ...results: [name: string, text: string][]) {
  const { description } = planned(planner()).find((task) => task.id === id)!;
  const messages: ChatMessage[] = [
    { role: 'system', text: 's' },
    {
      role: 'user',
      text: `The goal:\ng\n\nYour task (${id}, X):\n${description}\n<result>Read src/date.js: how</result>`,
    },
    ...results.map(([name, text]): ChatMessage => ({ role: 'tool', callId: 'c', name, text })),
  ];
  return demoPlanReply({ model: 'm', messages, tools });
}
const callsOf = (reply: ReturnType<typeof askTask>) => (reply?.calls ?? []).map(({ name }) => name);

test('four reads that need nothing, an edit that needs them all, and a check', () => {
  expect(planned(planner()).map(({ type, dependencies }) => `${type} ${dependencies.length}`)).toEqual([
    ...Array(4).fill('FILE_READ 0'),
    'FILE_WRITE 4',
    'VERIFICATION 1',
  ]);
});

test('a further wish has a task', () => {
  const tasks = planned(planner('- also the README'));
  expect(tasks).toHaveLength(7);
  expect(tasks.at(-1)?.description).toContain('also the README');
});

test('planned anew only what is left, with ids that are free', () => {
  const again = planner(
    'none',
    '\n\nThese tasks are dropped:\n- task_6 (failed)\n\nPlan only … beginning with task_7.',
  );
  expect(planned(again).map(({ id, type }) => `${id} ${type}`)).toEqual(['task_7 VERIFICATION']);
});

test('the test is run, fails, the file is mended, and the test is run again', () => {
  const failed: [string, string] = ['execute_command', '# pass 1\n# fail 1'];
  const code: [string, string] = ['read_file', '{date.getFullYear}-{month}'];
  const edited: [string, string] = ['edit_file', 'done'];
  expect(callsOf(askTask('task_6'))).toEqual(['execute_command']);
  expect(callsOf(askTask('task_6', failed))).toEqual(['read_file']);
  expect(callsOf(askTask('task_6', failed, code))).toEqual(['edit_file']);
  expect(callsOf(askTask('task_6', failed, code, edited))).toEqual(['execute_command']);
  const end = askTask('task_6', failed, code, edited, ['execute_command', '# fail 0']);
  expect(end).toMatchObject({ text: expect.stringContaining('All tests pass') });
  expect(callsOf(end)).toEqual([]);
});

test.each(['task_5', 'task_6'])('%s fails when it is refused its call', (id) => {
  const reply = askTask(id, ['edit_file', 'Denied by the user.']);
  expect(reply?.text).toMatch(/^FAILED: /);
});

test('a task that the user made is none of the demo, and says so', () => {
  const messages: ChatMessage[] = [{ role: 'user', text: 'Your task (task_9, ANALYSIS):\nfly' }];
  expect(demoPlanReply({ model: 'm', messages, tools })?.text).toContain('demo model');
});

test('an ordinary message is left to the demo of a turn', () => {
  expect(demoPlanReply({ model: 'm', messages: [{ role: 'user', text: 'fix it' }], tools })).toBeUndefined();
  expect(askPlan('summarise this')).toBeUndefined();
});
