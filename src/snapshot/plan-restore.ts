// Works out what a restore would do, before anything is done. Changes nothing.
import { recordedPermissions } from './details.js';
import { asPathChange, type StoredFile, type TreeChange, type TreeSource } from './diff-trees.js';
import { findObstacle } from './obstacles.js';
import { compareStates, type State } from './states.js';
import type { ConflictReason, RestorePreview, RestoreScope } from './types.js';
import type { Changers } from './who-changed.js';

/** One path that is to be made what the snapshot says. */
export interface Deed {
  path: string;
  now?: StoredFile;
  /** Absent: the path is to be deleted. */
  wanted?: StoredFile;
  permissions?: number;
  conflict?: ConflictReason;
  /** What is to be moved aside when the conflict is overruled. */
  obstacle?: string;
}

export interface Plan {
  deeds: Deed[];
  outside: TreeChange[];
}

export interface PlanInput {
  root: string;
  trees: TreeSource;
  snapshot: State;
  now: State;
  scope: RestoreScope;
  changers: Changers;
  /** True for a path the snapshot does not hold because it was not looked at. */
  wasUnseen(path: string): Promise<boolean>;
}

export async function planRestore(input: PlanInput): Promise<Plan> {
  const { root, trees, snapshot, now, changers } = input;
  const isAsked = scopeTest(root, input.scope, changers);
  const changes = await compareStates(trees, now, snapshot);
  const deeds = changes
    .filter(({ path }) => isAsked(path))
    .map((change) => deedOf(change, snapshot, changers.byUser.has(change.path)));
  for (const deed of deeds) {
    if (!deed.wanted && !deed.conflict && (await input.wasUnseen(deed.path))) deed.conflict = 'unknown-then';
  }
  const deleted = new Set(deeds.filter(({ wanted, conflict }) => !wanted && !conflict).map(({ path }) => path));
  for (const deed of deeds) {
    if (!deed.wanted) continue;
    const found = findObstacle(root, deed.path, deed.now !== undefined, deleted);
    if (!found) continue;
    // Whoever overrules must know of both; the link is the one that cannot be overruled.
    deed.conflict = found.reason;
    deed.obstacle = found.path;
  }
  return { deeds, outside: changes.filter(({ path }) => !isAsked(path)) };
}

function deedOf({ path, before, after }: TreeChange, snapshot: State, isUsers: boolean): Deed {
  const permissions = after && recordedPermissions(snapshot.details, path, after.mode);
  return {
    path,
    ...(before ? { now: before } : {}),
    ...(after ? { wanted: after } : {}),
    ...(permissions === undefined ? {} : { permissions }),
    ...(isUsers ? { conflict: 'changed-since' as const } : {}),
  };
}

/** What the user is shown of a plan. */
export function describePlan(
  plan: Plan,
): Pick<RestorePreview, 'restore' | 'delete' | 'conflicts' | 'outside' | 'seen'> {
  const free = plan.deeds.filter(({ conflict }) => !conflict);
  return {
    restore: free
      .filter(({ wanted }) => wanted)
      .map(({ path, now, wanted }) => asPathChange(change(path, now, wanted))),
    delete: free.filter(({ wanted }) => !wanted).map(({ path }) => path),
    conflicts: plan.deeds.flatMap(({ path, wanted, conflict }) =>
      conflict ? [{ path, wants: wanted ? ('restore' as const) : ('delete' as const), reason: conflict }] : [],
    ),
    outside: plan.outside.map(asPathChange),
    seen: plan.deeds.map((deed) => [deed.path, stateOf(deed)]),
  };
}

/** The same words for the same file. */
export const stateOf = ({ now }: Deed) => (now ? `${now.mode.toString(8)} ${now.oid}` : '');

const change = (path: string, before: StoredFile | undefined, after: StoredFile | undefined): TreeChange => ({
  path,
  ...(before ? { before } : {}),
  ...(after ? { after } : {}),
});

export function scopeTest(root: string, scope: RestoreScope, changers: Changers): (path: string) => boolean {
  if (scope.all) return () => true;
  if (scope.paths) {
    const paths = scope.paths.map((path) => relativePath(root, path));
    return (path) => paths.some((asked) => asked === '' || path === asked || path.startsWith(`${asked}/`));
  }
  const agents = scope.changedByAgent
    ? new Set(scope.changedByAgent.map((path) => relativePath(root, path)))
    : changers.byAgent;
  return (path) => agents.has(path);
}

/** A path outside of the folder stays absolute or begins with `..`, so that it fits nothing. */
export function relativePath(root: string, path: string): string {
  const inside = path === root ? '' : path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  return inside
    .replace(/^(?:\.\/+)+/, '')
    .replace(/\/+$/, '')
    .replace(/^\.$/, '');
}
