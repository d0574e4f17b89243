// The demo model's part in plan mode: a plan for the sample project, and each of its tasks with real tool calls. Tasks run at
// the same time, so that a reply follows from what is asked, never from its number.
import type { ChatMessage } from '../protocol/message.js';
import type { PlannedTask } from '../protocol/plan.js';
import { demoLooks } from './demo-looks.js';
import { demoReview, isReviewer, isSentBack } from './demo-review.js';
import type { ModelRequest } from './provider.js';
import type { Reply } from './script.js';

const pauseMs = 30;
const path = 'src/date.js';
const fix =
  'In src/date.js make monthLabel use the full year instead of getYear(), and change nothing else. Done when the label of March 2026 begins with 2026.';
const check =
  'Run the tests with npm test. What still fails is mended in src/date.js, and the tests are run again, until all of them pass. Report what failed and why.';

type ToolResult = Extract<ChatMessage, { role: 'tool' }>;
/** `sentBack`: a reviewer wants it mended. */
type Part = (results: readonly ToolResult[], sentBack: boolean) => Reply;

/** What the model says to a planner's request or inside a task; undefined for anything else. */
export function demoPlanReply({ messages, tools }: ModelRequest): Reply | undefined {
  const asked = messages.find(({ role }) => role === 'user')?.text ?? '';
  if (isReviewer(messages[0]?.text ?? '')) return { pauseMs, ...demoReview(asked) };
  if (tools.length === 0) return /<goal>[\s\S]*<\/goal>/.test(asked) ? planReply(asked) : undefined;
  // Behind its own description stand those of the tasks before it.
  const task = /^Your task \([^)]*\):\n([\s\S]*)/m.exec(asked)?.[1];
  if (task === undefined) return undefined;
  const part = [...parts].find(([description]) => task.startsWith(description))?.[1] ?? notInMyPart;
  const results = messages.filter((message): message is ToolResult => message.role === 'tool');
  const last = messages.at(-1);
  return { pauseMs, ...part(results, last?.role === 'user' && isSentBack(last.text)) };
}

/** With a wish of the person's there is a task for it; planned anew only what is left. */
function planReply(asked: string): Reply {
  const next = Number(/beginning with task_(\d+)/.exec(asked)?.[1] ?? 0);
  const tasks = next > 0 ? remaining(asked, next) : wholePlan(asked);
  const summary =
    next > 0
      ? 'What is left: the change, if it is missing, and the tests.'
      : 'Read the four files at the same time, mend the label, then test until it holds.';
  return { text: JSON.stringify({ summary, tasks }) };
}

function wholePlan(asked: string): PlannedTask[] {
  const reads = demoLooks.map(({ description }, at) => taskOf(at + 1, 'FILE_READ', description));
  const tasks = [
    ...reads,
    taskOf(
      5,
      'FILE_WRITE',
      fix,
      reads.map(({ id }) => id),
    ),
    taskOf(6, 'VERIFICATION', check, ['task_5']),
  ];
  const wish = /^Further requirements[^\n]*\n- ([\s\S]*?)\n\n/m.exec(asked)?.[1];
  return wish === undefined
    ? tasks
    : [...tasks, taskOf(7, 'ANALYSIS', `See to what was asked besides: ${wish}`, ['task_6'])];
}

function remaining(asked: string, next: number): PlannedTask[] {
  const dropped = /^These tasks are dropped[\s\S]*?(?=^Plan only)/m.exec(asked)?.[0] ?? '';
  if (!dropped.includes(fix.slice(0, 60))) return [taskOf(next, 'VERIFICATION', check)];
  return [taskOf(next, 'FILE_WRITE', fix), taskOf(next + 1, 'VERIFICATION', check, [`task_${next}`])];
}

function taskOf(
  number: number,
  type: PlannedTask['type'],
  description: string,
  dependencies: string[] = [],
): PlannedTask {
  return { id: `task_${number}`, description, type, dependencies };
}

const parts = new Map<string, Part>([
  ...demoLooks.map(({ description, file, found }): [string, Part] => [
    description,
    (results) =>
      results.length === 0
        ? { text: `I read \`${file}\`.`, calls: [call('read_file', { path: file })] }
        : { text: found },
  ]),
  [fix, mendLabel],
  [check, testAndRepair],
]);

const notInMyPart: Part = () => ({
  text: 'I am only the **demo model**: my part is written down beforehand, and this task is not in it. A real model would do it now.',
});

/** The change has a slip, which the tests find. */
function mendLabel(results: readonly ToolResult[], sentBack: boolean): Reply {
  const last = results.at(-1);
  if (sentBack)
    return {
      text: 'The reviewer is right: the function was never called.',
      calls: [edit('date.getFullYear}', 'date.getFullYear()}')],
    };
  if (last === undefined) return { text: 'First the file as it is now.', calls: [call('read_file', { path })] };
  if (isRefused(last)) return refusal;
  if (last.name === 'edit_file')
    return {
      text: '`monthLabel` in `src/date.js` takes the year from `getFullYear` now. One line was changed; not tested yet.',
    };
  if (!last.text.includes('date.getYear()'))
    return { text: 'Nothing had to be changed: `src/date.js` uses `getFullYear` already.' };
  return { text: 'I replace the call.', calls: [edit('date.getYear()', 'date.getFullYear')] };
}

function testAndRepair(results: readonly ToolResult[]): Reply {
  const last = results.at(-1);
  const runs = results.filter(({ name }) => name === 'execute_command');
  if (last === undefined) return { text: 'Now the tests.', calls: [runTests] };
  if (isRefused(last)) return refusal;
  if (last.name === 'edit_file') return { text: 'Mended. The tests once more.', calls: [runTests] };
  if (last.name === 'read_file') return repair(last.text);
  if (/\bfail 0\b/.test(last.text))
    return {
      text:
        runs.length > 1
          ? 'All tests pass. The first run failed: the parentheses behind `getFullYear` were missing, so the label was the text of a function. They are there now.'
          : 'All tests pass.',
    };
  if (runs.length > 1) return { text: 'FAILED: the tests still fail after the repair.' };
  return {
    reasoning: 'The label is the text of a function: it is named, but not called.',
    text: 'One test fails. I look at the line again.',
    calls: [call('read_file', { path })],
  };
}

function repair(code: string): Reply {
  const old = ['date.getFullYear}', 'date.getYear()}'].find((text) => code.includes(text));
  if (old === undefined) return { text: 'FAILED: the tests fail, and `src/date.js` is not as I know it.' };
  return {
    text: 'The parentheses are missing: the function was never called.',
    calls: [edit(old, 'date.getFullYear()}')],
  };
}

const isRefused = ({ text }: ToolResult) => /\bdenied\b|not allowed|refused/i.test(text.slice(0, 300));
const refusal: Reply = { text: 'FAILED: that was not allowed, so I leave it at that.' };

function call(name: string, args: Record<string, unknown>) {
  return { name, arguments: args, fragments: 3 };
}

const runTests = call('execute_command', { command: 'npm test' });
const edit = (old: string, fresh: string) => call('edit_file', { path, edits: [{ old, new: fresh }] });
