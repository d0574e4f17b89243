// Which files the tasks of a team changed, and how: what the reviewer is shown, and what somebody else changed since.
import { bounded } from '../base/cut-text.js';
import { fenced } from '../base/fenced.js';
import type { DiffHunk, Display } from '../protocol/display.js';
import type { Envelope } from '../protocol/event.js';

type Diff = Extract<Display, { kind: 'diff' }>;

export interface ChangeRecord {
  /** Notes the diffs of a call that went well. */
  take(taskId: string, envelope: Envelope): void;
  diffsOf(taskId: string): Diff[];
  /** Tasks that changed the path after this one did. */
  changedSince(taskId: string, path: string): string[];
}

export function createChangeRecord(): ChangeRecord {
  const changes: { taskId: string; diff: Diff }[] = [];
  return {
    take(taskId, { event }) {
      if (event.type !== 'tool.completed' || event.outcome !== 'ok') return;
      for (const display of event.display) if (display.kind === 'diff') changes.push({ taskId, diff: display });
    },
    diffsOf: (taskId) => changes.filter((change) => change.taskId === taskId).map(({ diff }) => diff),
    changedSince(taskId, path) {
      const last = changes.findLastIndex((change) => change.taskId === taskId && change.diff.path === path);
      const later = changes.slice(last + 1).filter((change) => change.diff.path === path && change.taskId !== taskId);
      return [...new Set(later.map((change) => change.taskId))];
    },
  };
}

const mostText = 16_000;

/** For the reviewer: the diffs as patches, bounded, and a word on files that others changed since. */
export function changesText(record: ChangeRecord, taskId: string): string {
  const diffs = record.diffsOf(taskId);
  if (diffs.length === 0) return "No file was changed by the worker's tools.";
  const patches = diffs
    .map(({ path, status, hunks }) => `${status} ${path}\n${hunks.map(hunkText).join('\n')}`)
    .join('\n\n');
  const notes = [...new Set(diffs.map(({ path }) => path))].flatMap((path) => {
    const others = record.changedSince(taskId, path);
    return others.length === 0
      ? []
      : [`${path} was changed again since, by ${others.join(', ')}; it may look different now.`];
  });
  return [`Changes made:\n${fenced('changes', bounded(patches, mostText))}`, ...notes].join('\n\n');
}

function hunkText({ oldStart, oldLines, newStart, newLines, lines }: DiffHunk): string {
  return [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines].join('\n');
}
