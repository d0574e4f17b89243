// What a terminal would show in the end, as plain text: progress bars and cursor moves reduced, escape codes dropped.
// Owns no limits; hand it bounded text.

/** CSI, OSC and string sequences (also cut-off ones), other escapes, lone control characters. */
const control = new RegExp(
  [
    '(?:\\x1b\\[|\\x9b)(?<args>[0-?]*)[ -/]*(?<final>[@-~]|$)',
    '\\x1b\\][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\|$)',
    '\\x1b[PX^_][^\\x1b]*(?:\\x1b\\\\|$)',
    '\\x1b[ -/]*(?:[0-~]|$)',
    '[\\x00-\\x08\\x0a-\\x1f\\x7f-\\x9f]',
  ].join('|'),
  'g',
);

/** Anything but text, tabs and line ends. */
const moves = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;

/** Final text of terminal output. Earlier frames of a line that is redrawn are left out. */
export function cleanOutput(raw: string): string {
  const text = raw.includes('\r') ? raw.replaceAll('\r\n', '\n') : raw;
  // Half a million short lines are nothing unusual, and a screen for them costs a hundred times the text.
  if (!moves.test(text)) return text;
  const screen = new Screen();
  let from = 0;
  for (const match of text.matchAll(control)) {
    if (match.index > from) screen.write(text.slice(from, match.index));
    from = match.index + match[0].length;
    const { args, final } = match.groups ?? {};
    if (final) screen.move(final, args ?? '');
    else screen.control(match[0]);
  }
  if (from < text.length) screen.write(text.slice(from));
  return screen.result();
}

class Screen {
  private readonly lines: string[] = [''];
  /** What a line said before a cursor move came back to it. Said once as finished, it is kept once. */
  private readonly before = new Map<number, string>();
  /** Lines overwritten in place, so that blanks at their end are left from erasing. */
  private readonly overwritten = new Set<number>();
  private row = 0;
  private column = 0;
  /** Rows above were cleared off the screen; the cursor cannot go back to them. */
  private top = 0;
  private cameBack = false;

  write(text: string): void {
    this.touch();
    const line = this.line();
    this.lines[this.row] =
      this.column >= line.length
        ? line.padEnd(this.column) + text
        : line.slice(0, this.column) + text + line.slice(this.column + text.length);
    this.column += text.length;
  }

  control(code: string): void {
    if (code === '\n') {
      this.row++;
      this.column = 0;
      this.line();
    } else if (code === '\r') {
      this.column = 0;
      if (this.line() !== '') this.overwritten.add(this.row);
    } else if (code === '\b') this.column = Math.max(0, this.column - 1);
  }

  move(final: string, args: string): void {
    const first = Number.parseInt(args, 10);
    const count = Number.isNaN(first) ? 1 : Math.max(1, first);
    if (final === 'A' || final === 'F') this.goTo(this.row - count, final === 'F' ? 0 : this.column);
    else if (final === 'B' || final === 'E') this.goTo(this.row + count, final === 'E' ? 0 : this.column);
    // Moves to the right are bounded: a huge one would only make blanks.
    else if (final === 'C') this.column = Math.min(this.column + count, 500);
    else if (final === 'D') this.column = Math.max(0, this.column - count);
    else if (final === 'G') this.column = Math.min(count, 500) - 1;
    else if (final === 'H' || final === 'f') this.goTo(this.top + count - 1, 0);
    else if (final === 'K') this.eraseLine(Number.isNaN(first) ? 0 : first);
    else if (final === 'J' && first >= 2) this.clear();
  }

  result(): string {
    const said: string[] = [];
    this.lines.forEach((text, row) => {
      const before = this.before.get(row);
      const final = this.overwritten.has(row) ? text.trimEnd() : text;
      if (before !== undefined && before !== final) said.push(before);
      if (before === undefined || final !== '') said.push(final);
    });
    return said.join('\n');
  }

  private goTo(row: number, column: number): void {
    this.cameBack = true;
    this.row = Math.min(Math.max(row, this.top), this.lines.length - 1);
    this.column = column;
  }

  private eraseLine(mode: number): void {
    this.touch();
    const line = this.line();
    this.overwritten.add(this.row);
    if (mode === 2) this.lines[this.row] = '';
    else if (mode === 1) this.lines[this.row] = ' '.repeat(this.column) + line.slice(this.column);
    else this.lines[this.row] = line.slice(0, this.column);
  }

  private clear(): void {
    this.top = this.line() === '' ? this.row : this.lines.length;
    this.row = this.top;
    this.column = 0;
    this.line();
  }

  private touch(): void {
    const line = this.line();
    const isUnmoved = !this.cameBack || this.row === this.lines.length - 1;
    if (isUnmoved || this.before.has(this.row) || line === '') return;
    this.before.set(this.row, line);
    this.overwritten.add(this.row);
  }

  private line(): string {
    while (this.row >= this.lines.length) this.lines.push('');
    return this.lines[this.row]!;
  }
}
