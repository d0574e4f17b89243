// Rules that are remembered, through the real engine: the answer, the file, the next turn, another engine.
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import type { QueryResult } from '../../src/protocol/query.js';
import { type EngineHarness, engineHarness } from '../support/engine-harness.js';

const start = engineHarness();
const outside: string[] = [];
afterEach(() => {
  for (const folder of outside.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const otherFolder = () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'paicli-other-')));
  outside.push(folder);
  return folder;
};

const command = (line: string) => ({ calls: [{ name: 'execute_command', arguments: { command: line } }] });
const write = (path: string, content = 'x\n') => ({ calls: [{ name: 'write_file', arguments: { path, content } }] });
const done = { text: 'done' };
const ruleFile = ({ folders }: EngineHarness) => join(folders.home, 'permissions.json');
const rulesOf = (engine: EngineHarness) => JSON.parse(readFileSync(ruleFile(engine), 'utf8')).rules;
const asked = (engine: EngineHarness) => engine.all('approval.requested').map(({ request }) => request);
const outcomes = (engine: EngineHarness) => engine.all('tool.completed').map(({ outcome }) => outcome);

async function query<Kind extends 'policy' | 'audit'>(engine: EngineHarness, kind: Kind) {
  const answered = engine.next('query.answered');
  await engine.send({ type: 'query.ask', query: kind === 'audit' ? { kind, limit: 10 } : { kind: 'policy' } });
  return (await answered).result as Extract<QueryResult, { kind: Kind }>;
}

test('answered with always, the rule is in the file, and neither the next turn nor another engine asks', async () => {
  const engine = start({ replies: [command('make -s'), done, command('make -s'), done] });
  engine.answerApprovals(() => ({ kind: 'always' }));
  await engine.turn('go');
  expect(asked(engine)).toMatchObject([{ alwaysRule: 'run `make -s`' }]);
  expect(rulesOf(engine)).toEqual([
    { effect: 'allow', kind: 'line', pattern: 'make -s', cwd: engine.folders.project, since: expect.any(Number) },
  ]);
  await engine.turn('again');
  await engine.close();

  const other = start({ folders: engine.folders, replies: [command('make -s'), done] });
  await other.turn('once more');
  expect([asked(engine).length, asked(other).length]).toEqual([1, 0]);
  expect(outcomes(other)).not.toContain('denied');
});

test('a rule that another engine adds holds at once, and one that denies wins', async () => {
  const engine = start({ replies: [command('git status x'), done, command('git status x'), done] });
  await engine.send({ type: 'policy.change', add: 'allow run git status' });
  const other = start({ folders: engine.folders });
  await engine.turn('go');
  expect(asked(engine)).toEqual([]);
  await other.send({ type: 'policy.change', add: 'everywhere deny run git' });
  await engine.turn('again');
  expect(outcomes(engine).at(-1)).toBe('denied');
  expect(engine.all('tool.completed').at(-1)).toMatchObject({
    text: 'Denied by policy: a rule of the user forbids it: run commands that begin with `git`',
  });
});

test('always for an edit covers the folder of the file, not protected files in it', async () => {
  const replies = [write('src/a.txt'), write('src/b/c.txt'), write('src/.env'), write('top.txt'), done];
  const engine = start({ replies });
  engine.answerApprovals(({ title }) => ({ kind: title.includes('src/a.txt') ? 'always' : 'deny' }));
  await engine.turn('go');
  expect(asked(engine).map(({ title, alwaysRule }) => [title.split(' ')[1], alwaysRule])).toEqual([
    ['src/a.txt', 'edit `src/**`'],
    ['src/.env', undefined],
    ['top.txt', 'edit `top.txt`'],
  ]);
  expect(outcomes(engine)).toEqual(['ok', 'ok', 'denied', 'denied']);
});

test('the rules that hold are told with their place, and can be taken out', async () => {
  const engine = start({ replies: [command('npm test'), done] });
  for (const rule of ['allow run npm test', 'everywhere deny run git push', 'thread allow edit src/**'])
    await engine.send({ type: 'policy.change', add: rule });
  const { level, rules } = await query(engine, 'policy');
  expect(level).toBe('ask');
  expect(rules.map(({ effect, pattern, scope }) => [effect, pattern, scope])).toEqual([
    ['allow', 'src/**', 'thread'],
    ['allow', 'npm test', 'project'],
    ['deny', 'git push', 'everywhere'],
  ]);
  for (const { effect, kind, pattern, scope } of rules)
    await engine.send({ type: 'policy.change', remove: { effect, kind, pattern, scope } });
  expect((await query(engine, 'policy')).rules).toEqual([]);
  engine.answerApprovals(() => ({ kind: 'deny' }));
  await engine.turn('go');
  expect(asked(engine).length).toBe(1);
});

test.each([
  ['allow run python', /python runs any program text/],
  ['allow run git', /stands for too much/],
  ['allow run npm test; rm x', /plain words/],
  ['allow tool write_file', /judged by what it touches/],
  ['allow edit ../x', /without \.\./],
  ['run npm test', /begins with allow or deny/],
])('the rule "%s" is refused, and nothing is written', async (rule, reason) => {
  const engine = start();
  const answer = await engine.send({ type: 'policy.change', add: rule });
  expect(answer).toMatchObject({ type: 'command.rejected', error: { message: expect.stringMatching(reason) } });
  expect(existsSync(ruleFile(engine))).toBe(false);
});

test('a damaged file of rules is kept aside and said; what it allowed is asked again', async () => {
  const engine = start({ replies: [command('npm test'), done] });
  writeFileSync(ruleFile(engine), '{"version": 1, "rules": [{"effect": "allow", "kind": "command"');
  engine.answerApprovals(() => ({ kind: 'deny' }));
  await engine.turn('go');
  expect(asked(engine).length).toBe(1);
  expect(engine.all('notice.raised').map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/permissions\.json was damaged .*kept as/),
  );
  expect(readdirSync(engine.folders.home).some((name) => name.startsWith('permissions.json.corrupt-'))).toBe(true);
});

test('a folder that was added is read freely and written as the folder itself; the model is told of it', async () => {
  const folder = otherFolder();
  writeFileSync(join(folder, 'notes.txt'), 'hello\n');
  const read = { calls: [{ name: 'read_file', arguments: { path: join(folder, 'notes.txt') } }] };
  const init = { extraFolders: [folder], approvals: 'edits' as const };
  const engine = start({ init, replies: [read, write(join(folder, 'new.txt')), write(join(folder, '.env')), done] });
  engine.answerApprovals(() => ({ kind: 'deny' }));
  await engine.turn('go');
  expect(outcomes(engine)).toEqual(['ok', 'ok', 'denied']);
  expect(asked(engine).map(({ reasons }) => reasons)).toEqual([[expect.stringContaining('may hold secrets')]]);
  expect(readFileSync(join(folder, 'new.txt'), 'utf8')).toBe('x\n');
  expect(JSON.stringify(engine.script().requests[0])).toContain(folder);
});

test('a question that ends with the turn is in the audit log, without the secrets of the call', async () => {
  const engine = start({ replies: [command('curl -H "X-Api-Key: s3cretZZ" x'), done] });
  const turn = engine.turn('go');
  await engine.waitFor('approval.requested');
  await engine.send({ type: 'turn.cancel' });
  await turn;
  const { calls } = await query(engine, 'audit');
  expect(calls).toMatchObject([{ tool: 'execute_command', decision: 'deny', by: 'engine', outcome: 'skipped' }]);
  expect(calls[0]?.what).toBe('curl -H "X-Api-Key: [removed]" x');
});

test('the audit log is told with the newest call first', async () => {
  const engine = start({ replies: [write('a.txt'), write('b.txt'), done], init: { approvals: 'edits' } });
  await engine.turn('go');
  expect((await query(engine, 'audit')).calls.map(({ what }) => JSON.parse(what).path)).toEqual(['b.txt', 'a.txt']);
});
