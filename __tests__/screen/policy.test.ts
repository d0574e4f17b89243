import { expect, test } from '@jest/globals';
import type { AuditedCall, PolicyRule } from '../../src/protocol/query.js';
import { type AppInHand, openIdle } from '../support/open-app.js';

const size = { cols: 110, rows: 30 };
const rules: PolicyRule[] = [
  {
    effect: 'allow',
    kind: 'command',
    pattern: 'npm test',
    scope: 'project',
    since: 0,
    label: 'run commands that begin with `npm test`',
  },
  {
    effect: 'deny',
    kind: 'command',
    pattern: 'git push',
    scope: 'everywhere',
    since: 0,
    label: 'run commands that begin with `git push`',
  },
  { effect: 'allow', kind: 'line', pattern: 'make', scope: 'thread', label: 'run `make\u001b[2J`' },
];

async function command(app: AppInHand, line: string): Promise<void> {
  await app.type(line);
  await app.press('enter');
  await app.settle();
}

function answerPolicy(app: AppInHand, held: PolicyRule[]): void {
  app.engine.answerQuery({
    kind: 'policy',
    level: 'edits',
    file: '/home/ada/.paicli/permissions.json',
    cwd: '/home/ada/code/demo',
    extraFolders: ['/home/ada/code/shared'],
    rules: held,
  });
}

const lastCommand = (app: AppInHand) => app.engine.commands.at(-1);

test('/policy lists the level and the rules with their place; control characters do not reach the screen', async () => {
  const app = await openIdle(size);
  await command(app, '/policy');
  answerPolicy(app, rules);
  await app.waitForText('level edits');
  const text = app.screenText();
  for (const shown of ['allow run npm test …', 'everywhere', 'this thread', 'permissions.json'])
    expect(text).toContain(shown);
  expect(text).toContain('/home/ada/code/shared');
});

test('Ctrl+D takes the selected rule out, and the list is asked for again', async () => {
  const app = await openIdle(size);
  await command(app, '/policy');
  answerPolicy(app, rules);
  await app.waitForText('level edits');
  await app.press('down', 'down', 'ctrl+d');
  await app.settle();
  expect(lastCommand(app)).toEqual({
    type: 'policy.change',
    remove: { effect: 'deny', kind: 'command', pattern: 'git push', scope: 'everywhere' },
  });
  app.engine.acceptNewest();
  await app.settle();
  expect(lastCommand(app)).toEqual({ type: 'query.ask', query: { kind: 'policy' } });
  answerPolicy(app, [rules[0]!]);
  await app.settle();
  expect(app.screenText()).not.toContain('git push');
});

test('a rule is written in the dialog; what the engine refuses is said and can be mended', async () => {
  const app = await openIdle(size);
  await command(app, '/policy');
  answerPolicy(app, []);
  await app.waitForText('Write a rule');
  await app.press('enter');
  await command(app, 'allow run python');
  expect(lastCommand(app)).toEqual({ type: 'policy.change', add: 'allow run python' });
  app.engine.rejectNewest('that would allow too much');
  await app.waitForText('that would allow too much');
});

test('/policy with a rule sends it at once', async () => {
  const app = await openIdle(size);
  await command(app, '/policy deny run git push');
  expect(lastCommand(app)).toEqual({ type: 'policy.change', add: 'deny run git push' });
});

test('/audit N asks for so many, shows them, and narrows while one types', async () => {
  const app = await openIdle(size);
  await command(app, '/audit 50');
  expect(lastCommand(app)).toEqual({ type: 'query.ask', query: { kind: 'audit', limit: 50 } });
  const call = (what: string, more: Partial<AuditedCall> = {}): AuditedCall => ({
    at: app.clock.now - 60_000,
    threadId: 'thread-1',
    tool: 'execute_command',
    what,
    decision: 'allow',
    by: 'user',
    reasons: ['runs a command'],
    outcome: 'ok',
    durationMs: 1200,
    ...more,
  });
  const calls = [
    call('npm test'),
    call('{"path":"src/a.ts","edits":[]}', { tool: 'edit_file' }),
    call('git push', { decision: 'deny', by: 'rule', outcome: 'denied' }),
  ];
  app.engine.answerQuery({ kind: 'audit', file: '/home/ada/.paicli/audit/audit.jsonl', calls });
  await app.waitForText('What was decided and run');
  expect(app.screenText()).toContain('Allowed by you');
  expect(app.screenText()).toMatch(/ok +edit_file src\/a\.ts +1m 00s ago/);
  await app.type('push');
  await app.settle();
  expect(app.screenText()).toContain('Not allowed by a rule of yours');
  expect(app.screenText()).not.toContain('npm test');
});
