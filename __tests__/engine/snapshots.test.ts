// Snapshots around turns, and restores: what a turn changes can be taken back byte for byte, what the person changed since stays.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { EngineInit } from '../../src/engine/engine-init.js';
import type { ApprovalRequest } from '../../src/protocol/approval.js';
import type { QueryResult } from '../../src/protocol/query.js';
import type { RestoreChoice, RestoreItem, RestoreWish } from '../../src/protocol/snapshot.js';
import { lockStore } from '../../src/snapshot/lock.js';
import { makeFolders, placeOfStore } from '../../src/snapshot/store-place.js';
import { engineHarness, type Folders, type HarnessOptions, writeFiles } from '../support/engine-harness.js';
import { hasGit, picture } from '../support/snapshot-place.js';

const start = engineHarness();
type Engine = ReturnType<typeof start>;

const on = (more: Partial<NonNullable<EngineInit['snapshots']>> = {}): Partial<EngineInit> => ({
  approvals: 'all',
  snapshots: { limitMb: 100, ...more },
});
const calls = (...wanted: [name: string, args: unknown][]) => ({
  calls: wanted.map(([name, args], at) => ({ callId: `c${at}`, name, arguments: JSON.stringify(args) })),
});
/** What is there must be read before it is written over. */
const ok = { text: 'ok' };
const edit = (path: string, content: string): [string, unknown][] => [
  ['read_file', { path }],
  ['write_file', { path, content }],
];
const write = (path: string, content: string) => calls(...edit(path, content));
const begin = (replies: HarnessOptions['replies'], files = {}, init = on()) =>
  start({ replies: replies ?? [], files, init });

/** A turn, and the snapshot after it. */
async function changingTurn(engine: Engine, input = 'go'): Promise<void> {
  const after = engine.next('snapshot.taken', ({ kind }) => kind === 'after-turn');
  await engine.turn(input);
  await after;
}

async function ask<K extends 'snapshots' | 'restore-preview'>(
  engine: Engine,
  query: { kind: K; wish?: RestoreWish; all?: boolean },
): Promise<Extract<QueryResult, { kind: K }>> {
  const answered = engine.next('query.answered', ({ result }) => result.kind === query.kind);
  const reply = await engine.send({ type: 'query.ask', query: query as never });
  if (reply.type === 'command.rejected') throw new Error(reply.error.message);
  return (await answered).result as never;
}

async function restore(engine: Engine, wish: RestoreWish, choice: RestoreChoice = {}): Promise<RestoreItem[]> {
  const { previewId, items } = await ask(engine, { kind: 'restore-preview', wish });
  expect(await engine.send({ type: 'snapshot.restore', previewId, choice })).toMatchObject({
    type: 'command.accepted',
  });
  return items;
}

const read = ({ project }: Folders, path: string) => readFileSync(join(project, path), 'utf8');

test('what a turn edited, created and deleted is as it was after a restore: bytes, modes and links', async () => {
  const engine = begin(
    [
      calls(
        ['read_file', { path: 'a.txt' }],
        ['write_file', { path: 'a.txt', content: 'new\n' }],
        ['write_file', { path: 'made/new.txt', content: 'x' }],
        ['execute_command', { command: 'rm gone.txt link; chmod 600 run.sh; printf "\\r\\n" >> crlf.txt' }],
      ),
      { text: 'done' },
    ],
    { 'a.txt': 'old\n', 'gone.txt': 'here', 'run.sh': '#!/bin/sh\n', 'crlf.txt': 'one\r\ntwo' },
  );
  const { project } = engine.folders;
  chmodSync(join(project, 'run.sh'), 0o750);
  symlinkSync('a.txt', join(project, 'link'));
  const before = picture(project);
  await changingTurn(engine);
  expect(picture(project)).not.toEqual(before);
  await restore(engine, { turn: 1 });
  expect(picture(project)).toEqual(before);
});

test('the log says which snapshots were taken, around the calls and not in turns that only read', async () => {
  const engine = begin([calls(['list_dir', {}]), { text: 'seen' }, write('a.txt', '1'), { text: 'done' }], {
    'b.txt': 'b',
  });
  await engine.turn('look');
  expect(existsSync(join(engine.folders.home, 'snapshots'))).toBe(false);
  await changingTurn(engine);
  const types = engine.stored().map(({ event }) => event.type);
  expect(types.indexOf('snapshot.taken')).toBeLessThan(types.lastIndexOf('tool.completed'));
  expect(engine.all('snapshot.taken').map(({ kind, files }) => [kind, files])).toEqual([
    ['before-turn', 1],
    ['after-turn', 1],
  ]);
});

test('what the person changed after the turn is a conflict, and stays unless it is chosen', async () => {
  const engine = begin([write('a.txt', 'agent'), { text: 'done' }], { 'a.txt': 'old', 'b.txt': 'b' });
  await changingTurn(engine);
  writeFiles(engine.folders.project, { 'a.txt': 'mine', 'mine.txt': 'new' });
  expect(await restore(engine, { turn: 1 })).toEqual([{ path: 'a.txt', does: 'restore', conflict: 'changed-since' }]);
  expect(read(engine.folders, 'a.txt')).toBe('mine');
  await restore(engine, { turn: 1 }, { overwrite: ['a.txt'] });
  expect([read(engine.folders, 'a.txt'), read(engine.folders, 'mine.txt')]).toEqual(['old', 'new']);
});

test('a file that is to be kept is kept, and the event says why', async () => {
  const engine = begin([
    calls(['write_file', { path: 'a', content: '1' }], ['write_file', { path: 'b', content: '1' }]),
    {},
  ]);
  await changingTurn(engine);
  await restore(engine, { turn: 1 }, { keep: ['a'] });
  expect(engine.all('snapshot.restored')).toMatchObject([{ by: 'user', deleted: ['b'], kept: [{ path: 'a' }] }]);
  expect(readdirSync(engine.folders.project)).toEqual(['a']);
});

test('a restore can be undone, and the undoing too', async () => {
  const engine = begin([write('a.txt', 'agent'), { text: 'done' }], { 'a.txt': 'old' });
  await changingTurn(engine);
  writeFiles(engine.folders.project, { 'b.txt': 'mine' });
  const before = picture(engine.folders.project);
  await restore(engine, { turn: 1 });
  await restore(engine, { undo: true });
  expect(picture(engine.folders.project)).toEqual(before);
  await restore(engine, { undo: true });
  expect(read(engine.folders, 'a.txt')).toBe('old');
});

test('turns are counted back over threads, those that changed nothing left out', async () => {
  const replies = [write('a', '1'), ok, calls(['execute_command', { command: 'true' }]), ok, write('a', '2'), ok];
  const engine = begin(replies, { a: '0' });
  await changingTurn(engine, 'one');
  await changingTurn(engine, 'nothing');
  await engine.send({ type: 'thread.open', which: 'new' });
  await changingTurn(engine, 'two');
  const { points } = await ask(engine, { kind: 'snapshots' });
  expect(points.map(({ turn, label, files }) => [turn, label, files])).toEqual([
    [1, 'two', 1],
    [undefined, 'nothing', 0],
    [2, 'one', 1],
  ]);
  await restore(engine, { turn: 2 });
  expect(read(engine.folders, 'a')).toBe('0');
});

test('the model reads with its next request that files were put back', async () => {
  const engine = begin([write('a.txt', 'agent'), { text: 'done' }, { text: 'ok' }], { 'a.txt': 'old' });
  await changingTurn(engine);
  await restore(engine, { turn: 1 });
  await engine.turn('and now?');
  const said = engine
    .script()
    .requests.at(-1)!
    .messages.map(({ text }) => text);
  expect(said.some((text) => text.includes('put files back') && text.includes('"a.txt"'))).toBe(true);
});

(hasGit ? test : test.skip)("the user's repository is not touched, and shows plain modifications", async () => {
  const engine = begin([write('a.txt', 'agent'), { text: 'done' }], { 'a.txt': 'old' });
  const { project } = engine.folders;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: project, encoding: 'utf8' });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'one');
  writeFiles(project, { 'a.txt': 'dirty' });
  const own = picture(join(project, '.git'));
  await changingTurn(engine);
  await restore(engine, { turn: 1 });
  expect(picture(join(project, '.git'))).toEqual(own);
  expect(git('status', '--porcelain')).toBe(' M a.txt\n');
  expect(read(engine.folders, 'a.txt')).toBe('dirty');
});

test('several tasks of a plan have one snapshot before them and one after', async () => {
  const plan = {
    planId: 'p',
    goal: 'g',
    summary: '',
    tasks: ['t1', 't2'].map((id) => ({
      id,
      type: 'FILE_WRITE' as const,
      description: `write ${id}`,
      dependencies: [],
    })),
  };
  const engine = begin(
    [{ ...write('t1', '1'), when: 'write t1' } as never, { ...write('t2', '2') }, { text: 'one' }, { text: 'two' }],
    {},
    { ...on(), plan, mode: 'plan', reviewPlans: false, parallelTasks: 1 },
  );
  await changingTurn(engine);
  expect(engine.all('snapshot.taken').map(({ kind }) => kind)).toEqual(['before-turn', 'after-turn']);
});

/** Another program works in the store, so that a snapshot is not ready in time. */
async function holdStore({ home, project }: Folders) {
  const { gitdir } = placeOfStore(home, project);
  makeFolders(gitdir);
  return lockStore(gitdir, 1000);
}
const isLimit = ({ subject }: ApprovalRequest) => subject === 'limit';

test('a snapshot that is not ready in time is asked about, and the call waits', async () => {
  const engine = begin([write('a.txt', 'agent'), { text: 'done' }], { 'a.txt': 'old' }, on({ boundMs: 50 }));
  const lock = await holdStore(engine.folders);
  const turn = engine.turn('go');
  const { request } = await engine.waitFor('approval.requested', ({ request: it }) => isLimit(it));
  expect(request).toMatchObject({ reasons: [expect.stringContaining('no snapshot could be taken')] });
  expect(read(engine.folders, 'a.txt')).toBe('old');
  await engine.send({ type: 'approval.answer', approvalId: request.approvalId, decision: { kind: 'once' } });
  await turn;
  lock.release();
  expect(read(engine.folders, 'a.txt')).toBe('agent');
});

test('whoever wants no change without a snapshot gets none in this turn, and is asked once', async () => {
  const engine = begin(
    [calls(['write_file', { path: 'a', content: '1' }], ['write_file', { path: 'b', content: '1' }]), { text: 'ok' }],
    {},
    on({ boundMs: 50 }),
  );
  const lock = await holdStore(engine.folders);
  engine.answerApprovals(() => ({ kind: 'deny' }));
  await engine.turn('go');
  lock.release();
  expect(readdirSync(engine.folders.project)).toEqual([]);
  expect(engine.all('tool.completed').map(({ outcome }) => outcome)).toEqual(['denied', 'denied']);
  expect(engine.all('approval.requested').filter(({ request }) => isLimit(request))).toHaveLength(1);
});

test('the question goes away when the snapshot is ready after all', async () => {
  const engine = begin([write('a.txt', 'agent'), { text: 'done' }], { 'a.txt': 'old' }, on({ boundMs: 50 }));
  const lock = await holdStore(engine.folders);
  const turn = changingTurn(engine);
  await engine.waitFor('approval.requested', ({ request }) => isLimit(request));
  lock.release();
  await turn;
  expect(engine.all('approval.resolved')).toMatchObject([{ by: 'engine' }]);
  await restore(engine, { turn: 1 });
  expect(read(engine.folders, 'a.txt')).toBe('old');
});

test('where nobody is asked the turn goes on with one warning', async () => {
  const engine = begin(
    [write('a', '1'), { text: 'ok' }, write('b', '1'), { text: 'ok' }],
    {},
    on({ boundMs: 50, asks: false }),
  );
  const lock = await holdStore(engine.folders);
  await engine.turn('one');
  await engine.turn('two');
  lock.release();
  expect(readdirSync(engine.folders.project).sort()).toEqual(['a', 'b']);
  const warnings = engine.all('notice.raised').filter(({ text }) => text.includes('no snapshot'));
  expect(warnings).toHaveLength(1);
});

test('a folder that gets no snapshots is said once, and turns go on', async () => {
  const { folders } = begin([]);
  // PaiCLI's own data is in it.
  const own = { home: folders.project, project: join(folders.project, 'runtime') };
  mkdirSync(own.project);
  const engine = start({ replies: [write('a', '1'), ok, write('b', '1'), ok], folders: own, init: on() });
  engine.answerApprovals(() => ({ kind: 'once' }));
  await engine.turn('one');
  await engine.turn('two');
  const said = engine.all('notice.raised').filter(({ text }) => text.includes('No snapshots here'));
  expect(said).toHaveLength(1);
  expect(engine.all('approval.requested').filter(({ request }) => isLimit(request))).toEqual([]);
  expect(readdirSync(own.project).sort()).toEqual(expect.arrayContaining(['a', 'b']));
});

test('a turn that is stopped while its snapshot is taken changes nothing and ends at once', async () => {
  const engine = begin([write('a', '1'), { text: 'ok' }], {}, on({ boundMs: 60_000 }));
  const lock = await holdStore(engine.folders);
  const turn = engine.turn('go');
  await engine.waitFor('tool.called', ({ name }) => name === 'write_file');
  await engine.send({ type: 'turn.cancel' });
  const { end } = await turn;
  lock.release();
  expect(end).toMatchObject({ type: 'turn.completed', outcome: 'cancelled' });
  expect(readdirSync(engine.folders.project)).toEqual([]);
  expect(engine.all('tool.completed').at(-1)?.outcome).toBe('skipped');
});

test('what a stopped turn had changed until then can be taken back', async () => {
  const engine = begin([calls(...edit('a', '1'), ['execute_command', { command: 'sleep 60' }]), { text: 'ok' }], {
    a: '0',
  });
  const turn = changingTurn(engine);
  await engine.waitFor('tool.called', ({ name }) => name === 'execute_command');
  await engine.send({ type: 'turn.cancel' });
  await turn;
  await restore(engine, { turn: 1 });
  expect(read(engine.folders, 'a')).toBe('0');
});

test('a turn whose end was not stored is judged by what its tools said', async () => {
  const engine = begin([write('a', 'agent'), { text: 'ok' }], { a: '0', b: '0' });
  await changingTurn(engine);
  const { points } = await ask(engine, { kind: 'snapshots' });
  await engine.close();
  forgetNewest(engine.folders);
  writeFiles(engine.folders.project, { b: 'mine' });
  const again = start({ replies: [], folders: engine.folders, init: on() });
  expect((await ask(again, { kind: 'snapshots' })).points).toHaveLength(points.length);
  expect(await restore(again, { turn: 1 })).toEqual([{ path: 'a', does: 'restore' }]);
  expect([read(engine.folders, 'a'), read(engine.folders, 'b')]).toEqual(['0', 'mine']);
});

/** As if the program had been killed before the snapshot after the turn. */
function forgetNewest({ home, project }: Folders): void {
  const { gitdir } = placeOfStore(home, project);
  const refs = join(gitdir, 'refs', 'snapshots');
  const newest = readdirSync(refs).sort().at(-1) ?? '';
  rmSync(join(refs, newest));
}

test('the tool asks at every level, shows what it will do, and puts back what this turn changed', async () => {
  const engine = begin(
    [
      calls(...edit('a', '1'), ['execute_command', { command: 'echo x > b' }]),
      calls(['revert_turn', {}]),
      write('c', '1'),
      { text: 'ok' },
    ],
    { a: '0' },
  );
  engine.answerApprovals(() => ({ kind: 'once' }));
  await changingTurn(engine);
  const asked = engine.all('approval.requested').map(({ request }) => request);
  expect(asked).toMatchObject([
    {
      toolName: 'revert_turn',
      title: expect.stringContaining('2 files back to before this turn'),
      preview: [{ items: ['a'] }, { items: ['b'] }],
    },
  ]);
  expect(asked[0]).not.toHaveProperty('alwaysRule');
  expect(readdirSync(engine.folders.project).sort()).toEqual(['a', 'c']);
  expect(read(engine.folders, 'a')).toBe('0');
  await restore(engine, { turn: 1 });
  expect(readdirSync(engine.folders.project)).toEqual(['a']);
});

test('a turn that changed nothing yet takes the turn before it back', async () => {
  const engine = begin([write('a', '1'), ok, calls(['revert_turn', { turns: 1 }]), { text: 'ok' }], { a: '0' });
  engine.answerApprovals(() => ({ kind: 'once' }));
  await changingTurn(engine, 'first');
  await changingTurn(engine, 'undo that');
  expect(engine.all('approval.requested')[0]?.request.title).toContain('the turn "first"');
  expect(read(engine.folders, 'a')).toBe('0');
});

test('nothing is restored while a turn runs', async () => {
  const engine = begin([write('a', '1'), ok, { repeatText: { piece: 'x', times: 1_000_000, perSecond: 100 } }], {
    a: '0',
  });
  await changingTurn(engine);
  const { previewId } = await ask(engine, { kind: 'restore-preview', wish: { turn: 1 } });
  const turn = engine.turn('talk');
  await engine.waitFor('message.delta');
  const refused = await engine.send({ type: 'snapshot.restore', previewId, choice: {} });
  expect(refused).toMatchObject({ error: { code: 'conflict' } });
  await engine.send({ type: 'turn.cancel' });
  await turn;
});

test('a snapshot by hand is told with its number, and cleaning says what it did', async () => {
  const engine = begin([], { a: '0' });
  await engine.send({ type: 'snapshot.take', label: 'before lunch' });
  await engine.send({ type: 'snapshot.clean' });
  const { points } = await ask(engine, { kind: 'snapshots' });
  expect(points).toMatchObject([{ kind: 'manual', label: 'before lunch', number: 1 }]);
  const said = engine.all('notice.raised').map(({ text }) => text);
  expect(said).toEqual([expect.stringContaining('Snapshot #1'), expect.stringContaining('1 kept')]);
});

test('without the setting there are no snapshots and no tool for them', async () => {
  const engine = start({ replies: [write('a', '1'), { text: 'ok' }], init: { approvals: 'all' } });
  await engine.turn('go');
  expect(engine.script().requests[0]?.tools.map(({ name }) => name)).not.toContain('revert_turn');
  expect(await engine.send({ type: 'snapshot.take' })).toMatchObject({ error: { code: 'config' } });
  expect(statSync(engine.folders.home).isDirectory() && readdirSync(engine.folders.home)).not.toContain('snapshots');
});
