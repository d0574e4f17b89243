// Lets a person change a text in an editor of their own, which has the terminal meanwhile. Decides nothing about which editor.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PaiError } from '../base/error.js';

/** What a shell says of a program that cannot be run or is not there. */
const notStarted = [126, 127];

/**
 * The text as the editor left it, without the line end that editors add; undefined when the editor said no by its exit code.
 * `editor` is a shell word or more, e.g. `code --wait`. Throws PaiError('terminal') when it cannot be started.
 */
export async function editText(editor: string, text: string): Promise<string | undefined> {
  // A folder of its own (0700), because editors put copies and swap files beside the file.
  const folder = await mkdtemp(join(tmpdir(), 'paicli-message-'));
  try {
    const file = join(folder, 'message.md');
    await writeFile(file, text, { mode: 0o600 });
    const code = await runEditor(editor, [file]);
    if (code !== 0) return undefined;
    return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The exit code; null when a signal ended it. Throws PaiError('terminal') when it cannot be started. */
export async function runEditor(editor: string, args: readonly string[]): Promise<number | null> {
  const code = await run(editor, args);
  if (code !== null && notStarted.includes(code))
    throw new PaiError('terminal', `the editor "${editor}" could not be started`, 'Set VISUAL to one that is there.');
  return code;
}

function run(editor: string, args: readonly string[]): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', `${editor} "$@"`, 'sh', ...args], { stdio: 'inherit' });
    child.once('error', (cause) =>
      reject(new PaiError('terminal', `no editor could be started: ${cause.message}`, undefined, cause)),
    );
    child.once('exit', resolve);
  });
}
