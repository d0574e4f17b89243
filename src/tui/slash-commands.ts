// The slash commands as a table, and the reading of a line that begins with one. Unknown ones are refused here, never sent to the model.
import { approvalLevels } from '../protocol/approval.js';
import type { Command } from '../protocol/command.js';
import type { RestoreWish } from '../protocol/snapshot.js';
import type { PickList } from './dialogs/dialogs.js';
import { readPlan } from './slash-plan.js';
import { readRestore, readSnapshot } from './slash-snapshots.js';
import { readTeam } from './slash-team.js';
import { readExport, readFork, readRewind } from './slash-thread.js';

/** What a slash command asks for: something of the screen's own, or a command to the engine. */
export type SlashAction =
  | { kind: 'help' }
  | { kind: 'exit' }
  | { kind: 'layout'; name: string }
  | { kind: 'mouse'; on: boolean }
  | { kind: 'pick'; what: PickList; limit?: number }
  | { kind: 'theme'; name: string }
  | { kind: 'connect' }
  /** Takes turns back; absent: it is asked which. */
  | { kind: 'rewind'; turns?: number }
  | { kind: 'redo' }
  /** Files go back; without a wish it is asked to which state. */
  | { kind: 'restore'; wish?: RestoreWish }
  /** What edits broke. */
  | { kind: 'problems' }
  /** The next message is the goal of a plan. */
  | { kind: 'plan-next' }
  /** The graph of the newest plan. */
  | { kind: 'plan-last' }
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
  {
    name: 'undo',
    does: 'take the last turn back; its text becomes the draft',
    read: () => ({ kind: 'rewind', turns: 1 }),
  },
  { name: 'redo', does: 'bring back what was taken back last', read: () => ({ kind: 'redo' }) },
  { name: 'rewind', argument: '[TURNS]', does: 'go back to before an earlier turn', read: readRewind },
  {
    name: 'restore',
    argument: '[N|#NUMBER|undo]',
    does: 'files back to before a turn: 1 the newest; a preview first',
    read: readRestore,
  },
  {
    name: 'snapshot',
    argument: '[LABEL|clean]',
    does: 'store the files of this folder now; clean: let go of old ones',
    read: readSnapshot,
  },
  { name: 'diagnostics', does: 'what edits broke and is still broken', read: () => ({ kind: 'problems' }) },
  {
    name: 'compact',
    argument: '[FOCUS]',
    does: 'send a summary of the older part; FOCUS: what it must keep',
    read: (focus) => commandAction({ type: 'context.compact', ...(focus === '' ? {} : { focus }) }),
  },
  { name: 'context', does: "where the model's window goes", read: () => ({ kind: 'pick', what: 'context' }) },
  { name: 'export', argument: '[md|json] [FILE]', does: 'write this thread to a new file', read: readExport },
  {
    name: 'plan',
    argument: '[GOAL|last|resume]',
    does: 'plan first, then work; last: the newest plan; resume: the one that was interrupted',
    read: readPlan,
  },
  {
    name: 'team',
    argument: 'GOAL',
    choices: () => ['workers', 'pause', 'resume'],
    does: 'workers side by side, reviewed; also: workers N, pause, resume',
    read: readTeam,
  },
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
    name: 'policy',
    argument: '[RULE]',
    does: 'what is always allowed or denied; RULE as in: deny run git push',
    read: (rule) =>
      rule === '' ? { kind: 'pick', what: 'policy' } : commandAction({ type: 'policy.change', add: rule }),
  },
  { name: 'audit', argument: '[N]', does: 'what was decided and run last', read: readAudit },
  {
    name: 'model',
    argument: '[MODEL]',
    does: 'another model, also as PROVIDER/MODEL',
    read: (model) =>
      model === '' ? { kind: 'pick', what: 'model' } : commandAction({ type: 'settings.change', model }),
  },
  { name: 'connect', does: 'set up a provider and its key, or your own server', read: () => ({ kind: 'connect' }) },
  {
    name: 'theme',
    argument: '[NAME]',
    does: 'other colours',
    read: (name) => (name === '' ? { kind: 'pick', what: 'theme' } : { kind: 'theme', name }),
  },
  {
    name: 'usage',
    does: 'tokens and cost of this thread, and of today',
    read: () => ({ kind: 'pick', what: 'usage' }),
  },
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

function readAudit(argument: string): SlashAction {
  if (argument === '') return { kind: 'pick', what: 'audit' };
  return /^[1-9]\d{0,4}$/.test(argument)
    ? { kind: 'pick', what: 'audit', limit: Number(argument) }
    : { kind: 'refused', reason: '/audit takes how many, e.g. /audit 50' };
}

function readLevel(argument: string): SlashAction {
  if (argument === '') return { kind: 'pick', what: 'approvals' };
  const level = approvalLevels.find((candidate) => candidate === argument);
  return level
    ? commandAction({ type: 'settings.change', approvals: level })
    : { kind: 'refused', reason: `/approvals takes ${approvalLevels.join(', ')}` };
}

/** Reads `/name argument`. `commands`: all there are, the user's own among them. */
export function readSlashCommand(line: string, commands: readonly SlashCommand[] = slashCommands): SlashAction {
  const [, name = '', argument = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
  const command = commands.find((candidate) => candidate.name === name);
  if (command) return command.read(argument.trim());
  const near = nearest(name, commands);
  return {
    kind: 'refused',
    reason: `there is no command /${name}${near ? `; did you mean /${near}?` : ' (F1 lists them; to send it as text begin with a blank)'}`,
  };
}

/** The command most like `name`, when it is much like it. */
function nearest(name: string, commands: readonly SlashCommand[]): string | undefined {
  const scored = commands.map((command) => ({ name: command.name, distance: distance(name, command.name) }));
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
