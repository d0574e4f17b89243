// Which commands of a line need no rule beside one that has one: those that only read what is free to read, and `cd` within the folder.
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { CommandPart } from './command-facts.js';
import { inspectCommand } from './command-guard.js';
import { isFolder } from './command-roots.js';
import { inspectPath, type Places } from './path-guard.js';

const silent = new Set(['echo', 'true', 'false', ':']);

/** The parts in order with `isHarmless` said of each; a `cd` holds for those behind it. */
export async function withHarmless(parts: readonly CommandPart[], places: Places): Promise<CommandPart[]> {
  let folder = places.cwd;
  const looked: CommandPart[] = [];
  for (const part of parts) {
    const target = part.words[0] === 'cd' ? changedTo(part, folder) : undefined;
    const isHarmless =
      target === undefined ? await onlyReads(part, folder, places) : isFolder(target) && (await isFree(target, places));
    looked.push({ ...part, isHarmless });
    folder = target ?? folder;
  }
  return looked;
}

async function onlyReads({ words, line }: CommandPart, folder: string, places: Places): Promise<boolean> {
  if (silent.has(words[0] ?? '')) return true;
  const extraFolders = [places.cwd, ...(places.extraFolders ?? [])];
  return (await inspectCommand(line, { ...places, cwd: folder, extraFolders })).onlyReads === true;
}

/** `cd` alone and `cd -` go somewhere else; they change nothing here and are no harmless command either. */
function changedTo({ words, hasLeadingPattern }: CommandPart, folder: string): string | undefined {
  const [, target, ...more] = words;
  if (target === undefined || more.length > 0 || target.startsWith('-') || hasLeadingPattern) return undefined;
  return resolve(folder, target.replace(/^~(?=\/|$)/, homedir()));
}

async function isFree(path: string, places: Places): Promise<boolean> {
  const { inside, protectedBecause } = await inspectPath(path, places);
  return inside && protectedBecause === undefined;
}
