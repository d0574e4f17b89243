// Everything a folder brings of its own: settings, prompts, commands. A table of parts; a new kind of file is one more row.
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { aboutCommand, type CommandFile, commandNameOf, maxCommandBytes } from '../base/command-file.js';
import { packageRoot } from '../base/package-root.js';
import type { FolderSaying } from '../protocol/folder-trust.js';
import { createFolderReader, type FolderFile, type FolderReader, hashOfAll, ownFolderName } from './folder-files.js';
import { readFolderSettings } from './folder-settings.js';
import type { SettingEntry } from './load-settings.js';

/** A file that would do something. */
export interface ActiveFile {
  path: string;
  hash: string;
  says: FolderSaying[];
}

export interface OwnFolder {
  /** Absolute, links resolved. */
  folder: string;
  files: ActiveFile[];
  /** Of all that would do something; trust is bound to it. */
  hash: string;
  entries: SettingEntry[];
  /** Texts by the prompt's name, e.g. `modes/react`. */
  prompts: Record<string, string>;
  commands: CommandFile[];
  /** What is not used whatever the user says, one sentence each. */
  faults: string[];
}

const maxConfigBytes = 64 * 1024;
const maxPromptBytes = 128 * 1024;

/** `cwd` with links resolved. The user's own `~/.paicli` is no folder's. Never throws. */
export function readOwnFolder(cwd: string, home: string): OwnFolder {
  const own: OwnFolder = { folder: cwd, files: [], hash: '', entries: [], prompts: {}, commands: [], faults: [] };
  if (isSame(join(cwd, ownFolderName), home)) return own;
  const reader = createFolderReader(cwd);
  reader.names('');
  if (reader.refused.length > 0) return { ...own, faults: reader.refused };
  const used: FolderFile[] = [];
  for (const part of parts)
    for (const { file, says } of part(reader, own)) {
      used.push(file);
      own.files.push({ path: file.path, hash: file.hash, says });
    }
  own.hash = hashOfAll(used);
  own.faults.unshift(...reader.refused);
  return own;
}

type Found = { file: FolderFile; says: FolderSaying[] };
type Part = (reader: FolderReader, own: OwnFolder) => Found[];

const settingsPart: Part = (reader, own) => {
  const file = reader.file('config.json', maxConfigBytes);
  if (!file) return [];
  const { entries, says, faults } = readFolderSettings(join(own.folder, file.path), file.text);
  own.entries = entries;
  own.faults.push(...faults);
  return says.length > 0 ? [{ file, says }] : [];
};

const promptsPart: Part = (reader, own) =>
  promptNames(reader).flatMap((name) => {
    const file = reader.file(`prompts/${name}.md`, maxPromptBytes);
    if (!file) return [];
    own.prompts[name] = file.text;
    const lines = file.text.trim().split('\n');
    const size = `${lines.length} line${lines.length === 1 ? '' : 's'}`;
    return [{ file, says: [{ text: `in place of the prompt ${name} (${size}): ${firstOf(lines)}` }] }];
  });

const commandsPart: Part = (reader, own) =>
  reader.names('commands/').flatMap((fileName) => {
    const name = commandNameOf(fileName);
    const file = name === undefined ? undefined : reader.file(`commands/${fileName}`, maxCommandBytes);
    if (name === undefined || !file) return [];
    const command = { name, text: file.text };
    own.commands.push(command);
    return [{ file, says: [{ text: `command /${name}: ${firstOf([aboutCommand(command)])}` }] }];
  });

const parts: readonly Part[] = [settingsPart, promptsPart, commandsPart];

/** Only those that take a built-in one's place: nothing else is ever loaded. */
function promptNames(reader: FolderReader): string[] {
  const builtIn = join(packageRoot(), 'prompts');
  const namesIn = (folder: string) => reader.names(`prompts/${folder}`).map((name) => `${folder}${name}`);
  const top = namesIn('');
  const below = top.filter((name) => name.endsWith('/')).flatMap(namesIn);
  return [...top, ...below]
    .filter((name) => /^[\w-]+(\/[\w-]+)?\.md$/.test(name) && existsSync(join(builtIn, name)))
    .map((name) => name.slice(0, -'.md'.length));
}

const firstOf = ([line = '']: string[]) => (line.length > 120 ? `${line.slice(0, 120)}…` : line);

function isSame(path: string, home: string): boolean {
  return path === home || (existsSync(home) && existsSync(path) && realpathSync(path) === realpathSync(home));
}
