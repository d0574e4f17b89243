// Reads the patch form `*** Begin Patch … *** End Patch` into operations on files. Checks the form only; opens no file.
import { PaiError } from '../../base/error.js';

export interface Hunk {
  /** Lines named by `@@`, one below the other, after which the hunk is to be looked for. */
  anchors: string[];
  lines: { sign: ' ' | '+' | '-'; text: string }[];
  /** The hunk's lines are the last of the file. */
  atEnd: boolean;
}

export type PatchOperation =
  | { kind: 'add'; path: string; text: string }
  | { kind: 'delete'; path: string }
  | { kind: 'update'; path: string; moveTo?: string; hunks: Hunk[] };

const header = /^\*\*\* (Add|Update|Delete) File: *(.+)$/;

/** Operations in the order of the patch, one at least. Throws PaiError naming the line that is wrong. */
export function parsePatch(patch: string): PatchOperation[] {
  const lines = patch.replaceAll('\r\n', '\n').split('\n');
  const begin = lines.findIndex((line) => line.trim() === '*** Begin Patch');
  const end = lines.findLastIndex((line) => line.trim() === '*** End Patch');
  if (begin < 0) throw malformed(1, 'the patch does not begin with *** Begin Patch');
  if (end < begin) throw malformed(lines.length, 'the patch does not end with *** End Patch; it may be cut off');
  const reader = new LineReader(lines, begin + 1, end);
  const operations: PatchOperation[] = [];
  while (!reader.done()) {
    const line = reader.take();
    if (line.trim() === '') continue;
    const [, verb, path] = header.exec(line.trimEnd()) ?? [];
    if (verb === undefined || path === undefined) throw malformed(reader.number(), notAHeader(line));
    operations.push(operationOf(verb, path, reader));
  }
  if (operations.length === 0) throw malformed(begin + 1, 'the patch names no file');
  return operations;
}

function operationOf(verb: string, path: string, reader: LineReader): PatchOperation {
  if (verb === 'Delete') return { kind: 'delete', path };
  if (verb === 'Add') return { kind: 'add', path, text: addedText(reader) };
  const [, moveTo] = /^\*\*\* Move to: *(.+)$/.exec(reader.peek()?.trimEnd() ?? '') ?? [];
  if (moveTo !== undefined) reader.take();
  const hunks = hunksOf(reader);
  if (hunks.length === 0 && moveTo === undefined) throw malformed(reader.number(), `nothing is changed in ${path}`);
  return { kind: 'update', path, hunks, ...(moveTo === undefined ? {} : { moveTo }) };
}

function addedText(reader: LineReader): string {
  let text = '';
  while (!reader.atHeader()) {
    const line = reader.take();
    if (line.startsWith('+')) text += `${line.slice(1)}\n`;
    // Blank lines between two files of the patch belong to neither.
    else if (line.trim() !== '') throw malformed(reader.number(), 'each line of an added file begins with +');
  }
  return text;
}

function hunksOf(reader: LineReader): Hunk[] {
  const hunks: Hunk[] = [];
  const begin = (): Hunk => {
    const fresh: Hunk = { anchors: [], lines: [], atEnd: false };
    hunks.push(fresh);
    return fresh;
  };
  let hunk: Hunk | undefined;
  while (!reader.atHeader()) {
    const line = reader.take();
    if (line.trimEnd() === '*** End of File') {
      if (hunk === undefined) throw malformed(reader.number(), 'there is no hunk before *** End of File');
      hunk.atEnd = true;
      hunk = undefined;
    } else if (line.startsWith('@@')) {
      // Further @@ lines before the first line of a hunk narrow its place.
      if (hunk === undefined || hunk.lines.length > 0) hunk = begin();
      const anchor = anchorOf(line);
      if (anchor !== '') hunk.anchors.push(anchor);
    } else {
      if (hunk === undefined) {
        if (line.trim() === '') continue;
        hunk = begin();
      }
      // A blank line before the next file is for the eye.
      if (line === '' && reader.atHeader()) continue;
      hunk.lines.push(hunkLine(line, reader));
    }
  }
  for (const { lines } of hunks) if (lines.length === 0) throw malformed(reader.number(), 'a hunk has no lines');
  return hunks;
}

function hunkLine(line: string, reader: LineReader): Hunk['lines'][number] {
  if (line === '') return { sign: ' ', text: '' };
  const sign = line[0]!;
  if (sign !== ' ' && sign !== '+' && sign !== '-')
    throw malformed(reader.number(), 'each line of a hunk begins with a blank (as it is), - (taken out) or + (put in)');
  return { sign, text: line.slice(1) };
}

/** Line numbers as other diffs have them are not relied on. */
function anchorOf(line: string): string {
  return /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/.test(line)
    ? ''
    : line
        .slice(2)
        .replace(/ @@\s*$/, '')
        .trim();
}

function notAHeader(line: string): string {
  return `${JSON.stringify(line.slice(0, 60))} is none of *** Add File:, *** Update File:, *** Delete File:`;
}

function malformed(line: number, problem: string): PaiError {
  const hint = 'The form is *** Begin Patch, then for each file a *** header with its lines, then *** End Patch.';
  return new PaiError('tool', `line ${line} of the patch: ${problem}; nothing was changed`, hint);
}

/** The lines of the patch from one to another, taken one by one. */
class LineReader {
  readonly #lines: string[];
  readonly #end: number;
  #next: number;
  constructor(lines: string[], from: number, end: number) {
    this.#lines = lines;
    this.#next = from;
    this.#end = end;
  }
  done(): boolean {
    return this.#next >= this.#end;
  }
  peek(): string | undefined {
    return this.done() ? undefined : this.#lines[this.#next];
  }
  take(): string {
    return this.#lines[this.#next++]!;
  }
  /** At the end or before the next file. */
  atHeader(): boolean {
    const line = this.peek();
    return line === undefined || (line.startsWith('*** ') && line.trimEnd() !== '*** End of File');
  }
  /** 1-based number of the line taken last. */
  number(): number {
    return this.#next;
  }
}
