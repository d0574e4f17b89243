// What an emulated terminal shows, as data that tests compare. Drives nothing.
import type { IBufferLine, Terminal } from '@xterm/headless';

/** Equal for screens that look the same. */
export interface Picture {
  text: string;
  cells: string[][];
  cursor: [number, number];
}

/** The rows; cells at their ends that were never written are left out. */
export function textOf({ rows, buffer: { active } }: Terminal): string {
  const row = (y: number) => active.getLine(active.baseY + y)?.translateToString(true);
  return Array.from({ length: rows }, (_, y) => row(y)).join('\n');
}

export function pictureOf(terminal: Terminal): Picture {
  const { active } = terminal.buffer;
  const rows = Array.from({ length: terminal.rows }, (_, y) => active.getLine(active.baseY + y));
  const text = textOf(terminal).replaceAll(/ +$/gm, '');
  return { text, cells: rows.map(cellsOfRow), cursor: [active.cursorX, active.cursorY] };
}

/** Every cell's character, colours and attributes. */
function cellsOfRow(row: IBufferLine | undefined): string[] {
  return Array.from({ length: row?.length ?? 0 }, (_, x) => {
    const cell = row?.getCell(x);
    if (!cell || cell.getWidth() === 0) return '';
    const flags = [cell.isBold(), cell.isDim(), cell.isItalic(), cell.isUnderline(), cell.isInverse()];
    const looks = [cell.getFgColor(), cell.getBgColor(), ...flags.map((flag) => (flag ? 1 : 0))];
    return `${cell.getChars() || ' '} ${looks.join(',')}`;
  });
}

/** The private modes that these bytes switched, as they stand at their end: on or off. */
export function modesAfter(bytes: string): Map<string, boolean> {
  const switched = [...bytes.matchAll(/\x1b\[\?([\d;]+)([hl])/g)];
  return new Map(switched.flatMap(([, numbers = '', to]) => numbers.split(';').map((mode) => [mode, to === 'h'])));
}
