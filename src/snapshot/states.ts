// The state of a folder: its tree and what the tree cannot hold. Compares states, permissions included.
import { type Details, decodeDetails, recordedPermissions } from './details.js';
import { diffTrees, findInTree, type TreeChange, type TreeSource } from './diff-trees.js';
import { decodeTree, gitMode, type TreeEntry } from './git-objects.js';
import type { Repository, Snapshot } from './repository.js';

export interface State {
  tree: string;
  details: Details;
}

export interface States {
  trees: TreeSource;
  of(snapshot: Snapshot): Promise<State>;
  /** Trees that are in no store, of a scan that stored nothing. */
  remember(oid: string, tree: Buffer): void;
}

export const detailsName = 'details.json';
export const filesName = 'files';
/** Enough for the folders of a large project; more are read again. */
const rememberedTrees = 5000;

export function createStates(repository: Repository): States {
  const trees = new Map<string, readonly TreeEntry[]>();
  const details = new Map<string, Details>();
  const remember = (oid: string, content: Buffer) => {
    if (trees.size >= rememberedTrees) trees.clear();
    const entries = decodeTree(content);
    trees.set(oid, entries);
    return entries;
  };
  return {
    remember,
    trees: async (oid) => trees.get(oid) ?? remember(oid, (await repository.read(oid)).content),
    async of({ info, wrapperTree }) {
      const entries = decodeTree((await repository.read(wrapperTree)).content);
      const oid = entries.find(({ name }) => name === detailsName)?.oid ?? '';
      const known = details.get(oid) ?? decodeDetails((await repository.read(oid)).content);
      if (details.size > 100) details.clear();
      details.set(oid, known);
      return { tree: info.tree, details: known };
    },
  };
}

/** Every path whose content, kind or permissions differ. */
export async function compareStates(trees: TreeSource, before: State, after: State): Promise<TreeChange[]> {
  const changes = await diffTrees(trees, before.tree, after.tree);
  if (before.details === after.details) return changes;
  const seen = new Set(changes.map(({ path }) => path));
  for (const path of await permissionCandidates(trees, before, after)) {
    if (seen.has(path)) continue;
    const file = await findInTree(trees, after.tree, path);
    if (!file || file.mode === gitMode.folder) continue;
    const [was, is] = [before, after].map(({ details }) => recordedPermissions(details, path, file.mode));
    if (was !== is) changes.push({ path, before: file, after: file });
  }
  return changes;
}

async function permissionCandidates(trees: TreeSource, before: State, after: State): Promise<Iterable<string>> {
  const [a, b] = [before.details.usual, after.details.usual];
  if (a.file === b.file && a.executable === b.executable)
    return new Set([...before.details.unusual.keys(), ...after.details.unusual.keys()]);
  return (await diffTrees(trees, '', after.tree)).map(({ path }) => path);
}
