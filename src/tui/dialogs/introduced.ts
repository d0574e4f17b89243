// A dialog with a few lines above it, which waits for a quiet moment before it takes an answer where nobody asked for it.
import type { Line } from '../../view/span.js';
import { wrapLine } from '../../view/wrap.js';
import { keyNames } from '../input/keys.js';
import type { Arming } from './arming.js';
import { type Dialog, dialogEdges } from './dialog.js';

const decisions: readonly string[] = ['enter', 'escape', 'ctrl+c'];

export function withIntro(dialog: Dialog, intro: readonly Line[], arming?: Arming): Dialog {
  /** The list keeps most of a small screen. */
  const above = (width: number, height: number) =>
    intro.flatMap((line) => wrapLine(line, width)).slice(0, Math.max(0, height - 5));
  let rows = 0;
  return {
    ...dialog,
    wants(screen) {
      const wanted = dialog.wants(screen);
      const more = above(wanted.width - dialogEdges.width, screen.height).length;
      return { ...wanted, height: Math.min(screen.height, wanted.height + more) };
    },
    lines(width, height) {
      const head = above(width, height);
      rows = head.length;
      return [...head, ...dialog.lines(width, height - rows)];
    },
    caret() {
      const at = dialog.caret?.();
      return at ? { x: at.x, y: at.y + rows } : null;
    },
    onInput(event) {
      const mayDecide = arming?.allows() ?? true;
      const [key = ''] = keyNames(event);
      return !mayDecide && decisions.includes(key) ? true : dialog.onInput(event);
    },
    onPainted(visible) {
      if (visible) arming?.painted();
      else arming?.reset();
    },
  };
}
