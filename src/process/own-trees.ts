// What this program has running: ended with it, whichever way it ends. Starts nothing but the guard.
import { startGuard } from './guard.js';
import { markerVariable, ownMark, type ProcessTree, signalTree } from './kill-tree.js';

const running = new Set<ProcessTree>();
let dismissGuard: (() => void) | undefined;

/** From now on the tree ends with this program. It must carry a marker of `newMarker` in its environment. */
export function keepTree(tree: ProcessTree): void {
  running.add(tree);
  if (dismissGuard !== undefined) return;
  dismissGuard = startGuard(`${markerVariable}=${ownMark()}`);
  process.on('exit', killRunning);
}

/** It has ended, or may go on without us. */
export function forgetTree(tree: ProcessTree): void {
  running.delete(tree);
}

/** At once and without waiting: for the way out of the program. */
function killRunning(): void {
  dismissGuard?.();
  for (const tree of running) signalTree(tree, 'SIGKILL');
  running.clear();
}
