// Language servers: a real one of a few lines, with all its whims.
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import { packageRoot } from '../../../src/base/package-root.js';
import { createDiagnosticsWith } from '../../../src/diagnostics/diagnostics.js';
import { findingText } from '../../../src/diagnostics/report.js';
import { chooseServers } from '../../../src/diagnostics/servers/choose-servers.js';
import { parseLanguageServers } from '../../../src/diagnostics/servers/parse-language-servers.js';
import { createServerAnalyser, type ServerLimits } from '../../../src/diagnostics/servers/server-analyser.js';
import { tempFolders } from '../../support/temp-folder.js';
import { write } from './support.js';

const fresh = tempFolders();
jest.setTimeout(60_000);
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

function served(mode: string, limits: Partial<ServerLimits> = {}) {
  const cwd = fresh();
  const log = join(cwd, 'log');
  const command = [process.execPath, join(packageRoot(), '__tests__/fixtures/language-server.mjs'), mode, log];
  const notices: string[] = [];
  const onNotice = (text: string) => void notices.push(text);
  const analyser = createServerAnalyser({ command, suffixes: ['.tiny'], isConfigured: true, cwd, limits });
  const options = { cwd, isTrusted: true, reportWithinMs: 60_000, onNotice };
  const diagnostics = createDiagnosticsWith([analyser], options);
  open.push(diagnostics.close);
  const edit = async (before: string | undefined, after: string, path = 'a.tiny') => {
    const change = { path, after, ...(before === undefined ? {} : { before }) };
    return (await diagnostics.filesChanged([change])).findings.map(findingText);
  };
  const starts = () =>
    (existsSync(log) ? readFileSync(log, 'utf8') : '').split('\n').filter((line) => /^started/.test(line));
  return { cwd, log, diagnostics, edit, notices, starts };
}

test.each(['push', 'pull'])('a server that answers by %s tells what is new by an edit', async (mode) => {
  const { edit, starts } = served(mode);
  expect(starts()).toEqual([]);
  expect(await edit('BAD old\n', 'more\nBAD old\nWARN new\n')).toEqual(['[warning] a.tiny:3:1 new (tiny T1)']);
  expect(await edit('more\nBAD old\nWARN new\n', 'BAD old\n')).toEqual([]);
  expect(await edit(undefined, 'BAD all\n', 'b.tiny')).toEqual(['[error] b.tiny:1:1 all (tiny T1)']);
  expect(starts()).toEqual(['started ']);
});

test('it gets no secrets, and is told when it is over', async () => {
  process.env.SOME_API_KEY = 'secret';
  const { edit, diagnostics, starts, log } = served('push');
  await edit('', 'BAD x\n');
  delete process.env.SOME_API_KEY;
  expect(starts()).toEqual(['started ']);
  await diagnostics.close();
  expect(readFileSync(log, 'utf8')).toContain('exit\n');
});

test.each(['CRASH', 'GARBAGE', 'HANG'])('after a %s it is started again and asked again', async (word) => {
  const { edit, cwd, starts, notices } = served('push', { afterWithinMs: 200, quietWithinMs: 200 });
  const once = join(cwd, 'once');
  write(once, '');
  expect(await edit('', `BAD one ${word} ${once}\n`)).toEqual([expect.stringContaining('a.tiny:1:1 one')]);
  expect(starts()).toHaveLength(2);
  expect(notices).toEqual([]);
});

test('one that breaks again and again is given up, and that is said once', async () => {
  const { edit, starts, notices } = served('push');
  expect(await edit('', 'CRASH')).toEqual([]);
  expect(starts()).toHaveLength(4);
  expect(notices).toEqual([expect.stringContaining('exit code 7')]);
  expect(await edit('CRASH', 'BAD x')).toEqual([]);
  expect(starts()).toHaveLength(4);
});

test('one that does not answer at all is ended', async () => {
  const { edit, notices } = served('deaf', { initializeWithinMs: 300 });
  expect(await edit('', 'BAD x')).toEqual([]);
  expect(notices).toEqual([expect.stringContaining('did not start in time')]);
});

test('one that says nothing of a file before an edit does not make old problems new', async () => {
  const { edit, notices } = served('mute', { beforeWithinMs: 50, afterWithinMs: 50 });
  expect(await edit('BAD old', 'BAD old\n')).toEqual([]);
  expect(notices).toEqual([]);
});

test('a program that is not there is told of', async () => {
  const cwd = fresh();
  const notices: string[] = [];
  const analyser = createServerAnalyser({ command: ['/no/such/server'], suffixes: ['.x'], isConfigured: true, cwd });
  const diagnostics = createDiagnosticsWith([analyser], { cwd, isTrusted: true, onNotice: (it) => notices.push(it) });
  await diagnostics.filesChanged([{ path: 'a.x', after: '' }]);
  await diagnostics.pending(60_000);
  expect(notices).toEqual([expect.stringContaining('/no/such/server could not be started')]);
});

test('servers of the settings come first; others are found on the path, but not in the folder', () => {
  const [cwd, bin] = [fresh(), fresh()];
  for (const file of [join(cwd, 'gopls'), join(bin, 'clangd'), join(bin, 'pyright-langserver')]) {
    write(file, '');
    chmodSync(file, 0o755);
  }
  const path = `.:${cwd}:${bin}`;
  const choices = chooseServers(cwd, { '.py': ['mine', '-x'], '.foo': ['mine', '-x'] }, path);
  expect(choices.map(({ command, suffixes }) => [command.join(' '), suffixes.slice(0, 2)])).toEqual([
    ['mine -x', ['.py', '.foo']],
    [`${bin}/pyright-langserver --stdio`, ['.pyi']],
    [`${bin}/clangd`, ['.c', '.h']],
  ]);
});

test('the setting is checked', () => {
  expect(parseLanguageServers('{".py": ["a", "b"]}')).toEqual({ '.py': ['a', 'b'] });
  for (const text of ['{', '[]', '{"py": ["a"]}', '{".py": "a"}', '{".py": []}', '{".py": [""]}'])
    expect(() => parseLanguageServers(text)).toThrow('languageServers cannot be used');
});
