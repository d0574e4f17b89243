import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { editorArgs, openInEditor } from '../../../src/process/open-in-editor.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();

test.each([
  ['vim', ['+7', 'a.ts']],
  ['/usr/bin/nvim -u NONE', ['+7', 'a.ts']],
  ['code --wait', ['--goto', 'a.ts:7']],
  ['hx', ['a.ts:7']],
  ['my-editor', ['a.ts']],
])('%s is told the line in its own way', (editor, args) => {
  expect(editorArgs(editor, 'a.ts', 7)).toEqual(args);
});

test('without a line the file alone is opened', () => {
  expect(editorArgs('vim', 'a.ts')).toEqual(['a.ts']);
});

test('a file name is one word, whatever is in it', async () => {
  const out = join(tempFolder(), 'out');
  await openInEditor(`printf '%s\\n' > "${out}"`, 'a b; $(c).ts');
  expect(readFileSync(out, 'utf8')).toBe('a b; $(c).ts\n');
});

test('an editor that is not there is an error with advice', async () => {
  await expect(openInEditor('no-such-editor-here', 'a.ts')).rejects.toMatchObject({ code: 'terminal' });
});
