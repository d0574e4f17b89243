// Whether a folder's own settings may have effect, and what is to be asked about them. Pure; the answers are kept by trust-store.ts.
import type { ActiveFile, OwnFolder } from '../config/own-folder.js';
import type { FolderItem, FolderSaying, TrustQuestion } from '../protocol/folder-trust.js';
import type { KeptAnswer, KeptFile } from './trust-store.js';

/** `nothing`: there is nothing that would have effect; `unknown`: the user has not answered for this content. */
export type TrustState = 'nothing' | 'trusted' | 'refused' | 'unknown';

/** An answer holds for the content it was given for, and for no other. */
export function judgeFolder({ files, hash }: OwnFolder, kept: KeptAnswer | undefined): TrustState {
  if (files.length === 0) return 'nothing';
  return kept?.hash === hash ? kept.answer : 'unknown';
}

/** Everything that would have effect; against what was answered before, what changed. */
export function questionAbout({ folder, files, hash }: OwnFolder, kept: KeptAnswer | undefined): TrustQuestion {
  if (!kept || kept.hash === hash) return { folder, items: files.map(({ path, says }) => ({ path, says })) };
  const gone = Object.keys(kept.files).filter((path) => !files.some((file) => file.path === path));
  return {
    folder,
    items: [
      ...files.map((file) => compared(file, Object.hasOwn(kept.files, file.path) ? kept.files[file.path] : undefined)),
      ...gone.map((path): FolderItem => ({ path, says: [], change: 'gone' })),
    ],
    earlier: kept.answer,
  };
}

function compared({ path, hash, says }: ActiveFile, before: KeptFile | undefined): FolderItem {
  if (!before) return { path, says, change: 'new' };
  if (before.hash === hash) return { path, says };
  const isNew = ({ text }: FolderSaying) => !before.says.includes(text);
  const gone = before.says.filter((text) => !says.some((saying) => saying.text === text));
  return {
    path,
    says: [
      ...says.map((saying) => (isNew(saying) ? { ...saying, change: 'new' as const } : saying)),
      ...gone.map((text) => ({ text, change: 'gone' as const })),
    ],
    change: 'changed',
  };
}
