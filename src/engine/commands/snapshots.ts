// Commands and questions about snapshots of the folder: by hand, cleaning, what can be restored, restoring.
import { PaiError } from '../../base/error.js';
import { fillText } from '../../base/fill-text.js';
import type { SnapshotRestored } from '../../protocol/event.js';
import type { Query } from '../../protocol/query.js';
import type { RestoreChoice } from '../../protocol/snapshot.js';
import { plainPoint } from '../../snapshot/points.js';
import type { Snapshots } from '../snapshots.js';
import type { EngineState } from '../state.js';

const mostLabel = 200;
/** Of the paths, for the model; the rest is a number. */
const mostTold = 100;

export async function takeSnapshot(state: EngineState, given = ''): Promise<void> {
  const label = given.trim().slice(0, mostLabel) || 'by hand';
  const { number, skippedCount, changed } = await demand(state).take(label);
  const { session, emitter } = state;
  const files = changed.added + changed.modified + changed.deleted;
  // A thread in which nothing was said yet is not begun by it.
  if (!session.log.isEmpty())
    emitter.emit({ threadId: session.threadId }, { type: 'snapshot.taken', number, kind: 'manual', files });
  say(state, `Snapshot #${number} of this folder was taken.${skippedText(skippedCount)}`, '/restore goes back to it.');
}

export async function cleanSnapshots(state: EngineState): Promise<void> {
  const { keptSnapshots, droppedSnapshots, freedBytes, sizeBytes } = await demand(state).clean();
  const freed = `${droppedSnapshots} dropped, ${megabytes(freedBytes)} freed`;
  say(state, `Snapshots of this folder: ${freed}; ${keptSnapshots} kept in ${megabytes(sizeBytes)}.`);
}

export async function answerSnapshots(state: EngineState, commandId: string): Promise<void> {
  const snapshots = demand(state);
  const points = (await snapshots.points()).map(plainPoint);
  const sizeBytes = await snapshots.sizeBytes();
  state.tell({ type: 'query.answered', commandId, result: { kind: 'snapshots', points, sizeBytes } });
}

export async function answerRestorePreview(
  state: EngineState,
  commandId: string,
  { wish, all }: Extract<Query, { kind: 'restore-preview' }>,
): Promise<void> {
  if (state.session.busy) throw busy();
  const offer = await demand(state).offer(wish, all ? { all: true } : {});
  state.tell({ type: 'query.answered', commandId, result: { kind: 'restore-preview', ...offer } });
}

/** Throws PaiError('conflict' | 'not-found' | 'storage'). */
export function restoreFiles(state: EngineState, previewId: string, choice: RestoreChoice): Promise<void> {
  const { session, emitter, cwd } = state;
  const snapshots = demand(state);
  return session.alone(async ({ log, threadId, emit }) => {
    const restored = await snapshots.restore(previewId, choice);
    if (log.isEmpty()) emitter.emit({ threadId }, { type: 'thread.created', cwd, title: '/restore' });
    const text = fillText(state.textForModel('context/files-restored'), { files: filesText(restored) });
    emit({ ...restored, by: 'user', text: text.trim() });
  });
}

function filesText({ restored, deleted }: Omit<SnapshotRestored, 'by' | 'text'>): string {
  const of = (what: string, paths: string[]) => {
    if (paths.length === 0) return [];
    const more = paths.length > mostTold ? ` and ${paths.length - mostTold} more` : '';
    return [
      `${what}: ${paths
        .slice(0, mostTold)
        .map((path) => JSON.stringify(path))
        .join(', ')}${more}`,
    ];
  };
  return [...of('Put back', restored), ...of('Deleted', deleted)].join('\n') || 'No file was changed.';
}

function demand({ snapshots }: EngineState): Snapshots {
  if (snapshots) return snapshots;
  throw new PaiError('config', 'snapshots are off', 'The setting snapshots switches them on.');
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const busy = () => new PaiError('conflict', 'something is running here', 'Wait for its end, or stop it with Esc.');

function skippedText(count: number): string {
  if (count === 0) return '';
  return ` ${count === 1 ? 'One file was' : `${count} files were`} left out: too large, unreadable or a repository of its own.`;
}

const say = ({ tell }: EngineState, text: string, hint?: string) =>
  tell({ type: 'notice.raised', level: 'info', text, ...(hint ? { hint } : {}) });
