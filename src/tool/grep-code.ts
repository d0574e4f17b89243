// grep_code: lines that match a regular expression, in files that are not ignored.
import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import * as z from 'zod';
import { PaiError } from '../base/error.js';
import { protectedName } from '../policy/path-guard.js';
import { createGlob } from './files/glob.js';
import { createLineSearch, type LineSearch } from './files/line-search.js';
import { readTextFile } from './files/read-text-file.js';
import { toolPath } from './files/tool-path.js';
import { walkFiles } from './files/walk.js';
import type { Tool } from './tool.js';

const maxMatches = 200;
const maxLineLength = 300;

const schema = z.object({
  pattern: z.string().min(1),
  path: z.string().optional(),
  glob: z.string().optional(),
  context: z.int().min(0).max(10).optional(),
});

interface Found {
  lines: string[];
  matches: number;
  files: number;
  binary: number;
  protectedFiles: number;
}

export const grepCodeTool: Tool<typeof schema> = {
  name: 'grep_code',
  schema,
  readOnly: true,
  async prepare({ pattern, path = '.', glob, context: around = 0 }, context) {
    const target = await toolPath(path, context.cwd);
    const search = createLineSearch(pattern);
    const fits = glob === undefined ? () => true : await createGlob(glob);
    const shown = (file: string) => (target.inside ? relative(context.cwd, file) : file);
    return {
      title: target.shown === '.' ? pattern : `${pattern} in ${target.shown}`,
      access: { reads: [target.real], writes: [] },
      preview: [],
      async run({ signal }) {
        const found: Found = { lines: [], matches: 0, files: 0, binary: 0, protectedFiles: 0 };
        const single = await isFile(target.real, target.shown);
        for await (const file of single ? [target.real] : walkFiles(target.real, context.cwd, signal)) {
          if (found.matches >= maxMatches || signal.aborted) break;
          if (!single && !fits(relative(target.real, file))) continue;
          if (!single && protectedName(file, context.cwd) !== undefined) found.protectedFiles++;
          else await searchFile({ file, shown: shown(file), search, around, found });
        }
        const title = `matches in ${found.files} ${found.files === 1 ? 'file' : 'files'}`;
        return {
          ok: !signal.aborted,
          text: [...(found.matches === 0 ? ['No line matches.'] : found.lines), ...notices(found)].join('\n'),
          display: [{ kind: 'list', title, items: found.lines, total: found.matches }],
        };
      },
    };
  },
};

interface FileSearch {
  file: string;
  shown: string;
  search: LineSearch;
  around: number;
  found: Found;
}

async function searchFile({ file, shown, search, around, found }: FileSearch): Promise<void> {
  const lines = await linesOf(file, shown);
  if (lines === undefined) {
    found.binary++;
    return;
  }
  const matches = search.matchingLines(lines, maxMatches - found.matches);
  if (matches.length === 0) return;
  found.files++;
  found.matches += matches.length;
  const isMatch = new Set(matches);
  let last = -1;
  for (const match of matches) {
    const from = Math.max(match - around, last + 1, 0);
    if (around > 0 && last >= 0 && from > last + 1) found.lines.push('--');
    for (let at = from; at <= Math.min(match + around, lines.length - 1); at++) {
      // Context that belongs to a later match is written as that match.
      const mark = isMatch.has(at) ? ':' : '-';
      found.lines.push(`${shown}${mark}${at + 1}${mark} ${cut(lines[at]!)}`);
      last = at;
    }
  }
}

/** Undefined for files that are no readable text; a search goes on without them. */
async function linesOf(file: string, shown: string): Promise<string[] | undefined> {
  try {
    const lines = readTextFile(file, shown).text.split(/\r?\n/);
    return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  } catch (error) {
    if (error instanceof PaiError) return undefined;
    throw error;
  }
}

async function isFile(path: string, shown: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) throw new PaiError('not-found', `There is no file or folder ${shown}`);
  return !stats.isDirectory();
}

function cut(line: string): string {
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line;
}

function notices({ matches, binary, protectedFiles }: Found): string[] {
  return [
    ...(matches >= maxMatches ? [`[stopped at ${maxMatches} matches; use a narrower pattern, path or glob]`] : []),
    ...(binary > 0 ? [`[${binary} binary or unreadable ${binary === 1 ? 'file' : 'files'} skipped]`] : []),
    ...(protectedFiles > 0 ? [`[${protectedFiles} protected ${protectedFiles === 1 ? 'file' : 'files'} skipped]`] : []),
  ];
}
