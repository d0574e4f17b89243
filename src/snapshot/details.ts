// What git's trees cannot hold of a snapshot: exact permissions, empty folders, and what was left out.
import { type FolderNode, statWidth, walkNodes } from './folder-node.js';
import { gitMode } from './git-objects.js';
import type { Skipped } from './types.js';

export interface Details {
  /** The usual permissions of plain files, executables and folders. */
  usual: { file: number; executable: number; folder: number };
  /** The others, by path. */
  unusual: Map<string, number>;
  emptyFolders: string[];
  skipped: Skipped[];
}

export function detailsOf(root: FolderNode): Details {
  const usual = usualPermissions(root);
  const details: Details = { usual, unusual: new Map(), emptyFolders: [], skipped: [] };
  const skip = (path: string, reason: Skipped['reason']) => {
    details.skipped.push({ path, reason });
  };
  for (const name of root.badNames) skip(name, 'name-not-utf8');
  walkNodes(root, (path, parent, i) => {
    const reason = parent.skips[i];
    if (reason) return skip(path, reason);
    const child = parent.children[i];
    if (child?.isEmpty) details.emptyFolders.push(path);
    for (const name of child?.badNames ?? []) skip(`${path}/${name}`, 'name-not-utf8');
    const permissions = permissionsOf(parent, i);
    if (permissions !== undefined && permissions !== usual[kindOf(parent.modes[i]!)])
      details.unusual.set(path, permissions);
  });
  return details;
}

/** Undefined for links and what is not in the snapshot. */
export function recordedPermissions(details: Details, path: string, mode: number): number | undefined {
  if (mode === gitMode.link) return undefined;
  return details.unusual.get(path) ?? details.usual[kindOf(mode)];
}

export const encodeDetails = (details: Details) =>
  Buffer.from(JSON.stringify({ ...details, unusual: [...details.unusual] }));

export function decodeDetails(content: Buffer): Details {
  const data = JSON.parse(content.toString()) as Omit<Details, 'unusual'> & { unusual: [string, number][] };
  return { ...data, unusual: new Map(data.unusual) };
}

function kindOf(mode: number): keyof Details['usual'] {
  return mode === gitMode.folder ? 'folder' : mode === gitMode.executable ? 'executable' : 'file';
}

function permissionsOf(parent: FolderNode, i: number): number | undefined {
  const mode = parent.modes[i];
  if (mode === gitMode.folder) return parent.children[i] && parent.children[i].mode & 0o777;
  return mode === gitMode.link || parent.oids[i] === '' ? undefined : parent.stats[i * statWidth + 4]! & 0o777;
}

function usualPermissions(root: FolderNode): Details['usual'] {
  const counts = {
    file: new Map<number, number>(),
    executable: new Map<number, number>(),
    folder: new Map<number, number>(),
  };
  walkNodes(root, (_path, parent, i) => {
    const permissions = permissionsOf(parent, i);
    if (permissions === undefined) return;
    const kind = counts[kindOf(parent.modes[i]!)];
    kind.set(permissions, (kind.get(permissions) ?? 0) + 1);
  });
  const most = (kind: Map<number, number>, fallback: number) =>
    [...kind].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? fallback;
  return {
    file: most(counts.file, 0o644),
    executable: most(counts.executable, 0o755),
    folder: most(counts.folder, 0o755),
  };
}
