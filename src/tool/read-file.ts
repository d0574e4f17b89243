// read_file: part of a text file with line numbers.
import * as z from 'zod';
import { PaiError } from '../base/error.js';
import { legacyNames } from './files/legacy-encoding.js';
import { maxTextBytes, readTextFile, type TextFile } from './files/read-text-file.js';
import { toolPath } from './files/tool-path.js';
import type { Tool } from './tool.js';

const maxLines = 2000;
/** One line longer than this is cut; a minified file would fill the context. */
const maxLineLength = 2000;
/** Below the executor's limit for a result, so that reading on never saves a copy of what was read. */
const maxCharacters = 30_000;

const schema = z.object({
  path: z.string(),
  offset: z.int().min(1).optional(),
  limit: z.int().min(1).max(maxLines).optional(),
});

export const readFileTool: Tool<typeof schema> = {
  name: 'read_file',
  schema,
  readOnly: true,
  limits: [
    `${maxLines} lines and ${maxCharacters.toLocaleString('en-US')} characters in one result`,
    `files up to ${maxTextBytes / 1024 / 1024} MB, of a line the first ${maxLineLength} characters`,
  ],
  async prepare({ path, offset = 1, limit = maxLines }, context) {
    const target = await toolPath(path, context.cwd);
    const range = offset === 1 && limit === maxLines ? '' : ` ${offset}–${offset + limit - 1}`;
    return {
      title: `${target.shown}${range}`,
      access: { reads: [target.real], writes: [] },
      preview: [],
      async run() {
        const file = readTextFile(target.real, target.shown);
        context.seenFiles.set(target.real, file.hash);
        const lines = splitLines(file.text);
        if (lines.length > 0 && offset > lines.length)
          throw new PaiError('tool', `${target.shown} has ${lines.length} lines; there is no line ${offset}`);
        const shown = linesThatFit(lines.slice(offset - 1, offset - 1 + limit), offset);
        return {
          ok: true,
          text:
            shown.length === 0
              ? `${target.shown} is empty.`
              : numbered(shown, offset) + notice(shown.length, offset, lines.length) + encodingNotice(file),
          display: [
            { kind: 'file', path: target.shown, firstLine: offset, totalLines: lines.length, text: shown.join('\n') },
          ],
        };
      },
    };
  },
};

function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** As many of the lines as fit, long ones cut. */
function linesThatFit(lines: string[], firstLine: number): string[] {
  const kept: string[] = [];
  let size = 0;
  for (const line of lines) {
    const cut =
      line.length > maxLineLength
        ? `${line.slice(0, maxLineLength)}… (${line.length - maxLineLength} more characters)`
        : line;
    size += cut.length + String(firstLine + kept.length).length + 8;
    if (size > maxCharacters && kept.length > 0) break;
    kept.push(cut);
  }
  return kept;
}

function numbered(lines: string[], firstLine: number): string {
  return lines.map((line, index) => `${String(firstLine + index).padStart(6)}\t${line}`).join('\n');
}

function notice(count: number, firstLine: number, total: number): string {
  const last = firstLine + count - 1;
  return last >= total ? '' : `\n[lines ${firstLine}–${last} of ${total}; read on with offset ${last + 1}]`;
}

/** What is written back must keep to the characters of the file's encoding, so the model is told. */
function encodingNotice({ format: { encoding } }: TextFile): string {
  return encoding === 'gbk' || encoding === 'latin-1' ? `\n[the file is encoded in ${legacyNames[encoding]}]` : '';
}
