// `paicli tui --plain-screen`: the conversation as lines of text, for screen readers and for terminals that can show no more.
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
}

/** Returns the exit code. */
export async function plain({ init, opening, firstInput }: PlainStart): Promise<number> {
  const { openPlain } = await import('../plain/plain-app.js');
  const { readSlashCommand, slashCommands } = await import('../tui/slash-commands.js');
  const log = createStrayLog(pathsUnder(init.home).logFolder);
  return openPlain({
    input: process.stdin,
    output: process.stdout,
    startEngine: () => hostEngine({ init, onStray: log, killCommands: killOwnCommands }),
    opening: [...openingCommand(opening), ...(firstInput === undefined ? [] : [turnOf(firstInput)])],
    readCommand: readSlashCommand,
    help: slashCommands
      .map(({ name, argument = '', does }) => `/${name} ${argument}: ${does}\n`.replace(' :', ':'))
      .join(''),
    onSignals,
    now: () => Date.now(),
  });
}

const turnOf = (input: string): Command => ({ type: 'turn.start', input });

function openingCommand(opening: AppOptions['opening']): Command[] {
  if (opening.kind === 'latest') return [{ type: 'thread.open', which: 'latest' }];
  if (opening.kind === 'thread') return [{ type: 'thread.open', which: { threadId: opening.threadId } }];
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
