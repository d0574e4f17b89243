import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readPreview } from '../../../src/tui/preview.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();

function previewOf(content: string | Buffer) {
  const path = join(tempFolder(), 'file');
  writeFileSync(path, content);
  return readPreview(path);
}

test('a short file is shown whole', async () => {
  expect(await previewOf('a\r\n\tb\n')).toEqual({ kind: 'text', text: 'a\n    b', isWhole: true });
});

test('of a long file the first 500 lines are shown', async () => {
  const preview = await previewOf(Array.from({ length: 501 }, (_, at) => `line ${at}`).join('\n'));
  expect(preview).toMatchObject({ isWhole: false, text: expect.stringMatching(/line 499$/) });
});

test('of a file with endless lines no more than 256 kB are read', async () => {
  const preview = await previewOf(`short\n${'x'.repeat(300_000)}`);
  expect(preview).toEqual({ kind: 'text', text: 'short', isWhole: false });
});

test('escape codes are written out', async () => {
  expect(await previewOf('\x1b]52;c;YQ==\x07')).toMatchObject({ text: '␛]52;c;YQ==␇' });
});

test('a binary file is refused with its size', async () => {
  expect(await previewOf(Buffer.alloc(3000))).toEqual({
    kind: 'refused',
    reason: 'A binary file of 2.9 kB: it is not shown.',
  });
});

test('a pipe is refused, and not waited for', async () => {
  const path = join(tempFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  expect(await readPreview(path)).toEqual({ kind: 'refused', reason: 'This is not a file with contents.' });
});

test('a file that is gone is refused with the reason', async () => {
  expect(await readPreview(join(tempFolder(), 'none'))).toMatchObject({ reason: expect.stringContaining('ENOENT') });
});
