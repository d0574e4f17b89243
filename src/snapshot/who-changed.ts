// Says of every path that changed since a snapshot whether the agent or the user changed it, by what lies between two snapshots.

import type { TreeSource } from './diff-trees.js';
import { compareStates, type State } from './states.js';
import type { SnapshotInfo } from './types.js';

export interface Changers {
  byAgent: Set<string>;
  byUser: Set<string>;
}

export interface Step {
  info: SnapshotInfo;
  state(): Promise<State>;
}

/**
 * `steps` are all snapshots, oldest first. `claimed`: the paths the agent's tools say they wrote. They only count where it
 * is not known when a turn ended: it still runs, or the program was killed.
 */
export async function whoChanged(
  trees: TreeSource,
  steps: readonly Step[],
  from: SnapshotInfo,
  now: State,
  claimed: ReadonlySet<string> | undefined,
): Promise<Changers> {
  const changers: Changers = { byAgent: new Set(), byUser: new Set() };
  for (let i = steps.findIndex(({ info }) => info.number === from.number); i < steps.length; i++) {
    const after = (await steps[i + 1]?.state()) ?? now;
    const changes = await compareStates(trees, await steps[i]!.state(), after);
    if (changes.length === 0) continue;
    const who = changerOf(steps, i);
    for (const { path } of changes) {
      if (who === 'agent' || (who === 'unknown' && (!claimed || claimed.has(path)))) changers.byAgent.add(path);
      if (who === 'user' || (who === 'unknown' && !claimed?.has(path))) changers.byUser.add(path);
    }
  }
  return changers;
}

/** Who worked between this snapshot and the next. */
function changerOf(steps: readonly Step[], at: number): 'agent' | 'user' | 'unknown' {
  if (steps[at]!.info.kind === 'before-restore' && steps[at + 1]?.info.kind === 'after-restore') return 'agent';
  let newest: number | undefined;
  for (let i = 0; i <= at; i++) {
    if (steps[i]!.info.kind !== 'before-turn') continue;
    const end = endOfTurn(steps, i);
    if (end !== undefined && end > at) return 'agent';
    newest = end === undefined ? i : undefined;
  }
  return newest === undefined ? 'user' : 'unknown';
}

function endOfTurn(steps: readonly Step[], start: number): number | undefined {
  const { threadId, turnId } = steps[start]!.info;
  for (let i = start + 1; i < steps.length; i++) {
    const { info } = steps[i]!;
    if (info.threadId !== threadId || info.turnId !== turnId) continue;
    if (info.kind === 'after-turn') return i;
    if (info.kind === 'before-turn') return undefined;
  }
  return undefined;
}
