// The built program tells the model, and whoever looks, which type an edit broke.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { programs } from '../support/program.js';
import { tempFolders } from '../support/temp-folder.js';

const program = programs();
const tempFolder = tempFolders();
jest.setTimeout(120_000);

test('a type error is reported with the edit, or with one of the next', async () => {
  const [cwd, place] = [tempFolder(), tempFolder()];
  const config = { compilerOptions: { strict: true, types: [], lib: ['ES2015'] }, include: ['*.ts'] };
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(config));
  writeFileSync(join(cwd, 'shape.ts'), 'export const make = () => ({ x: 1 });\n');
  writeFileSync(join(cwd, 'user.ts'), "import { make } from './shape';\nexport const n: number = make().x;\n");
  const edit = (old: string, fresh: string) => ({
    calls: [{ name: 'edit_file', arguments: { path: 'shape.ts', edits: [{ old, new: fresh }] } }],
  });
  // A slow machine starts TypeScript for longer than one edit waits: each that follows waits again.
  const more = Array.from({ length: 20 }, (_, at) => edit('export const make', `// ${at}\nexport const make`));
  const replies = [
    { calls: [{ name: 'read_file', arguments: { path: 'shape.ts' } }] },
    edit('x: 1', "x: '1'"),
    ...more,
    { text: 'done' },
  ];
  const script = join(place, 'script.json');
  writeFileSync(script, JSON.stringify({ replies }));

  const args = ['run', '--script', script, '--approve', 'edits', '--max-steps', '40', 'break it'];
  const { code, stdout, stderr } = await program.start({ args, cwd }).ended;

  expect([code, stdout]).toEqual([0, 'done\n']);
  const told = stderr.split('\n').filter((line) => line.includes('[error]'));
  expect(told).toEqual([
    expect.stringMatching(/^ {2}\[error\] user\.ts:2:14 Type 'string' is not assignable .*\(ts 2322\)$/),
  ]);
});

test('a setting that names no language servers is one clear line', async () => {
  const env = { PAICLI_LANGUAGE_SERVERS: '{".py": "pyright"}' };
  const { code, stderr } = await program.start({ args: ['run', 'x'], cwd: tempFolder(), env }).ended;
  expect(code).toBe(2);
  expect(stderr.trim().split('\n').slice(0, 1)).toEqual([
    'paicli: languageServers cannot be used: the command of .py is no list of words',
  ]);
});
