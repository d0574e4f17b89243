// The box of a question of the model: answers to pick from, and a line for one's own. Enter answers; nothing that was typed before it was seen counts.
import { cellWidth } from '../../base/width.js';
import { glyphs } from '../../view/glyphs.js';
import type { Line } from '../../view/span.js';
import { clipLine, wrapLine } from '../../view/wrap.js';
import type { InputEvent } from '../input/keys.js';
import { type BoxOptions, type KeyOffer, offeredKeys, type QuestionBox } from './question-box.js';
import { createQuestionLines } from './question-lines.js';
import { createScroll } from './scroll.js';
import { createTextLine } from './text-line.js';

/** In a smaller box the keys take one row. */
const roomyRows = 8;

export function createAskBox({ approval, answer, ascii, unanswerable }: BoxOptions): QuestionBox {
  const { choices = [] } = approval.request;
  const question = createQuestionLines(approval, ascii);
  const scroll = createScroll(ascii);
  const own = createTextLine();
  const signs = glyphs(ascii);
  /** The last row is one's own answer. */
  const ownRow = choices.length;
  let selected = 0;
  let caret: { x: number; y: number } | null = null;

  const ownPrompt = choices.length > 0 ? 'Other: ' : 'Answer: ';
  const sign = (row: number) => `${row === selected ? signs.prompt : ' '} `;
  const bodyLines = (width: number) => question.parts(width, false).flatMap(({ lines }) => lines);
  const offers: KeyOffer[] = [
    ['Enter', 'answer'],
    ...(ownRow > 0 ? [[ascii ? 'arrows' : '↑↓', 'choose'] satisfies KeyOffer] : []),
    ['Esc', 'no answer'],
  ];
  const keys = (width: number, most = 2) => unanswerable?.(width) ?? offeredKeys(offers, width, most);

  /** A choice is shown whole, on as many rows as it needs. */
  const choiceLines = (row: number, width: number): Line[] =>
    wrapLine([{ text: `${sign(row)}${choices[row]}`, role: row === selected ? 'selection' : 'text' }], width, 2);

  function ownLine(width: number): Line {
    const start = `${sign(ownRow)}${ownPrompt}`;
    const line: Line = [
      { text: start, role: selected === ownRow ? 'accent' : 'dim' },
      { text: own.visible(Math.max(1, width - start.length - 1)), role: 'text' },
    ];
    return clipLine(line, width, signs.ellipsis);
  }

  /** The rows to choose from, of which `room` are shown, the selected one among them. */
  function listLines(width: number, room: number): { lines: Line[]; ownAt: number | undefined } {
    const rows = choices.map((_, row) => choiceLines(row, width));
    const all = [...rows.flat(), ownLine(width)];
    const start = rows.slice(0, selected).flat().length;
    const end = start + (rows[selected]?.length ?? 1);
    const top = Math.max(0, Math.min(start, Math.max(end - room, 0)));
    const ownAt = all.length - 1 - top;
    return { lines: all.slice(top, top + room), ownAt: ownAt < room ? ownAt : undefined };
  }

  const moves: Record<string, number> = { up: -1, down: 1 };
  function onKey(key: string): boolean {
    const move = ownRow > 0 && Object.hasOwn(moves, key) ? moves[key] : undefined;
    if (move !== undefined) selected = Math.max(0, Math.min(ownRow, selected + move));
    else if (key === 'escape' || key === 'ctrl+c') answer({ kind: 'deny' });
    else if (key === 'enter') send();
    else return false;
    return true;
  }

  function send(): void {
    const text = selected === ownRow ? own.text().trim() : (choices[selected] ?? '');
    if (text !== '') answer({ kind: 'answer', text });
  }

  function write(event: InputEvent): boolean {
    if (own.onInput(event) !== 'changed') return false;
    selected = ownRow;
    return true;
  }

  return {
    isFullScreen: () => false,
    rows: (width) =>
      bodyLines(width).length + choices.flatMap((_, row) => choiceLines(row, width)).length + 1 + keys(width).length,
    lines(width, height) {
      const bottom = keys(width, height < roomyRows ? 1 : 2).slice(0, Math.max(1, height - 2));
      // The question keeps some rows however many choices there are, and the choices theirs however long it is.
      const body = bodyLines(width);
      const room = Math.max(1, height - bottom.length);
      const forList = Math.max(
        1,
        Math.min(listLines(width, room).lines.length, room - Math.min(body.length, Math.ceil(room / 3))),
      );
      const window = scroll.window(body, Math.max(0, room - forList));
      const list = listLines(width, forList);
      caret = null;
      if (selected === ownRow && list.ownAt !== undefined) {
        const start = `${sign(ownRow)}${ownPrompt}`;
        const written = own.visible(Math.max(1, width - start.length - 1));
        caret = { x: Math.min(width - 1, cellWidth(start + written)), y: window.length + list.ownAt };
      }
      return [...window, ...list.lines, ...bottom];
    },
    caret: () => caret,
    label: () => scroll.label(),
    onInput(event, mayAnswer) {
      // Also text waits for the box to have been seen: it was meant for the message.
      if (!mayAnswer()) return true;
      if (event.type === 'key' && onKey(event.key)) return true;
      if (write(event)) return true;
      return event.type === 'key' && scroll.onKey(event.key);
    },
    onWheel(rows) {
      scroll.by(rows);
    },
  };
}
