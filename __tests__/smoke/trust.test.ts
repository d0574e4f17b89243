// A folder's own settings in the built program: nothing of them before trust, all of them after, and asked again when they change.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ModelServer, startModelServer } from '../support/model-server.js';
import { programs, servedBy } from '../support/program.js';
import { ptyPrograms, until } from '../support/pty-program.js';
import { tempFolders } from '../support/temp-folder.js';

const program = programs();
const terminals = ptyPrograms();
const folder = tempFolders();
let server: ModelServer;

beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

function projectWith(files: Record<string, string>): string {
  const project = realpathSync(folder());
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(project, '.paicli', path, '..'), { recursive: true });
    writeFileSync(join(project, '.paicli', path), text);
  }
  return project;
}

const paicli = (cwd: string, ...args: string[]) => program.start({ cwd, args, env: servedBy(server.url) }).ended;
const shown = { 'config.json': '{"approvals": "all"}', 'prompts/base.md': 'You are a parrot.' };

/** One turn; what the model was told before the conversation. */
async function systemOf(cwd: string): Promise<{ system: string; stderr: string }> {
  server.push({ reply: { text: 'ok' } });
  const { stderr, code } = await paicli(cwd, 'run', 'say ok');
  expect(code).toBe(0);
  const body = server.requests.at(-1)?.body as { messages: { role: string; content: string }[] };
  return { system: body.messages[0]?.content ?? '', stderr };
}

test('run uses nothing of a folder that is not trusted, and one line names `paicli trust`', async () => {
  const { system, stderr } = await systemOf(projectWith(shown));
  expect(system).not.toContain('parrot');
  const lines = stderr.split('\n').filter((line) => line.includes('paicli trust'));
  expect(lines).toEqual([expect.stringContaining('.paicli/config.json, .paicli/prompts/base.md: not used')]);
});

test('trust shows what the folder would do, add trusts it, a change ends that, list and revoke tell and take back', async () => {
  const project = projectWith(shown);
  const asked = await paicli(project, 'trust');
  expect(asked.stdout).toContain('! approvals = all: nothing is asked before it runs');
  expect(asked.stdout).toContain('in place of the prompt base (1 line): You are a parrot.');
  expect(asked.stdout).toContain('not trusted and do nothing');

  expect((await paicli(project, 'trust', 'add')).code).toBe(0);
  const trusted = await systemOf(project);
  expect(trusted.system).toContain('You are a parrot.');
  expect(trusted.stderr).not.toContain('paicli trust');
  expect((await paicli(folder(), 'trust', 'list')).stdout).toContain(`trusted  ${today()}  ${project}\n`);

  writeFileSync(join(project, '.paicli/prompts/base.md'), 'You are a crow.');
  const changed = await systemOf(project);
  expect(changed.system).not.toContain('crow');
  expect(changed.stderr).toContain('not trusted as it is now');
  expect((await paicli(project, 'trust')).stdout).toContain('.paicli/prompts/base.md (changed)');

  expect((await paicli(folder(), 'trust', 'revoke', project)).code).toBe(0);
  expect((await paicli(folder(), 'trust', 'revoke', project)).code).toBe(1);
  expect((await paicli(folder(), 'trust', 'list')).stdout).not.toContain(project);
});

const today = () => new Date().toISOString().slice(0, 10);

test('a folder without settings, and words that are no command, are one line', async () => {
  const project = folder();
  expect((await paicli(project, 'trust')).stdout).toContain('has no settings of its own');
  expect((await paicli(project, 'trust', 'revoke', 'a', 'b')).code).toBe(2);
  expect((await paicli(project, 'trust', './absent')).stderr).toContain('there is no folder');
  expect((await paicli(project, 'trust', 'list', 'x')).code).toBe(2);
});

test('a pipe, a bad file and a link out of the folder keep nobody from working', async () => {
  const project = projectWith({ 'config.json': '{"model": ', 'commands/a.md': 'a' });
  execFileSync('mkfifo', [join(project, '.paicli/commands/b.md')]);
  execFileSync('ln', ['-s', '/etc/passwd', join(project, '.paicli/commands/c.md')]);
  const { stderr } = await systemOf(project);
  expect(stderr).toContain('config.json:1 is not valid JSON');
  expect(stderr).toContain('b.md is not used: it is no plain file');
  expect(stderr).toContain('c.md is not used: it is a link that leads out of the folder');
});

test('the screen asks before the engine works, and y holds at the next start', async () => {
  const place = terminals.place({
    '.paicli/config.json': '{"approvals": "edits"}',
    '.paicli/commands/greet.md': 'Say hello to $ARGUMENTS',
  });
  const script = { replies: [{ text: 'Hello, Ada.' }] };
  const title = "Trust this folder's own settings?";
  const first = terminals.start({ place, script });
  await first.answer('y', title);
  await first.waitFor('approvals: edits');
  first.type('/greet Ada');
  await first.waitFor('│ /greet Ada');
  first.press('enter');
  await first.waitFor('Hello, Ada.');
  expect(first.text()).toContain('Say hello to Ada');
  await until(() => existsSync(join(place.home, '.paicli', 'trust.json')));
  await first.end();
  const second = terminals.start({ place, script });
  await second.waitFor('approvals: edits');
  expect(second.text()).not.toContain('Trust this');
});

test('n goes on without, and it is asked again at the next start', async () => {
  const place = terminals.place({ '.paicli/config.json': '{"approvals": "edits"}' });
  for (let start = 0; start < 2; start++) {
    const screen = terminals.start({ place, script: { replies: [] } });
    await screen.answer('n', "Trust this folder's own settings?");
    await screen.waitFor('approvals: ask');
    await screen.end();
  }
});
