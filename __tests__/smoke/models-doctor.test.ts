// `paicli models` and `paicli doctor`, and the first start, on the built program.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ModelServer, startModelServer } from '../support/model-server.js';
import { programs, servedBy } from '../support/program.js';
import { ptyPrograms, until } from '../support/pty-program.js';

const program = programs();
const terminals = ptyPrograms();
let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

interface Line {
  name: string;
  state: string;
  text: string;
  fix?: string;
}
const listing = (...ids: string[]) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ data: ids.map((id) => ({ id, max_model_len: 32_768 })) }),
});
const doctor = async (env: Record<string, string>, ...args: string[]) => {
  const { code, stdout, stderr } = await program.start({ args: ['doctor', '--json', ...args], env }).ended;
  return { code, stderr, lines: stdout === '' ? [] : (JSON.parse(stdout) as Line[]) };
};
const stateOf = (lines: Line[]) => Object.fromEntries(lines.map(({ name, state }) => [name, state]));

test('doctor finds a good setup good, asking once for the models, an answer and a tool', async () => {
  server.push(
    listing('m', 'n'),
    { reply: { text: 'ready' } },
    { reply: { text: '', calls: [{ name: 'report_ready', arguments: { word: 'ready' } }] } },
  );
  const { code, lines } = await doctor({ ...servedBy(server.url), PAICLI_API_KEY: 'sk-test-987654' });
  expect(stateOf(lines)).toMatchObject({
    node: 'ok',
    disk: 'ok',
    sqlite: 'ok',
    settings: 'ok',
    key: 'ok',
    server: 'ok',
    model: 'ok',
    tools: 'ok',
  });
  expect(code).toBe(0);
  expect(server.requests.map(({ path }) => path)).toEqual([
    '/v1/models',
    '/v1/chat/completions',
    '/v1/chat/completions',
  ]);
  expect(server.requests.every(({ headers }) => headers.authorization === 'Bearer sk-test-987654')).toBe(true);
  expect(JSON.stringify(lines)).not.toContain('sk-test');
});

test('a refused key fails its line with a fix, what hangs on it is skipped, and the exit code says so', async () => {
  server.push({ status: 401, body: '{"error":{"message":"bad key"}}' });
  const { code, lines } = await doctor({ ...servedBy(server.url), PAICLI_API_KEY: 'sk-test-987654' });
  expect(lines.find(({ name }) => name === 'server')).toMatchObject({
    state: 'fail',
    text: expect.stringContaining('bad key'),
    fix: expect.stringContaining('Check'),
  });
  expect(stateOf(lines)).toMatchObject({ model: 'skip', tools: 'skip' });
  expect(code).toBe(1);
});

test('a model that writes in place of calling is a warning', async () => {
  server.push(listing('m'), { reply: { text: 'ready' } }, { reply: { text: 'report_ready()' } });
  const { code, lines } = await doctor(servedBy(server.url));
  expect(stateOf(lines)).toMatchObject({ tools: 'warn' });
  expect(code).toBe(0);
});

test('--offline asks nobody, bad settings are a line, and nothing set up is a warning', async () => {
  const before = server.requests.length;
  expect(stateOf((await doctor(servedBy(server.url), '--offline')).lines)).toMatchObject({
    server: 'skip',
    tools: 'skip',
  });
  expect(server.requests).toHaveLength(before);
  const bad = await doctor({ PAICLI_PROVIDER: 'nobody' }, '--offline');
  expect(bad.lines.at(-1)).toMatchObject({ name: 'settings', state: 'fail', fix: expect.any(String) });
  expect(bad.code).toBe(1);
  expect((await doctor({}, '--offline')).lines.at(-1)).toMatchObject({ name: 'model', state: 'warn' });
});

test('models lists the catalogue with prices and currencies; a provider that is set up is asked', async () => {
  const all = await program.run('models');
  expect(all.stdout).toMatch(/^ {3}openai\/gpt-5 .*400k.*USD 1\.25 \/ 0\.125 \/ 10/m);
  expect(all.stdout).toMatch(/kimi-cn\/kimi-k2-0905-preview .*CNY 4 \/ 1 \/ 16/);
  const file = join(program.home(), 'models.json');
  writeFileSync(file, JSON.stringify({ lab: { baseUrl: server.url } }));
  server.push(listing('served-1', 'served-2'));
  const { stdout } = await program.run('models', '--provider', 'lab', '--json');
  expect(JSON.parse(stdout)).toMatchObject([
    { provider: 'lab', model: 'served-1', ready: true },
    { model: 'served-2', assumed: false, contextWindow: 32_768 },
  ]);
  writeFileSync(file, '{"lab": {"baseUrl": 1}}');
  const bad = await program.run('models');
  expect(bad.code).toBe(2);
  expect(bad.stderr).toContain('models.json:1: lab.baseUrl must be an http or https address');
  writeFileSync(file, '');
});

test('a first start connects a server by its address and key, and the next start just works', async () => {
  const place = terminals.place();
  const bare = { PAICLI_PROVIDER: '', PAICLI_BASE_URL: '', PAICLI_MODEL: '' };
  const key = 'sk-first-start-123456';
  const screen = terminals.start({ place, env: bare });
  await screen.waitFor('Another server');
  screen.type('another');
  await screen.answer('enter', 'Connect a model');
  await screen.waitFor('OpenAI-compatible server, e.g.');
  screen.type(server.url);
  screen.press('enter');
  await screen.waitFor('Its key');
  server.push(listing('served-1'), { reply: { text: 'ready' } });
  screen.type(key);
  screen.press('enter');
  await screen.waitFor('served-1');
  screen.press('enter');
  await screen.waitFor('served-1 answered in');
  await screen.waitFor('served-1 · ready');
  server.push({ reply: { text: 'Hello from there.' } });
  screen.type('hi');
  screen.press('enter');
  await screen.waitFor('Hello from there.');
  expect(screen.text()).not.toContain(key);
  await screen.end();
  const home = join(place.home, '.paicli');
  await until(() => existsSync(join(home, 'credentials.json')));
  expect(statSync(join(home, 'credentials.json')).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'))).toEqual({
    provider: 'custom',
    model: 'served-1',
    contextWindow: 32_768,
  });
  expect(readFileSync(join(home, 'config.json'), 'utf8')).not.toContain(key);

  const again = terminals.start({ place, env: bare });
  await again.waitFor('served-1 · ready');
  expect(again.text()).not.toContain('Connect a model');
});
