// What a person may answer to a call: changed, taken in part, remembered. The tools, the files and the executor are real.
import { existsSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { PolicyDecision } from '../../../src/policy/decide.js';
import { ruleOf } from '../../../src/policy/rule.js';
import type { ApprovalDecision } from '../../../src/protocol/approval.js';
import { createBuiltInTools } from '../../../src/tool/built-in.js';
import {
  type ApprovalQuestion,
  type CallRecord,
  type CallToDecide,
  createExecutor,
  type ExecutorDeps,
} from '../../../src/tool/executor.js';
import { createRegistry } from '../../../src/tool/registry.js';
import { createWorkspace, type Workspace } from './support.js';

const builtInTools = createBuiltInTools();

let work: Workspace;
beforeEach(() => {
  work = createWorkspace();
});
afterEach(() => work.remove());

type Answer = ApprovalDecision | ((question: ApprovalQuestion) => ApprovalDecision);
const asks = async (): Promise<PolicyDecision> => ({ kind: 'ask', reasons: ['runs a command'] });

/** Runs one call; the answers come one after the other, each to a question of its own. */
async function runAsked(name: string, args: object, answers: Answer[], more: Partial<ExecutorDeps> = {}) {
  const questions: ApprovalQuestion[] = [];
  const records: CallRecord[] = [];
  const decided: CallToDecide[] = [];
  const rules: string[] = [];
  const called: string[] = [];
  const executor = createExecutor({
    registry: createRegistry(builtInTools, (tool) => tool),
    ask: async (question) => {
      questions.push(question);
      const answer = answers[questions.length - 1];
      if (answer === undefined) throw new Error(`question ${questions.length} has no answer`);
      return typeof answer === 'function' ? answer(question) : answer;
    },
    remember: (rule, scope) => void rules.push(`${scope}: ${rule.label}`),
    called: (call) => void called.push(call.arguments),
    progress: () => {},
    completed: () => {},
    decided: (record) => void records.push(record),
    resultFolder: work.path('.results'),
    clock: { now: () => 0 },
    ...more,
    decide: (call) => {
      decided.push(call);
      return (more.decide ?? asks)(call);
    },
  });
  const call = { callId: 'c', name, arguments: JSON.stringify(args) };
  const [result] = await executor.runBatch([call], work.context);
  return { result: result!, questions, records, decided, rules, called };
}

const command = (line: string, answers: Answer[], more: Partial<ExecutorDeps> = {}) =>
  runAsked('execute_command', { command: line, timeout_s: 5 }, answers, more);

const numbered = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`).join('\n');

/** An edit with three hunks of a file that was read. */
async function threeHunks(answers: Answer[]) {
  const { hash } = await seen('a.txt', `${numbered}\n`);
  expect(hash).toBeDefined();
  const edits = ['line 2', 'line 15', 'line 29'].map((old) => ({ old: `${old}\n`, new: `new ${old}\n` }));
  return runAsked('edit_file', { path: 'a.txt', edits }, answers);
}

async function seen(path: string, text: string): Promise<{ hash: string | undefined }> {
  const real = work.write(path, text);
  const read = builtInTools.find(({ name }) => name === 'read_file')!;
  await work.run(read, { path });
  return { hash: work.context.seenFiles.get(real) };
}

test('a question says what may be changed, the rules, the hunks and how it will run', async () => {
  const rule = ruleOf('allow', 'line', 'true');
  const always = ruleOf('allow', 'command', 'true');
  const decide = async (): Promise<PolicyDecision> => ({ kind: 'ask', reasons: [], rule, always });
  const { questions } = await command('true', [{ kind: 'once' }], { decide });
  expect(questions).toMatchObject([
    {
      subject: 'tool',
      editable: { kind: 'command', text: 'true' },
      threadRule: rule.label,
      alwaysRule: always.label,
    },
  ]);
  const { questions: others } = await threeHunks([{ kind: 'deny' }]);
  expect(others[0]).toMatchObject({ hunks: 3, editable: { kind: 'arguments' } });
  expect(JSON.parse(others[0]!.editable!.text)).toMatchObject({ path: 'a.txt' });
});

test('a changed command is decided and asked about anew, runs, and the model is told', async () => {
  const { result, questions, decided, records, called } = await command('touch one', [
    { kind: 'edit', text: 'touch two; echo made' },
    { kind: 'once' },
  ]);
  expect(questions[1]).toMatchObject({
    title: 'execute_command touch two; echo made',
    preview: [{ kind: 'command', command: 'touch two; echo made' }],
    reasons: ['you changed it', 'runs a command'],
    changed: true,
  });
  expect(decided.map(({ prepared }) => prepared.access.command)).toEqual(['touch one', 'touch two; echo made']);
  expect(JSON.parse(decided[1]!.call.arguments)).toEqual({ command: 'touch two; echo made', timeout_s: 5 });
  expect(result.text).toBe('[The user changed this command. In its place: touch two; echo made]\nexit code 0\nmade');
  expect([existsSync(work.path('one')), existsSync(work.path('two'))]).toEqual([false, true]);
  expect(called).toEqual(['{"command":"touch one","timeout_s":5}']);
  expect(records).toMatchObject([
    { by: 'user', decision: 'allow', changedTo: '{"command":"touch two; echo made","timeout_s":5}', outcome: 'ok' },
  ]);
});

test('a changed call is asked about even when the policy would let it run', async () => {
  const decide = async ({ prepared }: CallToDecide): Promise<PolicyDecision> =>
    prepared.access.command === 'rm x' ? { kind: 'ask', reasons: [] } : { kind: 'allow', reasons: [] };
  const { questions } = await command('rm x', [{ kind: 'edit', text: 'true' }, { kind: 'once' }], { decide });
  expect(questions[1]).toMatchObject({ title: 'execute_command true', reasons: ['you changed it'] });
});

test('a change to what is denied at every level is denied, and nothing runs', async () => {
  const decide = async ({ prepared }: CallToDecide): Promise<PolicyDecision> =>
    prepared.access.command?.startsWith('sudo') ? { kind: 'deny', reasons: ['raises rights'] } : asks();
  const { result, records } = await command('true', [{ kind: 'edit', text: 'sudo touch x' }], { decide });
  expect(result).toMatchObject({
    outcome: 'denied',
    text: 'Denied by policy: [The user changed this command. In its place: sudo touch x]\nraises rights',
  });
  expect(records).toMatchObject([{ decision: 'deny', by: 'policy', changedTo: expect.stringContaining('sudo') }]);
});

test('a changed call that fails keeps its beginning, by which failures are told apart', async () => {
  const { result } = await command('true', [{ kind: 'edit', text: 'exit 3' }, { kind: 'once' }]);
  expect(result.text).toBe('Failed: [The user changed this command. In its place: exit 3]\nexit code 3');
});

test.each([
  ['text that is no JSON', '{"path":', 'no valid JSON'],
  ['arguments that do not fit', '{"path":5,"content":"x"}', 'do not fit: path'],
  ['a call that cannot be prepared', '{"path":".","content":"x"}', 'is a folder'],
])('%s asks again, says the problem and loses nothing', async (_name, text, problem) => {
  const { result, questions } = await runAsked('write_file', { path: 'a.txt', content: 'as it was' }, [
    { kind: 'edit', text },
    { kind: 'once' },
  ]);
  expect(questions[1]).toMatchObject({
    title: questions[0]!.title,
    editable: { kind: 'arguments', text },
    preview: [{ kind: 'text', tone: 'error', text: expect.stringContaining(problem) }, questions[0]!.preview[0]],
  });
  expect(questions[1]?.changed).toBeUndefined();
  expect(result.text).toBe('a.txt created: 9 bytes, +1 −0 lines.');
  expect(work.text('a.txt')).toBe('as it was');
});

test('changed arguments are told to the model in bounds', async () => {
  const content = 'y'.repeat(5000);
  const text = JSON.stringify({ path: 'b.txt', content });
  const { result } = await runAsked('write_file', { path: 'a.txt', content: 'x' }, [
    { kind: 'edit', text },
    { kind: 'once' },
  ]);
  expect(result.text).toMatch(/^\[The user changed the arguments of this call\. In their place: \{"path":"b\.txt",/);
  expect(result.text.length).toBeLessThan(1800);
  expect(work.text('b.txt')).toBe(content);
});

test('what no editor shows is escaped in the arguments, so that a change elsewhere keeps it', async () => {
  const { questions } = await runAsked('write_file', { path: 'a.txt', content: '\ufeffa\u200bb\u202ec' }, [
    ({ editable }) => ({ kind: 'edit', text: editable!.text.replace('a.txt', 'b.txt') }),
    { kind: 'once' },
  ]);
  expect(questions[0]?.editable?.text).toContain('"\\ufeffa\\u200bb\\u202ec"');
  expect(work.text('b.txt')).toBe('a\u200bb\u202ec');
});

test('leaving the text as it was is no change', async () => {
  const { result, questions } = await command('echo hi', [{ kind: 'edit', text: 'echo hi' }, { kind: 'once' }]);
  expect(questions[1]).toEqual(questions[0]);
  expect(result.text).toBe('exit code 0\nhi');
});

test('of three hunks the taken ones are written, and the model reads which were refused, with their lines', async () => {
  const { result, records } = await threeHunks([{ kind: 'once', hunks: [0, 2] }]);
  expect(work.text('a.txt')).toBe(
    `${numbered.replace('line 2\n', 'new line 2\n').replace('line 29\n', 'new line 29\n')}\n`,
  );
  expect(result.outcome).toBe('ok');
  expect(result.text).toContain(
    '[The user took 2 of 3 hunks of this change. Written: a.txt @@ -1,5 +1,5 @@, a.txt @@ -26,5',
  );
  expect(result.text).toContain('Refused, so the file keeps its old lines there:\na.txt @@ -12,7 +12,7 @@\n');
  expect(result.text).toContain('-line 15\n+new line 15');
  expect(result.text).not.toContain('+new line 29');
  expect(result.display).toMatchObject([{ kind: 'diff', added: 2, removed: 2 }]);
  expect(records).toMatchObject([{ hunks: { taken: 2, of: 3 } }]);
});

test('what was written in part is known to the model: the next edit needs no new read', async () => {
  await threeHunks([{ kind: 'once', hunks: [1] }]);
  const edits = [{ old: 'new line 15', new: 'third' }];
  const { result } = await runAsked('edit_file', { path: 'a.txt', edits }, [{ kind: 'once' }]);
  expect(result.outcome).toBe('ok');
});

test('no hunk taken is a denial', async () => {
  const { result } = await threeHunks([{ kind: 'once', hunks: [] }]);
  expect(result).toMatchObject({
    outcome: 'denied',
    text: 'Denied by the user: none of its hunks was taken. The call was not run.',
  });
  expect(work.text('a.txt')).toBe(`${numbered}\n`);
});

test.each([[[3]], [[0, 0]], [[-1]], [[0.5]]])(
  'a choice of hunks that are not there runs nothing: %j',
  async (hunks) => {
    const { result } = await threeHunks([{ kind: 'once', hunks }]);
    expect(result.text).toBe('Failed: the choice of hunks does not fit this call.');
    expect(work.text('a.txt')).toBe(`${numbered}\n`);
  },
);

test('a file that changed while the box was open is left alone, in part as in whole', async () => {
  const { result } = await threeHunks([
    () => {
      writeFileSync(work.path('a.txt'), 'by somebody else\n');
      return { kind: 'once', hunks: [0] };
    },
  ]);
  expect(result).toMatchObject({ outcome: 'failed', text: expect.stringContaining('has changed on disk since') });
  expect(work.text('a.txt')).toBe('by somebody else\n');
});

test('hunks of a whole file that is written over can be chosen; those of a new one cannot', async () => {
  await seen('a.txt', `${numbered}\n`);
  const content = `new\n${numbered}\nend\n`;
  const { questions } = await runAsked('write_file', { path: 'a.txt', content }, [{ kind: 'once', hunks: [1] }]);
  expect(questions[0]?.hunks).toBe(2);
  expect(work.text('a.txt')).toBe(`${numbered}\nend\n`);
  const { questions: fresh } = await runAsked('write_file', { path: 'b.txt', content }, [{ kind: 'once' }]);
  expect(fresh[0]?.hunks).toBeUndefined();
});

test('hunks of a patch are counted through its files; a file without a taken hunk is left alone', async () => {
  await seen('a.txt', `${numbered}\n`);
  await seen('gone.txt', 'old\n');
  const patch = [
    '*** Begin Patch',
    '*** Update File: a.txt',
    '*** Move to: moved.txt',
    '@@',
    '-line 2',
    '+new 2',
    ' line 3',
    '@@',
    '-line 20',
    '+new 20',
    ' line 21',
    '*** Add File: made.txt',
    '+made',
    '*** Delete File: gone.txt',
    '*** End Patch',
  ].join('\n');
  const { result, questions } = await runAsked('apply_patch', { patch }, [{ kind: 'once', hunks: [1, 2] }]);
  expect(questions[0]?.hunks).toBe(4);
  expect(result.outcome).toBe('ok');
  expect(work.text('moved.txt')).toBe(`${numbered.replace('line 20\n', 'new 20\n')}\n`);
  expect(work.text('made.txt')).toBe('made\n');
  expect(work.text('gone.txt')).toBe('old\n');
  expect(result.text).toContain('gone.txt @@ -1,1');
});

test('"always" keeps the shown rule for ever, "thread" the other one for the thread', async () => {
  const rule = ruleOf('allow', 'line', 'true');
  const always = ruleOf('allow', 'command', 'true');
  const decide = async (): Promise<PolicyDecision> => ({ kind: 'ask', reasons: [], rule, always });
  expect((await command('true', [{ kind: 'always' }], { decide })).rules).toEqual([`always: ${always.label}`]);
  expect((await command('true', [{ kind: 'thread' }], { decide })).rules).toEqual([`thread: ${rule.label}`]);
});

test('a rule that cannot be kept runs nothing', async () => {
  const always = ruleOf('allow', 'command', 'touch');
  const { result } = await command('touch x', [{ kind: 'always' }], {
    decide: async () => ({ kind: 'ask', reasons: [], always }),
    remember: () => {
      throw new Error('disk full');
    },
  });
  expect(result.text).toBe('Failed: the rule could not be kept, so the call was not run: disk full.');
  expect(existsSync(work.path('x'))).toBe(false);
});

const question = { question: 'Which database?', choices: ['SQLite', 'PostgreSQL'] };

test('a question of the model is put without asking the policy, and the answer is its result', async () => {
  const { result, questions, decided } = await runAsked('ask_user', question, [{ kind: 'answer', text: 'DuckDB' }]);
  expect(questions).toMatchObject([
    {
      subject: 'question',
      title: 'Which database?',
      choices: ['SQLite', 'PostgreSQL'],
      preview: [{ kind: 'text', text: 'Which database?' }],
    },
  ]);
  expect(decided).toEqual([]);
  expect(result).toMatchObject({ outcome: 'ok', text: 'The user answered: DuckDB' });
});

test('a question that is left alone says so', async () => {
  const { result } = await runAsked('ask_user', question, [{ kind: 'deny' }]);
  expect(result).toMatchObject({ outcome: 'ok', text: 'The user did not answer.' });
});

test('where nobody is, a question is not put and the model goes on with its best assumption', async () => {
  const { result, questions } = await runAsked('ask_user', question, [], { isPersonThere: false });
  expect(questions).toEqual([]);
  expect(result.text).toMatch(/^Failed: nobody is there to ask\. Go on with the best assumption/);
});

test.each([{ choices: ['one'] }, { choices: Array.from({ length: 9 }, (_, at) => `${at}`) }, { question: ' ' }])(
  'a question takes two to eight choices and needs a text: %j',
  async (more) => {
    const { result } = await runAsked('ask_user', { ...question, ...more }, []);
    expect(result.text).toContain('do not fit');
  },
);
