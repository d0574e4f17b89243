import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readOwnFolder } from '../../../src/config/own-folder.js';
import { settingsTable } from '../../../src/config/settings-table.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();
const folder = () => realpathSync(tempFolder());

function write(root: string, files: Record<string, string>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

const read = (files: Record<string, string>) => readOwnFolder(write(folder(), files), '/nowhere');
const saidOf = (config: unknown) => {
  const text = typeof config === 'string' ? config : JSON.stringify(config);
  const own = read({ '.paicli/config.json': text });
  return { ...own, says: own.files.flatMap(({ says }) => says) };
};

test('settings, prompts and commands are found, each with what it would do', () => {
  const own = read({
    '.paicli/config.json': '{"model": "glm-5"}',
    '.paicli/prompts/base.md': 'You are a pirate.\nAlways.\n',
    '.paicli/prompts/tools/read_file.md': 'Reads.',
    '.paicli/commands/deploy.md': '# Deploy it\n\nDeploy $ARGUMENTS.',
    '.paicli/commands/notes.txt': 'nothing of ours',
  });
  expect(own.files.map(({ path, says }) => [path, ...says.map(({ text }) => text)])).toEqual([
    ['.paicli/config.json', 'model = glm-5'],
    ['.paicli/prompts/base.md', 'in place of the prompt base (2 lines): You are a pirate.'],
    ['.paicli/prompts/tools/read_file.md', 'in place of the prompt tools/read_file (1 line): Reads.'],
    ['.paicli/commands/deploy.md', 'command /deploy: Deploy it'],
  ]);
  expect(own.entries.map(({ row, raw }) => [row.key, raw])).toEqual([['model', 'glm-5']]);
  expect(own.prompts).toMatchObject({ base: 'You are a pirate.\nAlways.\n' });
  expect(own.commands).toEqual([{ name: 'deploy', text: '# Deploy it\n\nDeploy $ARGUMENTS.' }]);
  expect(own.faults).toEqual([]);
});

test('what bears on safety is marked, comes first and names the server as it is reached', () => {
  const { says } = saidOf({
    maxSteps: 30,
    approvals: 'all',
    baseUrl: 'https://api.openai.com:x@elsewhere.test/v1',
    provider: 'custom',
  });
  expect(says.map(({ isGrave }) => isGrave ?? false)).toEqual([true, true, true, false]);
  expect(says[0]?.text).toBe('approvals = all: nothing is asked before it runs');
  expect(says[1]?.text).toBe(
    'baseUrl = https://***@elsewhere.test/v1: what you write and what is read here goes to elsewhere.test',
  );
  expect(saidOf({ approvals: 'never' }).says).toEqual([{ text: 'approvals = never' }]);
});

test('a folder may set these and no others', () => {
  const allowed = settingsTable.filter(({ personal }) => !personal).map(({ key }) => key);
  expect(allowed.sort()).toEqual([
    'approvals',
    'baseUrl',
    'contextWindow',
    'diagnostics',
    'maxSteps',
    'model',
    'parallelTasks',
    'provider',
    'stallTimeoutS',
    'teamPlannerModel',
    'teamReviewerModel',
    'teamWorkerModel',
    'teamWorkers',
    'toolTimeoutS',
  ]);
});

test.each(['apiKey', 'editor', 'languageServers', 'theme', 'layout', 'mouse', 'notify'])(
  '%s is never a folder’s to set',
  (key) => {
    const { says, entries, faults } = saidOf({ [key]: 'on' });
    expect([says, entries]).toEqual([[], []]);
    expect(faults).toEqual([expect.stringContaining(`${key} is not used; only you can set it`)]);
  },
);

test.each([
  ['{"model": ', /config\.json:1 is not valid JSON/],
  ['[1]', /config\.json:1 is not a JSON object/],
  ['{"maxSteps": 0}', /maxSteps: 0 is not a whole number/],
  ['{"colour": 1}', /"colour" is no setting/],
])('%s sets nothing, and the fault is a sentence', (text, fault) => {
  const { files, faults } = saidOf(text);
  expect(files).toEqual([]);
  expect(faults).toEqual([expect.stringMatching(fault)]);
});

test('the hash follows the bytes and the paths, and nothing else', () => {
  const files = { '.paicli/config.json': '{"model": "a"}', '.paicli/commands/x.md': 'x' };
  const { hash } = read(files);
  expect(read({ ...files, 'src/other.ts': 'x', '.paicli/notes.md': 'y' }).hash).toBe(hash);
  expect(read({ ...files, '.paicli/config.json': '{"model":  "a"}' }).hash).not.toBe(hash);
  expect(read({ ...files, '.paicli/commands/y.md': 'x' }).hash).not.toBe(hash);
});

test('links that lead out of the folder are refused, those inside are followed', () => {
  const outside = write(folder(), { 'secret.md': 'sk-secret', 'config.json': '{"model": "m"}' });
  const cwd = write(folder(), { '.paicli/commands/a.md': 'a', 'docs/b.md': 'b' });
  symlinkSync(join(outside, 'secret.md'), join(cwd, '.paicli/commands/s.md'));
  symlinkSync('../../docs/b.md', join(cwd, '.paicli/commands/b.md'));
  const own = readOwnFolder(cwd, '/nowhere');
  expect(own.commands.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(own.faults).toEqual([`${cwd}/.paicli/commands/s.md is not used: it is a link that leads out of the folder.`]);

  rmSync(join(cwd, '.paicli'), { recursive: true });
  symlinkSync(outside, join(cwd, '.paicli'));
  const linked = readOwnFolder(cwd, '/nowhere');
  expect(linked.files).toEqual([]);
  expect(linked.faults).toEqual([`${cwd}/.paicli is not used: it is a link that leads out of the folder.`]);
});

test('pipes, folders and files too large in place of a file are refused, and nothing waits for them', () => {
  const cwd = write(folder(), {
    '.paicli/commands/big.md': 'x'.repeat(64 * 1024 + 1),
    '.paicli/prompts/base.md/x': '',
  });
  execFileSync('mkfifo', [join(cwd, '.paicli/config.json')]);
  const own = readOwnFolder(cwd, '/nowhere');
  expect(own.files).toEqual([]);
  expect(own.faults).toEqual([
    `${cwd}/.paicli/config.json is not used: it is no plain file.`,
    `${cwd}/.paicli/commands/big.md is not used: it is too large (more than 65536 bytes).`,
  ]);
});

test('a file in place of the folder is one sentence', () => {
  const cwd = write(folder(), { '.paicli': 'x' });
  expect(readOwnFolder(cwd, '/nowhere').faults).toEqual([`${cwd}/.paicli is not used: it is no folder.`]);
});

test("the user's own ~/.paicli is no folder's, also by a link", () => {
  const cwd = write(folder(), { '.paicli/config.json': '{"model": "m"}' });
  const link = join(folder(), 'home');
  symlinkSync(join(cwd, '.paicli'), link);
  expect(readOwnFolder(cwd, join(cwd, '.paicli')).files).toEqual([]);
  expect(readOwnFolder(cwd, link).files).toEqual([]);
});
