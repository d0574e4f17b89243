// From the operations of a patch to the changes of files they mean, each checked against what is on disk. Writes nothing.
import { basename, dirname, join } from 'node:path';
import { PaiError } from '../../base/error.js';
import { isWithin, protectedName } from '../../policy/path-guard.js';
import type { ToolContext } from '../tool.js';
import { type ChangeBasis, readForChange, readTarget } from './change-file.js';
import { applyHunks } from './match-hunks.js';
import type { PatchOperation } from './parse-patch.js';
import type { TextFile } from './read-text-file.js';
import { type ToolPath, toolPath } from './tool-path.js';

/** One file of the patch; `newText` is undefined for a deleted one, `moved` names where it goes. */
export interface PatchedFile extends ChangeBasis {
  newText: string | undefined;
  moved?: { givenPath: string; path: ToolPath };
}

/** Throws PaiError when one of the operations cannot be done: then none of them may be. */
export async function prepareOperations(operations: PatchOperation[], context: ToolContext): Promise<PatchedFile[]> {
  const files: PatchedFile[] = [];
  const named = new Set<string>();
  for (const operation of operations) {
    const file = await prepareOperation(operation, context);
    for (const { real, shown } of [file.path, ...(file.moved ? [file.moved.path] : [])]) {
      if (named.has(real))
        throw new PaiError(
          'tool',
          `The patch names ${shown} twice; nothing was changed`,
          'Put its hunks into one section.',
        );
      named.add(real);
    }
    files.push(file);
  }
  return files;
}

async function prepareOperation(operation: PatchOperation, context: ToolContext): Promise<PatchedFile> {
  const givenPath = operation.path;
  const path = await toolPath(givenPath, context.cwd, context.extraFolders);
  if (operation.kind === 'add') {
    await refuseExisting(path);
    return { givenPath, path, old: undefined, newText: operation.text };
  }
  if (operation.kind === 'delete') {
    await refuseLink(givenPath, path, context.cwd);
    // Nothing in the patch shows that the content is known, so it must have been read.
    const old = await readForChange(path, context.seenFiles);
    return { givenPath, path, old: existing(old, path), newText: undefined };
  }
  const old = existing(await readForPatch(path, context), path);
  const newText = applyHunks(old.text, operation.hunks, path.shown);
  if (operation.moveTo === undefined) {
    if (newText === old.text) throw new PaiError('tool', `The patch leaves ${path.shown} as it is`);
    return { givenPath, path, old, newText };
  }
  await refuseLink(givenPath, path, context.cwd);
  const target = await toolPath(operation.moveTo, context.cwd, context.extraFolders);
  await refuseExisting(target);
  return { givenPath, path, old, newText, moved: { givenPath: operation.moveTo, path: target } };
}

/**
 * Lines that match prove that the file is known. But whether they match would also tell what stands in files that a person
 * must be asked about before they are read, so those must have been read.
 */
async function readForPatch(
  path: ToolPath,
  { cwd, extraFolders = [], seenFiles }: ToolContext,
): Promise<TextFile | undefined> {
  const folder = [cwd, ...extraFolders].find((place) => isWithin(path.real, place));
  const free = folder !== undefined && protectedName(path.real, folder) === undefined;
  return free ? readTarget(path) : readForChange(path, seenFiles);
}

function existing<T>(file: T | undefined, { shown }: ToolPath): T {
  if (file !== undefined) return file;
  throw new PaiError(
    'not-found',
    `There is no file ${shown}; nothing was changed`,
    'New files come with *** Add File.',
  );
}

async function refuseExisting(path: ToolPath): Promise<void> {
  if ((await readTarget(path)) === undefined) return;
  throw new PaiError(
    'conflict',
    `${path.shown} exists already; nothing was changed`,
    'Change it with *** Update File.',
  );
}

/** A link is written through, but taking away its target would leave it pointing nowhere. */
async function refuseLink(givenPath: string, path: ToolPath, cwd: string): Promise<void> {
  const parent = await toolPath(dirname(givenPath), cwd);
  if (join(parent.real, basename(givenPath)) !== path.real)
    throw new PaiError('tool', `${givenPath} is a link to ${path.shown}; nothing was changed`, 'Name the file itself.');
}
