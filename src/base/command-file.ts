// A command of somebody's own as a Markdown file: its name, what it does, and the text it stands for. Reads no file.

export interface CommandFile {
  /** Without the slash. */
  name: string;
  /** The file's text. */
  text: string;
}

/** Larger ones are not read. */
export const maxCommandBytes = 64 * 1024;

/** The name a file's command has, `deploy.md` gives `deploy`; undefined when it can be none. */
export function commandNameOf(fileName: string): string | undefined {
  return /^([a-z0-9][a-z0-9_-]{0,47})\.md$/.exec(fileName)?.[1];
}

/** What it does: the `description` at the file's head, else its first line, without marks of a heading. */
export function aboutCommand({ text }: CommandFile): string {
  const { head, body } = split(text);
  const description = /^description:[ \t]*(.+)$/m
    .exec(head)?.[1]
    ?.trim()
    .replace(/^(["'])(.*)\1$/, '$2');
  return description || (body.split('\n')[0] ?? '').replace(/^#+\s*/, '');
}

export const takesArguments = ({ text }: CommandFile): boolean => split(text).body.includes(mark);

/** What is sent: the text with the arguments in place of each `$ARGUMENTS`, or behind it where it has none. */
export function expandCommand({ text }: CommandFile, given: string): string {
  const { body } = split(text);
  if (body.includes(mark)) return body.replaceAll(mark, () => given).trim();
  return given === '' ? body : `${body}\n\n${given}`;
}

const mark = '$ARGUMENTS';

/** Lines between `---` at the beginning describe the command and are not sent. */
function split(text: string): { head: string; body: string } {
  const whole = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const [all = '', head = ''] = /^---\n([\s\S]*?\n)?---(?:\n|$)/.exec(whole) ?? [];
  return { head, body: whole.slice(all.length).trim() };
}
