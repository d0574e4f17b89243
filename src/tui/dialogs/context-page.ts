// Where the model's window goes: the page of `/context`. What it says is in view/context-lines.ts.
import { cleanOneLine } from '../../view/clean.js';
import { type ContextFacts, contextBarLines, contextRows } from '../../view/context-lines.js';
import { glyphs } from '../../view/glyphs.js';
import { keyNames } from '../input/keys.js';
import { closingKeys, type Dialog, dialogEdges } from './dialog.js';
import { createScroll } from './scroll.js';

export interface ContextPageOptions {
  facts: ContextFacts & { model: string };
  close(): void;
  redraw(): void;
  ascii: boolean;
}

const mostColumns = 84;
const headRows = 3;

export function createContextPage({ facts, close, redraw, ascii }: ContextPageOptions): Dialog {
  const scroll = createScroll(ascii);
  const rowsInAll = headRows + facts.parts.length + 1;
  const separator = glyphs(ascii).separator;
  return {
    wants: (screen) => ({
      width: Math.min(screen.width, mostColumns),
      // With a blank line above the rows where there is room for one.
      height: Math.min(screen.height, rowsInAll + 1 + dialogEdges.height),
      at: 'middle',
    }),
    frame() {
      const label = scroll.label();
      return {
        role: 'borderFocus',
        title: facts.model === '' ? 'Context' : `Context ${separator} ${cleanOneLine(facts.model)}`,
        rightTitle: [{ text: 'Esc', role: 'dim' }],
        ...(label ? { bottomRight: label } : {}),
      };
    },
    lines(width, height) {
      const head = [...contextBarLines(facts, width, ascii), ...(height > rowsInAll ? [[]] : [])].slice(0, height);
      return [...head, ...scroll.window(contextRows(facts, width, ascii), Math.max(0, height - head.length))];
    },
    onInput(event) {
      const [key = ''] = keyNames(event);
      if (scroll.onKey(key)) redraw();
      else if (closingKeys.includes(key)) close();
      else return false;
      return true;
    },
  };
}
