// The prompt of `paicli run`: words on the command line, standard input, or both (then the input is appended).
import { fstatSync } from 'node:fs';
import { PaiError } from '../base/error.js';

/** Throws PaiError('usage') when there is no prompt anywhere. */
export async function readPrompt(words: string[]): Promise<string> {
  const typed = words.join(' ').trim();
  const piped = hasInput() ? (await readInput(typed !== '')).trim() : '';
  if (typed === '' && piped === '')
    throw new PaiError(
      'usage',
      'there is nothing to do: no prompt was given',
      'paicli run "what to do", or pipe a prompt into it',
    );
  return typed !== '' && piped !== '' ? `${typed}\n\n${piped}` : typed + piped;
}

/** Only a pipe, a file or a socket is read: a terminal or /dev/null has nothing for us. */
function hasInput(): boolean {
  try {
    const stat = fstatSync(0);
    return stat.isFIFO() || stat.isFile() || stat.isSocket();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EBADF') return false; // started with standard input closed
    throw error;
  }
}

async function readInput(promptGiven: boolean): Promise<string> {
  // A pipe that its writer never closes would look like a hang: say what is being waited for.
  const patience = setTimeout(() => {
    const why = promptGiven ? ' to append it to the prompt (use < /dev/null to leave it out)' : '';
    process.stderr.write(`waiting for standard input to end${why}\n`);
  }, 1000);
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    clearTimeout(patience);
  }
}
