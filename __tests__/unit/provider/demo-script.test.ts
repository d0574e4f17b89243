import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { demoProject, demoScript } from '../../../src/provider/demo-script.js';
import { scriptProblem } from '../../../src/provider/script-check.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paicli-demo-'));
  for (const [path, content] of Object.entries(demoProject)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
});
afterAll(() => rm(folder, { recursive: true }));

/** Exit code of the sample project's tests, run as its `npm test` does. */
async function runTests(): Promise<number> {
  const { NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...env } = process.env;
  const run = promisify(execFile)(process.execPath, ['--test'], { cwd: folder, env });
  return run.then(
    () => 0,
    (error: { code: number }) => error.code,
  );
}

test('the demo script can be played', () => {
  expect(scriptProblem(demoScript)).toBeUndefined();
});

test('the sample project fails its test until both scripted edits are made', async () => {
  expect(await runTests()).toBe(1);
  const edits = demoScript.replies.flatMap((reply) => reply.calls ?? []).filter(({ name }) => name === 'edit_file');
  // The first has a slip, the second mends it.
  expect(edits).toHaveLength(2);
  for (const { arguments: args } of edits) {
    expect(await runTests()).toBe(1);
    const { path, edits } = args as { path: string; edits: { old: string; new: string }[] };
    let text = await readFile(join(folder, path), 'utf8');
    for (const { old, new: fresh } of edits) {
      expect(text.split(old)).toHaveLength(2);
      text = text.replace(old, () => fresh);
    }
    await writeFile(join(folder, path), text);
  }
  expect(await runTests()).toBe(0);
});
