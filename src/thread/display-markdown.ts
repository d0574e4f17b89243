// Displays as Markdown: what a tool showed, in fences that its content cannot leave. Pure.
import { revealControls, stripControls } from '../base/sanitize.js';
import type { Display } from '../protocol/display.js';

/** None for displays that say nothing. */
export function displayMarkdown(display: Display): string[] {
  switch (display.kind) {
    case 'text':
      return display.text.trim() === '' ? [] : [fenced(stripControls(display.text), 'text')];
    case 'diff':
      return [diff(display)];
    case 'file':
      return [`${codeSpan(display.path)}, from line ${display.firstLine} of ${display.totalLines}`];
    case 'command':
      return [command(display)];
    case 'list':
      return [list(display)];
    case 'table':
      return [table(display)];
  }
}

/** A code block whose fence is longer than any in the text. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n+$/, '')}\n${fence}`;
}

/** Text of one line as code inside a line. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  if (line === '') return '';
  const runs = [...line.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Line ends show as `⏎`, everything invisible is written out. */
export function oneLine(text: string): string {
  return revealControls(text.replace(/\r\n?/g, '\n').trim()).replace(/\n/g, '⏎').replace(/\t/g, ' ');
}

function diff({ path, status, hunks }: Extract<Display, { kind: 'diff' }>): string {
  const name = oneLine(path);
  const lines = hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines.map((line) => revealControls(line.replace(/[\r\n]+$/, ''))),
  ]);
  const before = status === 'added' ? '/dev/null' : `a/${name}`;
  const after = status === 'deleted' ? '/dev/null' : `b/${name}`;
  return fenced([`--- ${before}`, `+++ ${after}`, ...lines].join('\n'), 'diff');
}

function command({ command: line, output, exitCode, signal }: Extract<Display, { kind: 'command' }>): string {
  const end =
    signal === undefined ? (exitCode === null || exitCode === 0 ? '' : `exit ${exitCode}`) : `ended by ${signal}`;
  const said = stripControls(output).replace(/\n+$/, '');
  return fenced([`$ ${revealControls(line)}`, said, end].filter((part) => part !== '').join('\n'), 'console');
}

function list({ title, items, total }: Extract<Display, { kind: 'list' }>): string {
  const more = total - items.length;
  const rows = [...items.map(oneLine), ...(more > 0 ? [`and ${more} more`] : [])];
  return `${oneLine(title)} (${total})\n\n${fenced(rows.join('\n'), 'text')}`;
}

function table({ columns, rows }: Extract<Display, { kind: 'table' }>): string {
  const row = (cells: string[]) => `| ${cells.map(tableCell).join(' | ')} |`;
  return [row(columns), row(columns.map(() => '---')), ...rows.map(row)].join('\n');
}

const tableCell = (text: string) => oneLine(text).replace(/[\\|`*_<>]/g, '\\$&');
