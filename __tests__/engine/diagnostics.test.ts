// What edits break, told to whoever made them: real files, real parsers and TypeScript in their threads.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { packageRoot } from '../../src/base/package-root.js';
import { readOwnFolder } from '../../src/config/own-folder.js';
import { pathsUnder } from '../../src/config/paths.js';
import { openTrustStore } from '../../src/policy/trust-store.js';
import { findProgram } from '../../src/process/find-program.js';
import type { ChatMessage } from '../../src/protocol/message.js';
import type { Reply } from '../../src/provider/script.js';
import { type EngineHarness, engineHarness, type HarnessOptions } from '../support/engine-harness.js';
import { tempFolders } from '../support/temp-folder.js';
import { windowedModel } from '../support/windowed-model.js';

const harness = engineHarness();
const fresh = tempFolders();
jest.setTimeout(120_000);
const { PATH } = process.env;

const call = (name: string, args: Record<string, unknown>): Reply => ({ calls: [{ name, arguments: args }] });
const write = (path: string, content: string) => call('write_file', { path, content });
const edit = (path: string, old: string, fresh: string) => call('edit_file', { path, edits: [{ old, new: fresh }] });
const read = (path: string) => call('read_file', { path });
const done: Reply = { text: 'done' };

/** Patient, so that what is found is in the result however busy the machine is. */
function start(options: HarnessOptions, reportWithinMs = 15_000): EngineHarness {
  return harness({ ...options, init: { approvals: 'edits', diagnostics: { reportWithinMs }, ...options.init } });
}

/** What the model read of the call, by the order of the calls. */
const results = (engine: EngineHarness) => engine.all('tool.completed').map(({ text }) => text);

const project = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, target: 'ES2022', module: 'ESNext', types: [], lib: ['ES2015'] },
    include: ['src'],
  }),
  'src/shape.ts': 'export const make = () => ({ x: 1 });\n',
  'src/user.ts': "import { make } from './shape';\nexport const double: number = make().x * 2;\n",
  'src/old.ts': "export const bad: number = 'x';\n",
};

test('a type that an edit breaks in another file is in its result, after the edit; old errors are not, nor a repaired one', async () => {
  const engine = start({
    files: project,
    replies: [
      read('src/shape.ts'),
      edit('src/shape.ts', 'x: 1', "x: '1'"),
      edit('src/shape.ts', "x: '1'", 'x: 2'),
      edit('src/shape.ts', 'x: 2', 'x: 3'),
      done,
    ],
  });
  await engine.turn('go');
  const [, broken = '', repaired = '', again = ''] = results(engine);
  expect(broken.split('\n')).toEqual([
    'src/shape.ts changed: 1 edit, +1 −1 lines.',
    'The change was applied. It brought these new problems:',
    expect.stringMatching(/^\[error\] src\/user\.ts:2:31 The left-hand side .* \(ts 2362\)$/),
  ]);
  const [display] = engine.all('tool.completed')[1]!.display.slice(1);
  expect(display).toMatchObject({ kind: 'text', tone: 'error', text: expect.stringContaining('src/user.ts:2:31') });
  expect(repaired).toBe('src/shape.ts changed: 1 edit, +1 −1 lines.');
  expect(again).toBe('src/shape.ts changed: 1 edit, +1 −1 lines.');
  const counts = engine.all('diagnostics.changed').map(({ errors, warnings }) => [errors, warnings]);
  expect(counts).toEqual([
    [1, 0],
    [0, 0],
  ]);
});

const languages: [string, string, RegExp][] = [
  ['a.json', '{ "a": 1,, }', /\[error\] a\.json:1:10 .*\(json\)/],
  ['a.yml', 'a: [1, 2\nb: 3\n', /\[error\] a\.yml:\d+:\d+ .*\(yaml\)/],
  ['a.css', 'a { color red; }\n', /\[error\] a\.css:1:11 Colon is expected \(css\)/],
  ['a.html', '<p>a</p>\n<div>\n', /\[error\] a\.html:2:1 <div> is not closed \(html\)/],
  ['a.jsx', 'export const a = <b>;\n', /\[error\] a\.jsx:1:\d+ .*\(ts\)/],
  ...(findProgram('python3', { path: PATH })
    ? [['a.py', 'def f(:\n', /\[error\] a\.py:1:\d+ .*\(python\)/] as [string, string, RegExp]]
    : []),
  ...(findProgram('bash', { path: PATH })
    ? [['a.sh', 'fi\n', /\[error\] a\.sh:1:1 .*\(bash\)/] as [string, string, RegExp]]
    : []),
];

test('the files of a patch, of other languages', async () => {
  const patch = ['*** Begin Patch'];
  for (const [path, text] of languages)
    patch.push(
      `*** Add File: ${path}`,
      ...text
        .trimEnd()
        .split('\n')
        .map((line) => `+${line}`),
    );
  const engine = start({ replies: [call('apply_patch', { patch: [...patch, '*** End Patch'].join('\n') }), done] });
  await engine.turn('go');
  const [text = ''] = results(engine);
  expect(text).toMatch(/^Patch applied:\n/);
  for (const [, , pattern] of languages) expect(text).toMatch(pattern);
});

test('a new project has no problems before it is installed', async () => {
  const engine = start({ replies: [call('create_project', { kind: 'typescript', path: 'app' }), done] });
  await engine.turn('go');
  expect(results(engine)[0]).not.toContain('problems');
});

test('what is found too late for the result is told before a later request, by the engine', async () => {
  const engine = start({ replies: [write('a.json', '[1 2]'), done, done] }, 0);
  await engine.turn('go');
  expect(results(engine)[0]).toBe('a.json created: 5 bytes, +1 −0 lines.');
  await engine.waitFor('diagnostics.changed');
  await engine.turn('and now?');
  // Which request came later than the answer is up to the machine; none says it twice.
  const steered = engine.all('turn.steered');
  expect(steered[0]).toMatchObject({
    by: 'engine',
    text: expect.stringContaining('[error] a.json:1:4 Comma expected'),
  });
  expect(steered).toHaveLength(1);
});

test('a stop does not wait for what is to be found, and the edit stays', async () => {
  const engine = start({ files: project, replies: [write('src/new.ts', "export const a: number = 'a';\n"), done] });
  const turn = engine.turn('go');
  await engine.waitFor('tool.called');
  const file = join(engine.folders.project, 'src/new.ts');
  while (!isThere(file)) await new Promise((resolve) => setImmediate(resolve));
  await engine.send({ type: 'turn.cancel' });
  await turn;
  const [completed] = engine.all('tool.completed');
  expect(completed).toMatchObject({ outcome: 'ok' });
  expect(completed!.durationMs).toBeLessThan(15_000);
  expect(isThere(file)).toBe(true);
});

test('what stands is asked for, and what a person mends meanwhile is gone from it', async () => {
  const engine = start({ replies: [write('a.json', '[1 2]'), write('b.json', '[1 2]'), done] });
  await engine.turn('go');
  const problems = async () => {
    await engine.send({ type: 'query.ask', query: { kind: 'diagnostics' } });
    const answers = engine
      .all('query.answered')
      .map(({ result }) => (result.kind === 'diagnostics' ? result : undefined));
    return answers.at(-1)?.problems?.map(({ path, line, column }) => `${path}:${line}:${column}`);
  };
  expect(await problems()).toEqual(['a.json:1:4', 'b.json:1:4']);
  writeFileSync(join(engine.folders.project, 'a.json'), '[1, 2]');
  expect(await problems()).toEqual(['b.json:1:4']);
});

test('of tasks that run at once each hears of its own edits, once', async () => {
  const ids = ['one', 'two', 'three'];
  const heard = (messages: readonly ChatMessage[]) => messages.filter(({ text }) => text.includes('[error]'));
  const { model } = windowedModel({
    window: 200_000,
    reply({ messages }) {
      const id = /Your task \((\w+)/.exec(messages[1]?.text ?? '')?.[1] ?? '';
      const step = messages.filter(({ role }) => role === 'assistant').length;
      if (step === 0) return write(`${id}.json`, '[1 2]');
      // Until it has heard, and then once more.
      const isOver = heard(messages.slice(0, -2)).length > 0 || step > 150;
      return isOver ? done : { ...call('read_file', { path: `${id}.json`, offset: step }), pauseMs: 20 };
    },
  });
  const tasks = ids.map((id) => ({ id, type: 'FILE_WRITE' as const, description: `write ${id}`, dependencies: [] }));
  const plan = { planId: 'p', goal: 'g', summary: '', tasks };
  const engine = start({ model, init: { plan, mode: 'plan', reviewPlans: false, maxSteps: 200 } }, 0);
  await engine.turn('go');
  const told = engine.envelopes.flatMap(({ taskId, event }) =>
    event.type === 'turn.steered' || event.type === 'tool.completed'
      ? [...event.text.matchAll(/\[error\] (\w+)\.json/g)].map(([, name]) => `${taskId}: ${name}`)
      : [],
  );
  expect(told.sort()).toEqual(['one: one', 'three: three', 'two: two']);
});

test('a restore of files takes their problems away; those that were there before are none', async () => {
  const engine = start({
    files: { 'a.json': '[1, 2]\n[]' },
    replies: [read('a.json'), edit('a.json', ', 2]\n[]', ' 2]'), done],
    init: { approvals: 'all', snapshots: { limitMb: 100 } },
  });
  await engine.turn('go');
  expect(results(engine)[1]).toContain('[error] a.json:1:4');
  await engine.waitFor('snapshot.taken', ({ kind }) => kind === 'after-turn');
  await engine.send({ type: 'query.ask', query: { kind: 'restore-preview', wish: { turn: 1 } } });
  const offer = engine.all('query.answered').at(-1)?.result;
  if (offer?.kind !== 'restore-preview') throw new Error('nothing can be restored');
  const gone = engine.next('diagnostics.changed');
  await engine.send({ type: 'snapshot.restore', previewId: offer.previewId, choice: {} });
  expect(await gone).toMatchObject({ errors: 0, warnings: 0 });
});

test.each([false, true])('language servers run only in a trusted folder (trusted: %s)', async (isTrusted) => {
  const folders = { home: fresh(), project: fresh() };
  const server = join(packageRoot(), '__tests__/fixtures/language-server.mjs');
  const command = [process.execPath, server, 'push', join(folders.home, 'log')];
  const trust = openTrustStore(pathsUnder(folders.home).trustFile);
  if (isTrusted) await trust.keep(readOwnFolder(folders.project, folders.home), 'trusted', 0);
  const engine = harness({
    folders,
    replies: [write('a.tiny', 'BAD x\n'), done],
    init: { approvals: 'edits', diagnostics: { reportWithinMs: 15_000, languageServers: { '.tiny': command } } },
  });
  await engine.turn('go');
  expect(results(engine)[0]?.includes('[error] a.tiny:1:1 x (tiny T1)')).toBe(isTrusted);
  expect(isThere(join(folders.home, 'log'))).toBe(isTrusted);
});

test('off: nothing is looked at', async () => {
  const engine = harness({ replies: [write('a.json', '[1 2]'), done], init: { approvals: 'edits' } });
  await engine.turn('go');
  expect(results(engine)[0]).toBe('a.json created: 5 bytes, +1 −0 lines.');
  await engine.send({ type: 'query.ask', query: { kind: 'diagnostics' } });
  expect(engine.all('query.answered').at(-1)?.result).toEqual({ kind: 'diagnostics' });
});

function isThere(file: string): boolean {
  try {
    return readFileSync(file).length > 0;
  } catch {
    return false;
  }
}
