// What was said last in the threads of a list: asked for when one is to be seen, kept while the list is open.

import { stripControls } from '../../base/sanitize.js';
import type { ThreadPreview } from '../../protocol/query.js';
import { glyphs } from '../../view/glyphs.js';
import type { Line } from '../../view/span.js';
import { wrapLine } from '../../view/wrap.js';
import type { Ask } from '../commander.js';

export interface ThreadPreviews {
  /** The newest lines of what was said, for a pane of this size; asked for when it was not yet. */
  lines(threadId: string, width: number, height: number): Line[];
}

type State = { kind: 'asked' } | { kind: 'failed' } | { kind: 'there'; said: ThreadPreview['said'] };

export function createThreadPreviews(options: { ask: Ask; redraw(): void; ascii: boolean }): ThreadPreviews {
  const known = new Map<string, State>();
  let wanted: string | undefined;
  let isAsking = false;

  /** One at a time, so that holding an arrow key down does not read every thread it passes. */
  async function askNext(): Promise<void> {
    while (wanted !== undefined && !known.has(wanted)) {
      const threadId = wanted;
      known.set(threadId, { kind: 'asked' });
      known.set(threadId, await answer(threadId));
      options.redraw();
    }
    isAsking = false;
  }
  const answer = (threadId: string): Promise<State> =>
    options.ask('preview', { threadId }).then(
      ({ said }): State => ({ kind: 'there', said }),
      // Why is told by the refusal itself.
      (): State => ({ kind: 'failed' }),
    );

  return {
    lines(threadId, width, height) {
      wanted = threadId;
      if (!isAsking && !known.has(threadId)) {
        isAsking = true;
        void askNext();
      }
      const state = known.get(threadId) ?? { kind: 'asked' };
      if (state.kind !== 'there') {
        const text = state.kind === 'failed' ? 'it cannot be read' : options.ascii ? 'reading...' : 'reading…';
        return [[{ text, role: 'dim' }]];
      }
      return state.said.flatMap((one) => saidLines(one, width, options.ascii)).slice(-height);
    },
  };
}

function saidLines({ from, text }: ThreadPreview['said'][number], width: number, ascii: boolean): Line[] {
  const sign = from === 'user' ? `${glyphs(ascii).prompt} ` : '';
  const role = from === 'user' ? 'user' : 'text';
  const lines = stripControls(text)
    .split('\n')
    .flatMap((line, at) =>
      wrapLine([{ text: (at === 0 ? sign : '') + line, role }], width, at === 0 ? sign.length : 0),
    );
  return [...lines, []];
}
