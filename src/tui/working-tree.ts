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
  const say = (message: string) => onError(cleanOneLine(message));
  return {
    current: () => shown?.tree,
    show(folder) {
      if (folder === '' || folder === shown?.folder) return;
      shown?.tree.dispose();
      const tree = createFileTree({ root: folder, watch: createFolderWatch(say), onChange, onError: say });
      shown = { folder, tree };
    },
    dispose() {
      shown?.tree.dispose();
      shown = undefined;
    },
  };
}
