// What a tool or a question shows, as lines: one function a kind of display. Folding rules live here.
import type { Display } from '../protocol/display.js';
import { diffLines, diffTitle } from './diff-lines.js';
import { glyphs } from './glyphs.js';
import { clippedLines, foldLine, type LineOptions, textLines } from './line-options.js';
import { gridLines } from './markdown-table.js';
import type { Line, StyleRole } from './span.js';
import { breakLine, clipLine } from './wrap.js';

const foldedTextLines = 3;
const foldedOutputLines = 5;
const foldedTableLines = 7;

const toneRoles = { plain: 'text', dim: 'dim', warning: 'warning', error: 'error' } as const;

/** `titled`: the place says whose display it is only when there are several. */
export function displayLines(display: Display, options: LineOptions, titled: boolean): Line[] {
  switch (display.kind) {
    case 'text':
      return foldedHead(display.text, toneRoles[display.tone ?? 'plain'], foldedTextLines, options);
    case 'diff':
      return [
        ...(titled ? [clipLine(diffTitle(display, options.ascii), options.width)] : []),
        ...diffLines(display, options),
      ];
    case 'file':
      return options.expanded ? fileLines(display, options) : [];
    case 'command':
      return commandLines(display, options);
    case 'list':
      return listLines(display, options);
    case 'table':
      return tableLines(display, options);
  }
}

/** The newest lines of an output, clipped; all of them, broken, when expanded. */
export function outputLines(output: string, options: LineOptions): Line[] {
  const text = output.replace(/\n+$/, '');
  if (text === '') return [];
  if (options.expanded) return breakLine([{ text, role: 'dim' }], options.width);
  const all = text.split('\n');
  const last = clippedLines(all.slice(-foldedOutputLines).join('\n'), 'dim', options);
  const hidden = all.length - last.length;
  return hidden > 0 ? [foldLine(hidden, options), ...last] : last;
}

/** The first lines of a text; all of them when expanded. */
export function foldedHead(text: string, role: StyleRole, count: number, options: LineOptions): Line[] {
  const lines = textLines(text.replace(/\n+$/, ''), role, options.width);
  if (options.expanded || lines.length <= count + 1) return lines;
  return [...lines.slice(0, count), foldLine(lines.length - count, options)];
}

function fileLines(file: Extract<Display, { kind: 'file' }>, options: LineOptions): Line[] {
  const code = file.text.replace(/\n$/, '');
  const coloured = options.highlighter?.highlightFile(code, file.path);
  const lines = coloured ?? code.split('\n').map((text): Line => [{ text, role: 'code' }]);
  const digits = String(file.firstLine + lines.length - 1).length;
  return lines.flatMap((own, at) => {
    const number = `${String(file.firstLine + at).padStart(digits)}  `;
    const room = Math.max(1, options.width - number.length);
    return breakLine(own, room).map((line, part): Line => {
      if (options.width <= number.length) return line;
      return [{ text: part === 0 ? number : ' '.repeat(number.length), role: 'dim' }, ...line];
    });
  });
}

function commandLines(command: Extract<Display, { kind: 'command' }>, options: LineOptions): Line[] {
  const line = breakLine([{ text: `$ ${command.command}`, role: 'code' }], options.width);
  const end = commandEnd(command);
  return [
    ...(options.expanded ? line : []),
    ...outputLines(command.output, options),
    ...(end === '' ? [] : [clipLine([{ text: end, role: 'error' } as const], options.width)]),
  ];
}

function commandEnd(command: Extract<Display, { kind: 'command' }>): string {
  if (command.signal !== undefined) return `ended by ${command.signal}`;
  return command.exitCode === null || command.exitCode === 0 ? '' : `exit ${command.exitCode}`;
}

function listLines(list: Extract<Display, { kind: 'list' }>, options: LineOptions): Line[] {
  const title: Line = [{ text: `${list.title} (${list.total})`, role: 'dim' }];
  if (!options.expanded) return [clipLine(title, options.width)];
  const items = list.items.flatMap((item) => breakLine([{ text: item, role: 'text' }], options.width));
  const more = list.total - list.items.length;
  return [clipLine(title, options.width), ...items, ...(more > 0 ? [moreLine(more, options)] : [])];
}

/** What was never sent here, so that no key can show it. */
function moreLine(count: number, options: LineOptions): Line {
  return foldLine(count, { ...options, expandHint: '' });
}

function tableLines(table: Extract<Display, { kind: 'table' }>, options: LineOptions): Line[] {
  const header = table.columns.map((text): Line => [{ text, role: 'strong' }]);
  const rows = table.rows.map((row) => row.map((text): Line => [{ text, role: 'text' }]));
  const lines = gridLines(header, rows, [], options.width, glyphs(options.ascii));
  if (options.expanded || lines.length <= foldedTableLines + 1) return lines;
  return [...lines.slice(0, foldedTableLines), foldLine(lines.length - foldedTableLines, options)];
}
