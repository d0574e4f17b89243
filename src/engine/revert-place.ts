// What revert_turn works with: turns counted from the running one back, previews and restores in the middle of a turn.
import type { SnapshotRestored } from '../protocol/event.js';
import type { RestoreChoice } from '../protocol/snapshot.js';
import type { Restores } from '../snapshot/restores.js';
import type { RevertPlace } from '../tool/tool.js';
import type { SessionScope } from './scopes.js';
import type { TurnSnapshot } from './turn-snapshot.js';

export interface RevertPlaceOptions {
  turn: Pick<TurnSnapshot, 'hasBegun' | 'split'>;
  scope: Pick<SessionScope, 'turnId' | 'emit'>;
  restores: Restores;
  restore(previewId: string, choice: RestoreChoice): Promise<Omit<SnapshotRestored, 'by' | 'text'>>;
}

export function revertPlace({ turn, scope, restores, restore }: RevertPlaceOptions): RevertPlace {
  return {
    async preview(turns) {
      // What was changed in this turn is the agent's only up to a snapshot.
      const hasBegun = turn.hasBegun();
      if (hasBegun) await turn.split();
      const skip = hasBegun ? {} : { unchangedTurnId: scope.turnId };
      const { previewId, point, items } = await restores.offer({ turn: turns }, skip);
      return {
        label: point.label,
        isThisTurn: point.turnId === scope.turnId,
        items,
        async run() {
          const restored = await restore(previewId, {});
          scope.emit({ ...restored, by: 'agent' });
          return restored;
        },
      };
    },
  };
}
