// The choice of a sandbox on any machine; what the real one does is in sandbox-real.test.ts.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createSandbox, type SandboxOptions } from '../../../src/process/sandbox.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();
const sandbox = (options: Partial<SandboxOptions>) => {
  const cwd = tempFolder();
  return createSandbox({ mode: 'auto', network: true, cwd, folders: () => [], productHome: cwd, ...options });
};

function program(text: string): string {
  const file = join(tempFolder(), 'bwrap');
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
}

test('off: commands are started directly, and that is said', async () => {
  const way = await sandbox({ mode: 'off', programs: [program('exit 0')] }).way();
  expect(way).toEqual({ note: 'runs without a sandbox', isSandboxed: false });
});

test('auto without bubblewrap goes on without, and says why', async () => {
  const way = await sandbox({ programs: [] }).way();
  expect(way).toEqual({ note: 'runs without a sandbox: bubblewrap is not installed', isSandboxed: false });
});

test('auto with one that does not work goes on without, with its own words', async () => {
  const way = await sandbox({ programs: [program('echo "bwrap: no namespaces here" >&2; exit 1')] }).way();
  expect(way.isSandboxed).toBe(false);
  expect(way.note).toBe('runs without a sandbox: bubblewrap does not work here: bwrap: no namespaces here');
});

test('required without one that works refuses, and says what to do', async () => {
  const refused = { code: 'tool', hint: expect.stringContaining('install the package bubblewrap') };
  await expect(sandbox({ mode: 'required', programs: [] }).way()).rejects.toMatchObject(refused);
  const broken = program('exit 1');
  await expect(sandbox({ mode: 'required', programs: [broken] }).way()).rejects.toMatchObject(refused);
});

test.each([
  [true, 'runs inside the sandbox'],
  [false, 'runs inside the sandbox (no network)'],
])('with one that works it is named, with its network (%s)', async (network, note) => {
  const bwrap = program('exit 0');
  const made = sandbox({ network, programs: [bwrap] });
  const way = await made.way();
  expect(way).toMatchObject({ note, isSandboxed: true });
  expect(way.launcher?.[0]).toBe(bwrap);
  await made.remove();
});
