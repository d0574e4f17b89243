// `paicli tui --plain-screen`: the conversation as lines of text, for screen readers and for terminals that can show no more.
import type { CommandFile } from '../base/command-file.js';
import { pathsUnder } from '../config/paths.js';
import type { EngineInit } from '../engine/engine-init.js';
import type { PlainOptions } from '../plain/plain-app.js';
import { killOwnCommands } from '../process/kill-tree.js';
import type { Command } from '../protocol/command.js';
import type { AppOptions } from '../tui/app-options.js';
import { hostEngine } from './engine-host.js';
import { exitCodes } from './exit-codes.js';
import { createStrayLog } from './stray-log.js';

export interface PlainStart {
  init: EngineInit;
  opening: AppOptions['opening'];
  firstInput: string | undefined;
  /** Of a folder that the user trusts. */
  commands: readonly CommandFile[];
}

/** Returns the exit code. */
export async function plain({ init, opening, firstInput, commands }: PlainStart): Promise<number> {
  const { openPlain } = await import('../plain/plain-app.js');
  const { readSlashCommand } = await import('../tui/slash-commands.js');
  const { createOwnCommands } = await import('../tui/own-commands.js');
  const tell = (text: string) => void init.notices.push(text);
  const own = createOwnCommands({ folder: pathsUnder(init.home).commandFolder, ofWorkingFolder: () => commands, tell });
  await own.load();
  const log = createStrayLog(pathsUnder(init.home).logFolder);
  return openPlain({
    input: process.stdin,
    output: process.stdout,
    startEngine: () => hostEngine({ init, onStray: log, killCommands: killOwnCommands }),
    opening: [...openingCommand(opening), ...(firstInput === undefined ? [] : [turnOf(firstInput)])],
    readCommand: (line) => readSlashCommand(line, own.list()),
    help: own
      .list()
      .map(({ name, argument = '', does }) => `/${name} ${argument}: ${does}\n`.replace(' :', ':'))
      .join(''),
    onSignals,
    now: () => Date.now(),
  });
}

const turnOf = (input: string): Command => ({ type: 'turn.start', input });

function openingCommand(opening: AppOptions['opening']): Command[] {
  if (opening.kind === 'latest')
    return [opening.fork ? { type: 'thread.fork', latest: true } : { type: 'thread.open', which: 'latest' }];
  if (opening.kind === 'thread') {
    const { threadId, fork } = opening;
    return [fork ? { type: 'thread.fork', threadId } : { type: 'thread.open', which: { threadId } }];
  }
  return opening.kind === 'pick' ? [{ type: 'query.ask', query: { kind: 'threads' } }] : [];
}

/** Ctrl+C is a signal here, as the terminal's own editing of lines is left on. */
function onSignals({ interrupt, end }: Parameters<PlainOptions['onSignals']>[0]): () => void {
  const ends = { SIGTERM: exitCodes.terminated, SIGHUP: exitCodes.hungUp } as const;
  const listeners = Object.entries(ends).map(([name, code]) => [name, () => end(code)] as const);
  process.on('SIGINT', interrupt);
  for (const [name, listener] of listeners) process.on(name, listener);
  return () => {
    process.removeListener('SIGINT', interrupt);
    for (const [name, listener] of listeners) process.removeListener(name, listener);
  };
}
