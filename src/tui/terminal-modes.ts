// The escape codes that take a terminal over and give it back. Writes nothing.

export interface ModeOptions {
  /** Report clicks and the wheel; takes text selection away from the terminal. */
  mouse: boolean;
  /** Report when the window gains or loses the focus. */
  focus: boolean;
}

/** Alternate screen, no wrapping at the right edge, bracketed paste, keys told apart (kitty, then xterm's way). */
export function enterCodes(options: ModeOptions): string {
  const mouse = options.mouse ? mouseCodes(true) : '';
  const focus = options.focus ? '\x1b[?1004h' : '';
  return `\x1b[?1049h\x1b[m\x1b[2J\x1b[H\x1b[?7l\x1b[?25l\x1b[?2004h\x1b[>1u\x1b[>4;2m${focus}${mouse}`;
}

/** Clicks, drags and the wheel, in the form that has no limit of columns; pointer moves without a button are not asked for. */
export function mouseCodes(on: boolean): string {
  return on ? '\x1b[?1000h\x1b[?1002h\x1b[?1006h' : '\x1b[?1006l\x1b[?1002l\x1b[?1000l';
}

/**
 * Everything off that was or may be on, whatever state the terminal is in; ends on the normal screen with a cursor.
 * The mouse modes are named only if they were on: some programs in between take their names for use.
 */
export function leaveCodes(options: ModeOptions): string {
  const mouse = options.mouse ? `${mouseCodes(false)}\x1b[?1003l` : '';
  return `\x1b[?2026l\x1b[<u\x1b[>4;0m${mouse}\x1b[?1004l\x1b[?1l\x1b>\x1b[r\x1b[m\x1b(B\x1b[?7h\x1b[?2004l\x1b[?25h\x1b[?1049l`;
}
