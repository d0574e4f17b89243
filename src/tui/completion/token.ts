// What stands before the caret and can be completed. Pure; knows no candidates.

export interface Token {
  /** `file`: a path after @; `command`: a name after a slash; `argument`: the first word behind a slash command. */
  kind: 'file' | 'command' | 'argument';
  /** Where the text begins in its line, behind @ or /. */
  start: number;
  /** From there to the caret. */
  text: string;
  /** With `argument`: whose. */
  command?: string;
}

export interface Place {
  /** The caret's line up to the caret. */
  line: string;
  isFirstLine: boolean;
  /** The draft's first character was typed: a slash there is a command. */
  startsTyped: boolean;
}

/** Undefined when there is nothing to complete. */
export function tokenAt({ line, isFirstLine, startsTyped }: Place): Token | undefined {
  return (isFirstLine && startsTyped ? slashToken(line) : undefined) ?? fileToken(line);
}

function slashToken(line: string): Token | undefined {
  const [, name, gap, argument] = /^\/([^\s/]*)(?:(\s+)(\S*))?$/.exec(line) ?? [];
  if (name === undefined) return undefined;
  if (gap === undefined) return { kind: 'command', start: 1, text: name };
  return { kind: 'argument', start: 1 + name.length + gap.length, text: argument ?? '', command: name };
}

/** At the start of a word only: an address has its @ in the middle. */
function fileToken(line: string): Token | undefined {
  const at = line.lastIndexOf('@');
  if (at === -1 || (at > 0 && !/\s/.test(line.charAt(at - 1)))) return undefined;
  const text = line.slice(at + 1);
  return /\s/.test(text) ? undefined : { kind: 'file', start: at + 1, text };
}
