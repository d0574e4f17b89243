// A drawing as lines of a window, with the states of now: signs, colours, times. Lays nothing out.
import { cellWidth, clipToWidth, toCells } from '../../base/width.js';
import type { Line, StyleRole } from '../../view/span.js';
import type { Drawing } from './drawing.js';
import type { LineCell } from './line-cells.js';

/** How a task is shown just now. */
export interface TaskLabel {
  sign: string;
  role: StyleRole;
  id: string;
  words: string;
  time: string;
}

export interface PaintInput {
  drawing: Drawing;
  /** The part that is seen. */
  left: number;
  top: number;
  width: number;
  height: number;
  label(id: string): TaskLabel;
  selected: string | undefined;
  /** Selected as the beginning of an arrow that is being drawn. */
  source: string | undefined;
  /** Ids of the critical path, in order. */
  lit: readonly string[];
  ascii: boolean;
}

export function paintDrawing(input: PaintInput): Line[] {
  return input.drawing.kind === 'picture' ? paintPicture(input, input.drawing) : paintLanes(input, input.drawing);
}

function paintPicture(input: PaintInput, drawing: Extract<Drawing, { kind: 'picture' }>): Line[] {
  const { left, top, width, height, selected } = input;
  const edgeRole = edgeRoles(input);
  const rows = Array.from({ length: height }, (_, y) => {
    const row = createRow(left, width);
    drawing.picture.cells[top + y]?.forEach((cell, x) => {
      if (cell) row.put(x, cell.glyph, edgeRole(cell));
    });
    return row;
  });
  for (const box of drawing.picture.boxes) {
    const row = rows[box.labelY - top];
    if (!row) continue;
    const id = drawing.ids[box.node] ?? '';
    const [open, close] = brackets(input, id);
    const room = box.x + box.width - box.labelX - 2;
    const base: StyleRole | undefined = id === selected ? 'selection' : undefined;
    const frame: StyleRole = base ?? (input.lit.includes(id) ? 'accent' : 'border');
    row.put(box.labelX, open, id === selected ? 'borderFocus' : frame);
    let x = box.labelX + 1;
    for (const { text, role } of labelSpans(input, id, room)) x = row.put(x, text, base ?? role);
    row.put(x, close, id === selected ? 'borderFocus' : frame);
  }
  return rows.map((row) => row.line());
}

function brackets({ selected, source, ascii }: PaintInput, id: string): [string, string] {
  if (id === selected) return ascii ? ['>', '<'] : ['▐', '▌'];
  return id === source ? ['{', '}'] : ['[', ']'];
}

/** Exactly `room` cells: the sign, the id and what fits of the words, and at the end the time. */
function labelSpans({ label, drawing, ascii }: PaintInput, id: string, room: number): Line {
  const { sign, role, words, time } = label(id);
  const hidden = drawing.hidden.get(id);
  const fold = hidden === undefined ? '' : ` [+${hidden}]`;
  const after = `${time === '' ? '' : ` ${time}`}${fold}`;
  const ellipsis = ascii ? '.' : '…';
  const least = cellWidth(`${sign} ${id}`);
  const tail = least + cellWidth(after) <= room ? after : least + cellWidth(fold) <= room ? fold : '';
  const text = clipToWidth(` ${id} ${words}`.trimEnd(), room - 1 - cellWidth(tail), ellipsis);
  const blank = ' '.repeat(Math.max(0, room - 1 - cellWidth(text) - cellWidth(tail)));
  return [
    { text: sign, role },
    { text: text + blank, role: role === 'dim' ? 'dim' : 'text' },
    { text: tail, role: 'dim' },
  ];
}

function paintLanes(input: PaintInput, { rows, ids, hidden }: Extract<Drawing, { kind: 'lanes' }>): Line[] {
  const { left, top, width, height, label, selected, source, lit, ascii } = input;
  const edgeRole = edgeRoles(input);
  return rows.slice(top, top + height).map((lane) => {
    const id = ids[lane.node] ?? '';
    const row = createRow(left, width);
    const { sign, role, words, time } = label(id);
    lane.cells.forEach((cell, x) => {
      if (cell) row.put(x, cell.glyph, edgeRole(cell));
    });
    row.put(lane.signX, sign, role);
    const fold = hidden.get(id) === undefined ? '' : ` [+${hidden.get(id)}]`;
    const begin = Math.max(lane.cells.length, lane.signX + 1) + 1;
    const room = Math.max(0, left + width - begin - cellWidth(time) - 1);
    const base: StyleRole =
      id === selected ? 'selection' : id === source ? 'warning' : lit.includes(id) ? 'accent' : 'text';
    const text = clipToWidth(`${id}${fold} ${words}`, room, ascii ? '.' : '…');
    const space = id === selected ? ' '.repeat(Math.max(0, room - cellWidth(text))) : '';
    row.put(begin, text + space, role === 'dim' && base === 'text' ? 'dim' : base);
    row.put(left + width - cellWidth(time), time, 'dim');
    return row.line();
  });
}

/** Lines at the selected task stand out, and those of the critical path. */
function edgeRoles({ drawing, selected, lit }: PaintInput): (cell: LineCell) => StyleRole {
  const { edges } = drawing.graph;
  const at = selected === undefined ? -1 : (drawing.indexOf.get(selected) ?? -1);
  const litPairs = new Set(lit.slice(1).map((id, before) => `${lit[before]} ${id}`));
  const isLit = (edge: number) => {
    const [from, to] = edges[edge]!;
    return litPairs.has(`${drawing.ids[from]} ${drawing.ids[to]}`);
  };
  return (cell) => {
    if (litPairs.size > 0 && cell.edges.some(isLit)) return 'accent';
    return cell.edges.some((edge) => edges[edge]!.includes(at)) ? 'strong' : 'border';
  };
}

interface Row {
  /** Returns the column behind what was put. */
  put(x: number, text: string, role: StyleRole): number;
  line(): Line;
}

/** A row of cells of which a part is seen; a wide glyph that is cut is a blank. */
function createRow(left: number, width: number): Row {
  const glyphs = new Array<string>(width).fill(' ');
  const roles = new Array<StyleRole>(width).fill('text');
  return {
    put(x, text, role) {
      let at = x - left;
      for (const cell of toCells(text)) {
        const isWhole = at >= 0 && at + cell.width <= width;
        for (let part = 0; part < cell.width; part++) {
          if (at + part < 0 || at + part >= width) continue;
          glyphs[at + part] = isWhole ? (part === 0 ? cell.text : '') : ' ';
          roles[at + part] = role;
        }
        at += cell.width;
      }
      return at + left;
    },
    line() {
      const line: Line = [];
      glyphs.forEach((glyph, at) => {
        const last = line.at(-1);
        if (last && last.role === roles[at]) last.text += glyph;
        else line.push({ text: glyph, role: roles[at]! });
      });
      return line;
    },
  };
}
