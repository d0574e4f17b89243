import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { editText } from '../../../src/process/edit-text.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();

/** A program that gets the file's name as its last argument. */
function editorThat(does: string): { editor: string; folder: string } {
  const folder = tempFolder();
  const editor = join(folder, 'editor');
  writeFileSync(editor, `#!/bin/sh\ncd '${folder}'\n${does}\n`);
  chmodSync(editor, 0o700);
  return { editor, folder };
}

test('the text is what the editor left, without the last line end', async () => {
  const { editor } = editorThat('printf "changed\\ntwice\\n" > "$1"');
  expect(await editText(editor, 'first')).toBe('changed\ntwice');
});

test('the editor gets the text in a file that nobody else may read, and it is gone afterwards', async () => {
  const { editor, folder } = editorThat('cp "$1" copy; stat -c "%a" "$1" > mode; echo "$1" > name');
  await editText(editor, 'a secret plan');
  expect(readFileSync(join(folder, 'copy'), 'utf8')).toBe('a secret plan');
  expect(readFileSync(join(folder, 'mode'), 'utf8').trim()).toBe('600');
  expect(() => readFileSync(readFileSync(join(folder, 'name'), 'utf8').trim())).toThrow('ENOENT');
});

test('an editor may have arguments', async () => {
  const { editor } = editorThat('echo "$1" > "$2"');
  expect(await editText(`${editor} --wait`, '')).toBe('--wait');
});

test('an exit code that is not 0 gives nothing', async () => {
  const { editor } = editorThat('echo no > "$1"; exit 1');
  expect(await editText(editor, 'kept')).toBeUndefined();
});

test('an editor that is not there is said with its name', async () => {
  await expect(editText('no-such-editor-here', '')).rejects.toThrow('"no-such-editor-here" could not be started');
});
