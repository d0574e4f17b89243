import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { copyNatively } from '../../../src/process/native-clipboard.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();

/** A folder with a program that keeps what it is given. */
function programs(name: string, script: string) {
  const folder = tempFolder();
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  return { kept: join(folder, 'kept'), env: { PATH: `${folder}:/usr/bin:/bin`, KEPT: join(folder, 'kept') } };
}

test('the program of the running desktop gets the text', async () => {
  const { kept, env } = programs('xclip', 'cat > "$KEPT"; echo "$@" >> "$KEPT"');
  expect(await copyNatively('text é\n', { ...env, DISPLAY: ':0' }, 'linux')).toBe('xclip');
  expect(readFileSync(kept, 'utf8')).toBe('text é\n-selection clipboard\n');
});

test('without a desktop, and at the far end of a connection, there is none', async () => {
  const { env } = programs('xclip', 'cat > "$KEPT"');
  expect(await copyNatively('a', env, 'linux')).toBeUndefined();
  expect(await copyNatively('a', { ...env, DISPLAY: ':0', SSH_CONNECTION: '1' }, 'linux')).toBeUndefined();
});

test('a program that fails or is not there is none', async () => {
  const { env } = programs('xclip', 'exit 1');
  expect(
    await copyNatively('a'.repeat(200_000), { ...env, DISPLAY: ':0', WAYLAND_DISPLAY: 'w' }, 'linux'),
  ).toBeUndefined();
});
