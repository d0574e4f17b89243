// The composer of the built full screen with the real terminal, editor programs, files and engine behind it.
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type PtyProgram, ptyPrograms, until } from '../support/pty-program.js';

const { start, place } = ptyPrograms();
const script = { replies: [{ text: 'Read it.' }, { text: 'Read that too.' }] };

/** A program that is the user's editor: what it prints stands on the terminal, and it waits for a line. */
function editorIn(folder: string): string {
  const file = join(folder, 'editor.sh');
  writeFileSync(file, '#!/bin/sh\nprintf "EDITOR HAS: %s\\n" "$(cat "$1")"\nread -r line\necho "$line" > "$1"\n');
  chmodSync(file, 0o700);
  return file;
}

const quit = async (program: PtyProgram) => {
  program.press('ctrl+u');
  program.press('ctrl+d');
  return program.exited;
};

test('Ctrl+G gives the terminal to the editor and takes the text, and the modes, back', async () => {
  const at = place();
  const program = start({ script, place: at, env: { VISUAL: editorIn(at.home) } });
  await program.waitFor('ready');
  program.type('a draft');
  await program.waitFor('│ a draft');
  program.press('ctrl+g');
  await program.waitFor('EDITOR HAS: a draft');
  expect(program.modes().get('1049')).toBe(false);
  // The editor has the keyboard, line by line; Ctrl+C would be its own.
  program.type('written outside\n');
  await program.waitFor('│ written outside');
  expect(program.modes().get('1049')).toBe(true);
  expect(program.modes().get('2004')).toBe(true);
  const { before, after } = await program.redrawn();
  expect(after).toEqual(before);
  program.press('enter');
  await program.waitFor('Read it.');
  expect(await quit(program)).toBe(0);
  const { before: settings, after: left } = program.settings();
  expect(left).toBe(settings);
});

test('what was sent is there in the next run, and secrets are not', async () => {
  const at = place();
  const program = start({ script, place: at });
  await program.waitFor('ready');
  program.send('remember these words');
  await program.waitFor('Read it.');
  program.send('the key is sk-abcdefghijklmnopqrstuv');
  await program.waitFor('Read that too.');
  expect(await quit(program)).toBe(0);
  const file = join(at.home, '.paicli', 'history.jsonl');
  expect(readFileSync(file, 'utf8')).toBe('{"text":"remember these words"}\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const again = start({ script, place: at });
  await again.waitFor('ready');
  again.press('ctrl+r');
  again.type('these');
  await again.waitFor('history: these');
  again.press('enter');
  await again.waitFor('│ remember these words');
});

test('a path is completed and a command of the user runs', async () => {
  const program = start({ script, place: place({ 'src/date.ts': 'export {};\n' }) });
  await program.waitFor('ready');
  program.type('look at @dat');
  await program.waitFor('› src/date.ts');
  program.press('tab');
  await program.waitFor('│ look at @src/date.ts');
  program.press('ctrl+u');
  program.send('!echo mine; touch made; sleep 30');
  await program.waitFor('mine');
  await until(() => statSync(join(program.place.project, 'made'), { throwIfNoEntry: false }) !== undefined);
  program.press('escape');
  await program.waitFor('stopped');
});
