// The message box: the draft, and above it what is queued. Editing lives in editor.ts.

import { clipToWidth } from '../../base/width.js';
import { glyphs, inOneLine } from '../../view/glyphs.js';
import type { Line } from '../../view/span.js';
import type { View } from '../../view/view-model.js';
import type { Editor, RenderedDraft } from '../editor.js';
import type { HistorySearch } from '../history-search.js';
import { addresseeLabel, type UiState } from '../ui-state.js';
import type { Panel } from './panel.js';

const maxDraftRows = 8;
const maxQueueRows = 3;

export interface MessageOptions {
  view: View;
  editor: Editor;
  search: HistorySearch;
  /** Whom it is for, and what the app has to say about the last key, e.g. how to quit. */
  ui: Pick<UiState, 'hint' | 'addressee'>;
  ascii: boolean;
}

export function createMessagePanel({ view, editor, search, ui, ascii }: MessageOptions): Panel {
  const sign = () => `${ui.addressee?.agentId ?? ''}${glyphs(ascii).prompt} `;
  const ellipsis = glyphs(ascii).ellipsis;
  let caret = { x: 0, y: 0 };
  let hidden = { above: 0, below: 0 };

  const draftWidth = (width: number, framed: boolean) => (framed ? width : width - sign().length);
  const queueRows = () => Math.min(view.queue.length, maxQueueRows + 1);
  const queueLines = (width: number): Line[] => {
    const shown = view.queue.slice(0, view.queue.length > maxQueueRows + 1 ? maxQueueRows : undefined);
    const lines = shown.map(
      ({ text }): Line => [
        { text: `${ascii ? '>' : '⧗'} queued `, role: 'dim' },
        { text: clipToWidth(text.replaceAll('\n', ' '), Math.max(4, width - 9), ellipsis), role: 'text' },
      ],
    );
    const more = view.queue.length - shown.length;
    return more > 0 ? [...lines, [{ text: `  and ${more} more`, role: 'dim' }]] : lines;
  };
  /** Without a border the draft is told from the conversation by a sign, and hints stand where the draft would. */
  const unframed = (draft: RenderedDraft, queue: number): Line[] => {
    const said = ui.hint;
    caret = { x: draft.caret.x + sign().length, y: draft.caret.y + queue };
    const lines: Line[] = said && editor.isEmpty() ? [[{ text: said, role: 'warning' }]] : draft.lines;
    return lines.map((line, row) => [{ text: row === 0 ? sign() : '  ', role: 'accent' }, ...line]);
  };

  /** What the keys do just now, where that is not what they always do. */
  const keysFor = (focused: boolean): string | undefined => {
    const joined = (keys: string[]) => inOneLine(keys, ascii);
    // In a panel, under a question, and in the review of a plan these keys do something else.
    if (!focused) return undefined;
    if (search.isOpen()) return joined(['Enter takes', 'Ctrl+R older', 'Esc back']);
    if (editor.startsTyped && editor.startsWith('!')) return 'Enter runs it as a command of yours';
    if (ui.addressee) return joined(['Enter sends before its next step', 'Esc to all']);
    if (view.compacting && !view.turn) return joined(['Esc stops the compaction', 'Enter queues']);
    if (view.plan?.inReview) return joined(['Alt+2 to the plan', 'Esc stops', 'Enter queues']);
    if (view.turn) return joined(['Esc stops', 'Enter queues', 'Ctrl+S steers']);
    return view.shell ? 'Esc stops the command' : undefined;
  };

  return {
    wantedRows(width, framed) {
      const rows = search.isOpen() ? search.wantedRows(width) : editor.rowCount(draftWidth(width, framed));
      return Math.min(rows, maxDraftRows) + queueRows();
    },
    frame(focused) {
      const said = ui.hint;
      const scrolled = search.isOpen() ? '' : hiddenLabel(hidden, ascii);
      const keys = keysFor(focused);
      const to = addresseeLabel(ui, ascii);
      return {
        role: focused ? 'borderFocus' : 'border',
        title: said
          ? [{ text: said, role: 'warning' }]
          : to === undefined
            ? 'Message'
            : [{ text: `Message to ${to}`, role: 'accent' }],
        // A hint may need the whole width.
        ...(keys === undefined || said ? {} : { rightTitle: [{ text: keys, role: 'dim' as const }] }),
        ...(scrolled ? { bottomRight: [{ text: scrolled, role: 'dim' as const }] } : {}),
      };
    },
    lines(width, height, { framed }) {
      const queue = queueLines(width).slice(0, Math.max(0, height - 1));
      if (search.isOpen()) {
        const lines = search.lines(width, height - queue.length);
        caret = { x: search.caret().x, y: search.caret().y + queue.length };
        return [...queue, ...lines];
      }
      const draft = editor.render(draftWidth(width, framed), height - queue.length);
      hidden = { above: draft.hiddenAbove, below: draft.hiddenBelow };
      if (!framed) return [...queue, ...unframed(draft, queue.length)];
      caret = { x: draft.caret.x, y: draft.caret.y + queue.length };
      return [...queue, ...draft.lines];
    },
    caret: () => caret,
  };
}

/** How many rows of a long draft are not seen, e.g. `↑ 4 ↓ 2`. */
function hiddenLabel({ above, below }: { above: number; below: number }, ascii: boolean): string {
  const parts = [above > 0 ? `${ascii ? '^' : '↑'} ${above}` : '', below > 0 ? `${ascii ? 'v' : '↓'} ${below}` : ''];
  return parts.filter((part) => part !== '').join(' ');
}
