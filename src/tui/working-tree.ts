// The file tree of the engine's working folder: read and watched once it is to be seen, made anew when the folder is another one.
import { cleanOneLine } from '../view/clean.js';
import { createFileTree, type FileTree } from './file-tree.js';
import { createFolderWatch } from './folder-watch.js';

export interface WorkingTree {
  /** Undefined until the folder is known and was to be seen. */
  current(): FileTree | undefined;
  /** The files of this folder are to be seen; an empty path is none. */
  show(folder: string): void;
  dispose(): void;
}

export interface WorkingTreeOptions {
  onChange(): void;
  onError(message: string): void;
}

export function createWorkingTree({ onChange, onError }: WorkingTreeOptions): WorkingTree {
  let shown: { folder: string; tree: FileTree } | undefined;
  /** What was open in the folders that were shown before. */
  const openedIn = new Map<string, readonly string[]>();
  const say = (message: string) => onError(cleanOneLine(message));
  return {
    current: () => shown?.tree,
    show(folder) {
      if (folder === '' || folder === shown?.folder) return;
      if (shown) openedIn.set(shown.folder, shown.tree.opened());
      shown?.tree.dispose();
      const tree = createFileTree({ root: folder, watch: createFolderWatch(say), onChange, onError: say });
      shown = { folder, tree };
      void openAll(tree, openedIn.get(folder) ?? []);
    },
    dispose() {
      shown?.tree.dispose();
      shown = undefined;
    },
  };
}

/** Outer folders first, as they were opened. */
async function openAll(tree: FileTree, paths: readonly string[]): Promise<void> {
  for (const path of paths) await tree.open(path);
}
