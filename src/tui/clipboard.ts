// Copies text: through the terminal (OSC 52), which also reaches the machine a person sits at, and with the system's own program.

/** Terminals drop what is longer; this many characters of the encoded text pass all that know OSC 52. */
const mostEncoded = 100_000;

export interface ClipboardOptions {
  /** Writes to the terminal. */
  write(text: string): void;
  /** Inside tmux, which passes on only what is wrapped for it. */
  inTmux: boolean;
  /** Copies with a program of the system; its name, or undefined when there is none that can. Absent: there is none. */
  native?(text: string): Promise<string | undefined>;
}

export interface Clipboard {
  /** Says what happened, in words for a person. */
  copy(text: string): Promise<string>;
}

export function createClipboard({ write, inTmux, native }: ClipboardOptions): Clipboard {
  return {
    async copy(text) {
      if (text === '') return 'There is nothing to copy here';
      const code = clipboardCode(text, inTmux);
      if (code !== undefined) write(code);
      // The terminal never says whether it took it; where there is a program, it is sure.
      const program = await native?.(text);
      const what = `Copied ${amountOf(text)}`;
      if (program !== undefined) return `${what} (${program})`;
      if (code !== undefined && inTmux) return `${what} through tmux, if "set-clipboard on" is set there`;
      if (code !== undefined) return `${what} through the terminal (OSC 52), if it allows that`;
      return `Not copied: ${amountOf(text)} are too much for the terminal, and wl-copy, xclip and pbcopy are not there`;
    },
  };
}

/** OSC 52 with `text` for the clipboard; undefined when it is too long. */
export function clipboardCode(text: string, inTmux: boolean): string | undefined {
  const encoded = Buffer.from(text, 'utf8').toString('base64');
  if (encoded.length > mostEncoded) return undefined;
  const code = `\x1b]52;c;${encoded}\x07`;
  // tmux takes one of the two, as it is set: the wrapped one (every ESC doubled) with allow-passthrough, the plain one with
  // set-clipboard.
  return inTmux ? `\x1bPtmux;${code.replaceAll('\x1b', '\x1b\x1b')}\x1b\\${code}` : code;
}

function amountOf(text: string): string {
  const lines = text.trimEnd().split('\n').length;
  return lines > 1 ? `${lines} lines` : `${text.trimEnd().length} characters`;
}
