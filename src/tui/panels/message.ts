// The message box: the draft, and above it what is queued. Editing lives in editor.ts.
import { clipToWidth } from '../../base/width.js';
import type { Line } from '../../view/span.js';
import type { View } from '../../view/view-model.js';
import type { Editor } from '../editor.js';
import type { Panel } from './panel.js';

const maxDraftRows = 8;
const maxQueueRows = 3;
const frameRows = 2;

export interface MessageOptions {
  view: View;
  editor: Editor;
  /** What the app has to say about the last key, e.g. how to quit. */
  hint(): string | undefined;
  ascii: boolean;
}

export function createMessagePanel({ view, editor, hint, ascii }: MessageOptions): Panel {
  let caret = { x: 0, y: 0 };
  return {
    wantedRows: (width) =>
      editor.render(Math.max(1, width - 4), maxDraftRows).lines.length + queueLines(view, width).length + frameRows,
    frame(focused) {
      const said = hint();
      return {
        role: focused ? 'borderFocus' : 'border',
        title: said ? [{ text: said, role: 'warning' }] : 'Message',
        ...(view.turn
          ? { rightTitle: [{ text: 'Esc stops · Enter queues · Ctrl+S steers', role: 'dim' as const }] }
          : {}),
      };
    },
    lines(width, height) {
      const queue = queueLines(view, width).slice(0, Math.max(0, height - 1));
      const draft = editor.render(width, height - queue.length);
      caret = { x: draft.caret.x, y: draft.caret.y + queue.length };
      return [...queue, ...draft.lines];
    },
    caret: () => caret,
  };

  function queueLines({ queue }: View, width: number): Line[] {
    const mark = ascii ? '>' : '⧗';
    const shown = queue.slice(0, maxQueueRows).map(
      ({ text }): Line => [
        { text: `${mark} queued `, role: 'dim' },
        { text: clipToWidth(text.replaceAll('\n', ' '), Math.max(4, width - 10), ascii ? '...' : '…'), role: 'text' },
      ],
    );
    const more = queue.length - shown.length;
    return more > 0 ? [...shown, [{ text: `  and ${more} more`, role: 'dim' }]] : shown;
  }
}
