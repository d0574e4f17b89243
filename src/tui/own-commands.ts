// The user's own slash commands, `commands/*.md`, and those of a folder the user trusts. A built-in name is never taken over.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  aboutCommand,
  type CommandFile,
  commandNameOf,
  expandCommand,
  maxCommandBytes,
  takesArguments,
} from '../base/command-file.js';
import { cleanOneLine } from '../view/clean.js';
import { type SlashCommand, slashCommands } from './slash-commands.js';

export interface OwnCommands {
  /** The built-in ones, then the own ones by name. */
  list(): readonly SlashCommand[];
  /** Reads the user's folder. Never rejects: what is wrong is told. */
  load(): Promise<void>;
}

export interface OwnCommandsOptions {
  /** Absent: there are none of the user's own. */
  folder?: string | undefined;
  /** Of the working folder, as read when it was trusted; they come before the user's own of the same name. */
  ofWorkingFolder?(): readonly CommandFile[];
  tell(text: string): void;
}

export function createOwnCommands({ folder, ofWorkingFolder, tell }: OwnCommandsOptions): OwnCommands {
  let ofUser: CommandFile[] = [];
  let made: { from: readonly CommandFile[]; user: CommandFile[]; list: readonly SlashCommand[] } | undefined;
  return {
    list() {
      const from = ofWorkingFolder?.() ?? none;
      if (made?.from !== from || made.user !== ofUser)
        made = { from, user: ofUser, list: [...slashCommands, ...ownOf([...ofUser, ...from])] };
      return made.list;
    },
    async load() {
      if (folder === undefined) return;
      const { files, faults } = await readCommandFiles(folder);
      ofUser = files;
      const taken = [...files, ...(ofWorkingFolder?.() ?? none)].filter(({ name }) => isBuiltIn(name));
      faults.push(...taken.map(({ name }) => `The command ${name}.md is not used: /${name} is built in.`));
      if (faults.length > 0) tell(faults.join('\n'));
    },
  };
}

const none: readonly CommandFile[] = [];
const isBuiltIn = (name: string) => slashCommands.some((command) => command.name === name);

/** The later of two with the same name counts. */
function ownOf(files: readonly CommandFile[]): SlashCommand[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  return [...byName.values()]
    .filter(({ name }) => !isBuiltIn(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(commandOf);
}

function commandOf(file: CommandFile): SlashCommand {
  return {
    name: file.name,
    ...(takesArguments(file) ? { argument: 'TEXT' } : {}),
    does: cleanOneLine(aboutCommand(file)) || 'a command of your own',
    read(argument) {
      const input = expandCommand(file, argument);
      if (input === '') return { kind: 'refused', reason: `/${file.name} has an empty file` };
      return { kind: 'command', command: { type: 'turn.start', input } };
    },
  };
}

/** Never rejects. */
async function readCommandFiles(folder: string): Promise<{ files: CommandFile[]; faults: string[] }> {
  const files: CommandFile[] = [];
  const faults: string[] = [];
  try {
    for (const entry of await entriesOf(folder)) {
      const name = commandNameOf(entry);
      if (name === undefined) {
        if (entry.endsWith('.md'))
          faults.push(`${join(folder, entry)} is not used: a command's name is of a-z, 0-9, - and _.`);
        continue;
      }
      const path = join(folder, entry);
      const { size, isPlain } = await stat(path).then((found) => ({ size: found.size, isPlain: found.isFile() }));
      if (!isPlain) faults.push(`${path} is not used: it is no plain file.`);
      else if (size > maxCommandBytes) faults.push(`${path} is not used: it is larger than ${maxCommandBytes} bytes.`);
      else files.push({ name, text: await readFile(path, 'utf8') });
    }
  } catch (error) {
    faults.push(`Commands of ${folder} cannot be read: ${(error as Error).message}`);
  }
  return { files, faults: faults.map(cleanOneLine) };
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}
