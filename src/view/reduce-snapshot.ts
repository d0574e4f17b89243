// Snapshots and restores of the folder: the number in the status line, and what became of the files, to unfold.
import type { DurableEvent, SnapshotRestored } from '../protocol/event.js';
import { cleanOneLine } from './clean.js';
import { formatCount } from './format.js';
import { addNotice } from './reduce-notice.js';
import type { View } from './view-model.js';

type Taken = Extract<DurableEvent, { type: 'snapshot.taken' }>;

export function noteSnapshot(view: View, { number, kind, turnId }: Taken): boolean {
  view.snapshot = number;
  const { snapshots } = view.bookkeeping;
  // A turn may be looked at again in its middle.
  if (kind === 'before-turn' && turnId !== undefined && !snapshots.has(turnId)) snapshots.set(turnId, number);
  return true;
}

/** What the agent's own tool did stands with its call. */
export function showRestore(view: View, event: SnapshotRestored): boolean {
  if (event.by === 'agent') return false;
  const { restored, deleted, kept, failed } = event;
  const parts = [
    ...counted(restored.length, 'put back'),
    ...counted(deleted.length, 'deleted'),
    ...counted(kept.length, 'left as they are'),
    ...counted(failed.length, 'failed'),
  ];
  const what = parts.length === 0 ? 'no file differed' : parts.join(', ');
  const isUndoable = restored.length + deleted.length > 0;
  const hint = isUndoable ? '/restore undo takes this back.' : undefined;
  addNotice(view, failed.length > 0 ? 'error' : 'info', `Files as of snapshot #${event.number}: ${what}.`, hint);
  const block = view.blocks.at(-1);
  if (block?.kind === 'notice' && parts.length > 0) block.detail = detailOf(event);
  return true;
}

function counted(count: number, what: string): string[] {
  return count === 0 ? [] : [`${formatCount(count, 'file')} ${what}`];
}

/** Markdown; names are shown as they are, not as markup. */
function detailOf({ restored, deleted, kept, failed, movedAside }: SnapshotRestored): string {
  const name = (path: string) => codeOf(cleanOneLine(path));
  const of = (what: string, lines: string[]) => (lines.length === 0 ? [] : [`${what}:`, '', ...lines, '']);
  return [
    ...of(
      'Put back',
      restored.map((path) => `- ${name(path)}`),
    ),
    ...of(
      'Deleted',
      deleted.map((path) => `- ${name(path)}`),
    ),
    ...of(
      'Left as they are',
      kept.map(({ path, why }) => `- ${name(path)}: ${cleanOneLine(why)}`),
    ),
    ...of(
      'Failed',
      failed.map(({ path, message }) => `- ${name(path)}: ${codeOf(cleanOneLine(message))}`),
    ),
    ...of(
      'Moved aside',
      movedAside.map(({ path, to }) => `- ${name(path)}: now ${name(to)}`),
    ),
  ]
    .join('\n')
    .trim();
}

/** A code span that ends where the text ends, whatever backticks are in it. */
function codeOf(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}
