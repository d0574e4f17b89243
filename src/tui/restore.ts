// Going back with files: the list of states, the preview, and what is sent once a person has chosen. The engine restores.
import type { RestoreWish, SnapshotPoint } from '../protocol/snapshot.js';
import { cleanOneLine } from '../view/clean.js';
import { formatBytes, formatCount, formatElapsed } from '../view/format.js';
import type { ActionScope } from './actions.js';
import { ignoreRejected } from './dialogs/ignore-rejected.js';
import { createRestorePage } from './dialogs/restore-page.js';
import type { SearchItem } from './dialogs/search-list.js';

export type RestoreScope = Pick<
  ActionScope,
  'ask' | 'carryOut' | 'dialogs' | 'now' | 'monotonicMs' | 'redraw' | 'ascii' | 'ui'
>;

/** Without a wish it is asked which state. */
export function openRestore(scope: RestoreScope, wish?: RestoreWish): void {
  if (wish) {
    void previewRestore(scope, wish);
    return;
  }
  scope
    .ask('snapshots')
    .then(({ points, sizeBytes }) =>
      scope.dialogs.search(
        {
          title: `Restore files (snapshots take ${formatBytes(sizeBytes)})`,
          empty: 'there is no snapshot of this folder yet',
          items: pointItems(points, scope.now()),
        },
        (point) => void previewRestore(scope, { number: point.number }),
      ),
    )
    .catch(ignoreRejected);
}

interface Beside {
  /** Said in the preview. */
  also: string;
  /** Done once the person has chosen, before the files. */
  first(): Promise<void>;
}

/** Shows what would be done; Enter there does it. */
export async function previewRestore(scope: RestoreScope, wish: RestoreWish, beside?: Beside): Promise<void> {
  const { ui, dialogs, now, monotonicMs, redraw, ascii } = scope;
  ui.hint = 'Looking through the folder';
  redraw();
  try {
    const offer = await scope.ask('restore-preview', { wish });
    dialogs.show((close) =>
      createRestorePage({
        offer,
        ...(beside ? { also: beside.also } : {}),
        onRestore(choice) {
          close();
          void (beside?.first() ?? Promise.resolve())
            .then(() => scope.carryOut({ type: 'snapshot.restore', previewId: offer.previewId, choice }))
            .catch(ignoreRejected);
        },
        onCancel: close,
        now,
        monotonicMs,
        redraw,
        ascii,
      }),
    );
  } catch (error) {
    ignoreRejected(error);
  } finally {
    if (ui.hint === 'Looking through the folder') ui.hint = undefined;
    redraw();
  }
}

export function pointItems(points: readonly SnapshotPoint[], now: number): SearchItem<SnapshotPoint>[] {
  return points
    .filter(({ kind, turn }) => kind !== 'before-turn' || turn !== undefined)
    .map((point) => {
      const { kind, label, at, files, number, turn } = point;
      const what = { 'before-turn': 'before: ', 'before-restore': '', manual: 'snapshot: ' }[kind];
      const changed = files === undefined ? [] : [`${formatCount(files, 'file')} changed`];
      return {
        value: point,
        label: `${what}${cleanOneLine(label)}`,
        detail: [`${formatElapsed(now - at)} ago`, ...changed].join(', '),
        right: turn === undefined ? `#${number}` : `turn ${turn}`,
      };
    });
}
