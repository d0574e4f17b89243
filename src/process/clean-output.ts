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

interface ScreenLine {
  text: string;
  /** What the line said before a cursor move came back to it. Said once as finished, it is kept once. */
  before?: string;
  /** Overwritten in place, so blanks at its end are left from erasing. */
  overwritten: boolean;
}

/** Final text of terminal output. Earlier frames of a line that is redrawn are left out. */
export function cleanOutput(raw: string): string {
  const text = raw.replaceAll('\r\n', '\n');
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
  private readonly lines: ScreenLine[] = [{ text: '', overwritten: false }];
  private row = 0;
  private column = 0;
  /** Rows above were cleared off the screen; the cursor cannot go back to them. */
  private top = 0;
  private cameBack = false;

  write(text: string): void {
    const line = this.line();
    this.touch(line);
    if (this.column >= line.text.length) line.text = line.text.padEnd(this.column) + text;
    else line.text = line.text.slice(0, this.column) + text + line.text.slice(this.column + text.length);
    this.column += text.length;
  }

  control(code: string): void {
    if (code === '\n') {
      this.row++;
      this.column = 0;
      this.line();
    } else if (code === '\r') {
      this.column = 0;
      if (this.line().text !== '') this.line().overwritten = true;
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
    for (const { text, before, overwritten } of this.lines) {
      const final = overwritten ? text.trimEnd() : text;
      if (before !== undefined && before !== final) said.push(before);
      if (before === undefined || final !== '') said.push(final);
    }
    return said.join('\n');
  }

  private goTo(row: number, column: number): void {
    this.cameBack = true;
    this.row = Math.min(Math.max(row, this.top), this.lines.length - 1);
    this.column = column;
  }

  private eraseLine(mode: number): void {
    const line = this.line();
    this.touch(line);
    line.overwritten = true;
    if (mode === 2) line.text = '';
    else if (mode === 1) line.text = ' '.repeat(this.column) + line.text.slice(this.column);
    else line.text = line.text.slice(0, this.column);
  }

  private clear(): void {
    this.top = this.line().text === '' ? this.row : this.lines.length;
    this.row = this.top;
    this.column = 0;
    this.line();
  }

  private touch(line: ScreenLine): void {
    if (!this.cameBack || line.before !== undefined || line.text === '' || this.row === this.lines.length - 1) return;
    line.before = line.text;
    line.overwritten = true;
  }

  private line(): ScreenLine {
    while (this.row >= this.lines.length) this.lines.push({ text: '', overwritten: false });
    return this.lines[this.row]!;
  }
}
