// Threads as a table for people. Owns its columns and what gives way when the terminal is narrow.
import { cellWidth, clipToWidth } from '../base/width.js';
import type { ThreadSummary } from '../protocol/query.js';
import { cleanOneLine } from '../view/clean.js';
import { formatCount, formatPath } from '../view/format.js';

export interface TableOptions {
  /** Shown as `~`. */
  userHome: string;
  /** Cells of the terminal; absent: no terminal, and nothing is cut. */
  columns?: number | undefined;
}

const leastTitle = 12;

/** One line a thread: id, title, turns, when, folder. */
export function threadTable(threads: readonly ThreadSummary[], { userHome, columns }: TableOptions): string {
  const rows = threads.map(({ threadId, title, turns, updatedAt, cwd }) => ({
    threadId,
    title: cleanOneLine(title),
    rest: [formatCount(turns, 'turn').padEnd(8), minuteOf(updatedAt), cleanOneLine(formatPath(cwd, userHome))].join(
      '  ',
    ),
  }));
  const widest = (cells: string[]) => Math.max(...cells.map(cellWidth));
  const idWidth = widest(rows.map(({ threadId }) => threadId));
  const fullTitle = widest(rows.map(({ title }) => title));
  const room = columns === undefined ? fullTitle : columns - idWidth - 4 - widest(rows.map(({ rest }) => rest));
  const titleWidth = Math.min(fullTitle, Math.max(leastTitle, room));
  const line = ({ threadId, title, rest }: (typeof rows)[number]) =>
    `${padded(threadId, idWidth)}  ${padded(clipToWidth(title, titleWidth, '…'), titleWidth)}  ${rest}`;
  const shown = (row: string) => (columns === undefined ? row : clipToWidth(row, columns, '…'));
  return rows.map((row) => `${shown(line(row))}\n`).join('');
}

const padded = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - cellWidth(text)));

/** `2026-11-30 14:05`, local time. */
function minuteOf(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
