// revert_turn: takes back what turns changed in files, by the snapshots. Always asks; what somebody else changed since stays.
import * as z from 'zod';
import { PaiError } from '../base/error.js';
import type { Display } from '../protocol/display.js';
import type { RestoreItem } from '../protocol/snapshot.js';
import type { RevertedFiles, Tool } from './tool.js';

const schema = z.object({ turns: z.number().int().min(1).max(50).default(1) });

const shownItems = 200;

export const revertTurnTool: Tool<typeof schema> = {
  name: 'revert_turn',
  schema,
  readOnly: false,
  limits: ['always asks, at every approval level', 'the last 50 turns that changed files'],
  async prepare({ turns }, { revert }) {
    if (!revert) throw new PaiError('config', 'snapshots are off', 'Undo the change with the other tools.');
    const offer = await revert.preview(turns);
    const planned = offer.items.filter(({ conflict }) => conflict === undefined);
    if (planned.length === 0)
      throw new PaiError(
        'not-found',
        'there is nothing to put back',
        'The files are as they were, or were changed since.',
      );
    const turn = offer.isThisTurn ? 'this turn' : `the turn "${offer.label}"`;
    return {
      title: `${planned.length} ${planned.length === 1 ? 'file' : 'files'} back to before ${turn}`,
      access: { reads: [], writes: [], always: 'puts files back to how they were before' },
      preview: displaysOf(offer.items),
      run: async () => resultOf(await offer.run()),
    };
  },
};

function displaysOf(items: RestoreItem[]): Display[] {
  const of = (title: string, fits: (item: RestoreItem) => boolean): Display[] => {
    const paths = items.filter(fits).map(({ path }) => path);
    if (paths.length === 0) return [];
    return [{ kind: 'list', title, items: paths.slice(0, shownItems), total: paths.length }];
  };
  return [
    ...of('Put back', ({ does, conflict }) => does === 'restore' && !conflict),
    ...of('Deleted', ({ does, conflict }) => does === 'delete' && !conflict),
    ...of('Left as they are: not changed by the agent alone', ({ conflict }) => conflict !== undefined),
  ];
}

function resultOf({ restored, deleted, kept, failed }: RevertedFiles) {
  const of = (what: string, lines: string[]) => (lines.length === 0 ? [] : [`${what}:`, ...lines]);
  const text = [
    ...of('Put back', restored),
    ...of('Deleted', deleted),
    ...of(
      'Left as they are',
      kept.map(({ path, why }) => `${path} (${why})`),
    ),
    ...of(
      'Failed',
      failed.map(({ path, message }) => `${path}: ${message}`),
    ),
    'The user can take this back with /restore undo.',
  ].join('\n');
  const list = (title: string, items: string[]): Display[] =>
    items.length === 0 ? [] : [{ kind: 'list', title, items: items.slice(0, shownItems), total: items.length }];
  const display: Display[] = [
    ...list('Put back', restored),
    ...list('Deleted', deleted),
    ...list(
      'Left as they are',
      kept.map(({ path, why }) => `${path} (${why})`),
    ),
    ...failed.map(({ path, message }): Display => ({ kind: 'text', text: `${path}: ${message}`, tone: 'error' })),
    { kind: 'text', text: '/restore undo takes this back', tone: 'dim' },
  ];
  return { ok: failed.length === 0, text, display };
}
