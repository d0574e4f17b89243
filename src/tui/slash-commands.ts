// The slash commands as a table, and the reading of a line that begins with one. Unknown ones are refused here, never sent to the model.
import { approvalLevels } from '../protocol/approval.js';
import type { Command } from '../protocol/command.js';
import type { PickList } from './dialogs/dialogs.js';
import { readExport, readFork } from './slash-thread.js';

/** What a slash command asks for: something of the screen's own, or a command to the engine. */
export type SlashAction =
  | { kind: 'help' }
  | { kind: 'exit' }
  | { kind: 'layout'; name: string }
  | { kind: 'mouse'; on: boolean }
  | { kind: 'pick'; what: PickList }
  | { kind: 'theme'; name: string }
  | { kind: 'command'; command: Command }
  | { kind: 'refused'; reason: string };

export interface SlashCommand {
  name: string;
  /** Shown in help. */
  argument?: string;
  /** The words to choose from, when `argument` does not name them itself as `one|two`. */
  choices?(): readonly string[];
  does: string;
  read(argument: string): SlashAction;
}

const commandAction = (command: Command): SlashAction => ({ kind: 'command', command });
const levels = approvalLevels.join('|');

export const slashCommands: readonly SlashCommand[] = [
  { name: 'help', does: 'keys and commands', read: () => ({ kind: 'help' }) },
  { name: 'clear', does: 'begin a new thread', read: () => commandAction({ type: 'thread.open', which: 'new' }) },
  {
    name: 'resume',
    argument: '[THREAD]',
    does: 'go on with an earlier thread',
    read: (threadId) =>
      threadId === '' ? { kind: 'pick', what: 'thread' } : commandAction({ type: 'thread.open', which: { threadId } }),
  },
  { name: 'fork', argument: '[TURN]', does: 'go on in a copy of this thread', read: readFork },
  { name: 'export', argument: '[md|json] [FILE]', does: 'write this thread to a new file', read: readExport },
  { name: 'cancel', does: 'stop the running turn', read: () => commandAction({ type: 'turn.cancel' }) },
  {
    name: 'approvals',
    argument: `[${levels}]`,
    does: 'what runs without asking',
    read: readLevel,
  },
  {
    name: 'hitl',
    argument: 'on|off',
    does: 'on: approvals ask; off: approvals all',
    read(argument) {
      if (argument === 'on') return commandAction({ type: 'settings.change', approvals: 'ask' });
      if (argument === 'off') return commandAction({ type: 'settings.change', approvals: 'all' });
      return { kind: 'refused', reason: '/hitl takes on or off' };
    },
  },
  {
    name: 'model',
    argument: '[MODEL]',
    does: 'another model of the same server',
    read: (model) =>
      model === '' ? { kind: 'pick', what: 'model' } : commandAction({ type: 'settings.change', model }),
  },
  {
    name: 'theme',
    argument: '[NAME]',
    does: 'other colours',
    read: (name) => (name === '' ? { kind: 'pick', what: 'theme' } : { kind: 'theme', name }),
  },
  { name: 'usage', does: 'tokens and cost of this thread', read: () => ({ kind: 'pick', what: 'usage' }) },
  { name: 'config', does: 'the settings, and where each was set', read: () => ({ kind: 'pick', what: 'settings' }) },
  { name: 'keys', does: 'the keys, as /help', read: () => ({ kind: 'help' }) },
  {
    name: 'layout',
    argument: '[NAME]',
    does: 'where the panels stand: auto, team, or one of your own',
    read: (name) => ({ kind: 'layout', name }),
  },
  {
    name: 'mouse',
    argument: 'on|off',
    does: 'clicks and the wheel for the screen, or for the terminal',
    read: (argument) =>
      argument === 'on' || argument === 'off'
        ? { kind: 'mouse', on: argument === 'on' }
        : { kind: 'refused', reason: '/mouse takes on or off' },
  },
  { name: 'exit', does: 'quit', read: () => ({ kind: 'exit' }) },
];

function readLevel(argument: string): SlashAction {
  if (argument === '') return { kind: 'pick', what: 'approvals' };
  const level = approvalLevels.find((candidate) => candidate === argument);
  return level
    ? commandAction({ type: 'settings.change', approvals: level })
    : { kind: 'refused', reason: `/approvals takes ${approvalLevels.join(', ')}` };
}

/** Reads `/name argument`. */
export function readSlashCommand(line: string): SlashAction {
  const [, name = '', argument = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
  const command = slashCommands.find((candidate) => candidate.name === name);
  if (command) return command.read(argument.trim());
  const near = nearest(name);
  return {
    kind: 'refused',
    reason: `there is no command /${name}${near ? `; did you mean /${near}?` : ' (F1 lists them; to send it as text begin with a blank)'}`,
  };
}

/** The command most like `name`, when it is much like it. */
function nearest(name: string): string | undefined {
  const scored = slashCommands.map((command) => ({ name: command.name, distance: distance(name, command.name) }));
  const best = scored.sort((a, b) => a.distance - b.distance)[0];
  return best && best.distance <= Math.max(1, Math.floor(name.length / 2)) ? best.name : undefined;
}

/** Edits between two short words. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
