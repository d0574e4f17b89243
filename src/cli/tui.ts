// `paicli tui`: the full screen on this thread, the engine on a worker thread.
import { appendFile, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { PaiError } from '../base/error.js';
import { pathsUnder } from '../config/paths.js';
import { killOwnCommands } from '../process/kill-tree.js';
import type { AppOptions } from '../tui/app.js';
import { hostEngine } from './engine-host.js';
import { engineInit, text } from './engine-init.js';
import type { ParsedLine } from './options.js';

/** Opens the screen and returns the exit code. Throws PaiError('usage' | 'config' | 'terminal') in one line. */
export async function tui(line: ParsedLine): Promise<number> {
  const firstInput = firstInputOf(line);
  mustBeTerminal(firstInput);
  const init = engineInit(line, true);
  const { openApp } = await import('../tui/app.js');
  const log = createStrayLog(pathsUnder(init.home).logFolder);
  return openApp({
    input: process.stdin,
    output: process.stdout,
    startEngine: () => hostEngine({ init, onStray: log, killCommands: killOwnCommands }),
    opening: openingOf(line),
    ...(firstInput === undefined ? {} : { firstInput }),
    ascii: line.values.ascii === true,
    userHome: homedir(),
    onStray: log,
  });
}

/** One word that is no command is most likely a mistyped one; a sentence is a request. */
function firstInputOf({ positionals }: ParsedLine): string | undefined {
  const words = positionals.join(' ').trim();
  if (words === '') return undefined;
  if (!/\s/.test(words))
    throw new PaiError('usage', `there is no command "${words}"`, 'paicli --help lists the commands.');
  return words;
}

function mustBeTerminal(firstInput: string | undefined): void {
  const instead = `Without a screen: paicli run "${firstInput ?? 'what to do'}"`;
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new PaiError('terminal', 'the full screen needs a terminal for input and output', instead);
  if (process.env.TERM === 'dumb')
    throw new PaiError('terminal', 'the terminal (TERM=dumb) cannot show a full screen', instead);
}

function openingOf({ values }: ParsedLine): AppOptions['opening'] {
  const resume = text(values.resume);
  if (resume !== undefined) return resume === '' ? { kind: 'pick' } : { kind: 'thread', threadId: resume };
  return values.continue ? { kind: 'latest' } : { kind: 'new' };
}

/** Stray output is kept for whoever looks for a fault; the folder is made with the first line. */
function createStrayLog(folder: string): (text: string) => void {
  let last: Promise<unknown> = Promise.resolve();
  return (stray) => {
    last = last
      .then(() => mkdir(folder, { recursive: true, mode: 0o700 }))
      .then(() =>
        appendFile(join(folder, 'stray.log'), `${new Date().toISOString()} ${stray.trimEnd()}\n`, { mode: 0o600 }),
      )
      // There is no place left to say it: the screen is taken and the log cannot be written.
      .catch(() => undefined);
  };
}
