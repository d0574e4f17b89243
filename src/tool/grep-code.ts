// grep_code: lines that match a regular expression, in files that are not ignored.
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { fromErrorData, PaiError } from '../base/error.js';
import type { Display } from '../protocol/display.js';
import { createGlob } from './files/glob.js';
import { createLineSearch, maxSearchedCharacters } from './files/line-search.js';
import { maxTextBytes } from './files/read-text-file.js';
import { type ToolPath, toolPath } from './files/tool-path.js';
import { maxWalkedFiles } from './files/walk.js';
import type { SearchRunner } from './search/run-search-job.js';
import { searchAside } from './search/search-aside.js';
import type { GrepFound, SearchEngine } from './search/search-job.js';
import type { Tool, ToolResult } from './tool.js';

const maxMatches = 200;
const maxLines = 1000;
const maxContext = 10;

const schema = z.object({
  pattern: z.string().min(1),
  path: z.string().optional(),
  glob: z.string().optional(),
  ignore_case: z.boolean().optional(),
  context: z.int().min(0).max(maxContext).optional(),
});

export interface SearchOptions {
  engine: SearchEngine;
  maxFiles: number;
}

const usual: SearchOptions = { engine: 'auto', maxFiles: maxWalkedFiles };

export const grepCodeTool = createGrepCodeTool(searchAside);

/** The tool with a search of the caller's choice. */
export function createGrepCodeTool(search: SearchRunner, { engine, maxFiles }: SearchOptions = usual) {
  return {
    name: 'grep_code',
    schema,
    readOnly: true,
    limits: [
      `${maxMatches} matches and ${maxLines} lines in one result`,
      `the first ${maxWalkedFiles.toLocaleString('en-US')} files of a folder`,
      `files up to ${maxTextBytes / 1024 / 1024} MB, of a line the first ${maxSearchedCharacters.toLocaleString('en-US')} characters`,
    ],
    async prepare({ pattern, path = '.', glob, ignore_case: ignoreCase = false, context: around = 0 }, context) {
      const target = await toolPath(path, context.cwd);
      // What is wrong with the patterns is said before anybody is asked for approval.
      createLineSearch(pattern, ignoreCase);
      if (glob !== undefined) await createGlob(glob);
      return {
        title: target.shown === '.' ? pattern : `${pattern} in ${target.shown}`,
        access: { reads: [target.real], writes: [] },
        preview: [],
        async run({ signal }) {
          const { cwd, productHome } = context;
          const place = (await isFile(target))
            ? { folder: dirname(target.real), file: target.real }
            : { folder: target.real, ...(glob === undefined ? {} : { glob }) };
          const bounds = { engine, maxFiles, maxMatches, maxLines };
          const home = productHome === undefined ? {} : { productHome };
          const job = { kind: 'grep' as const, pattern, ignoreCase, around, cwd, ...home, ...place, ...bounds };
          const answer = await search(job, signal);
          if ('error' in answer) throw fromErrorData(answer.error);
          return resultOf(answer.found, notices(answer.found, maxFiles), !signal.aborted);
        },
      };
    },
  } satisfies Tool<typeof schema>;
}

function resultOf({ lines, matches, files }: GrepFound, said: string[], ok: boolean): ToolResult {
  const title = `matches in ${files} ${files === 1 ? 'file' : 'files'}`;
  const text = [...(matches === 0 ? ['No line matches.'] : lines), ...said].join('\n');
  return { ok, text, display: [{ kind: 'list', title, items: lines, total: matches }, ...asDisplay(said)] };
}

async function isFile({ real, shown }: ToolPath): Promise<boolean> {
  const stats = await stat(real).catch(() => undefined);
  if (stats === undefined) throw new PaiError('not-found', `There is no file or folder ${shown}`);
  return !stats.isDirectory();
}

/** What a result is without, for the screen. */
export function asDisplay(notices: string[]): Display[] {
  return notices.length === 0 ? [] : [{ kind: 'text', text: notices.join('\n'), tone: 'dim' }];
}

/** What the result is without, and how to get at it. */
function notices({ matches, unreadable, protectedFiles, partial }: GrepFound, maxFiles: number): string[] {
  const reasons = {
    matches: `[stopped after ${matches} matches: there are more; use a narrower pattern, path or glob]`,
    files: `[only the first ${maxFiles} files were searched; name a folder in path]`,
    stopped: '[stopped before the end; what follows was not searched]',
  };
  return [
    ...partial.map((why) => reasons[why]),
    ...(unreadable > 0
      ? [`[${unreadable} ${unreadable === 1 ? 'file' : 'files'} skipped: binary, too large or unreadable]`]
      : []),
    ...(protectedFiles > 0
      ? [
          `[${protectedFiles} protected ${protectedFiles === 1 ? 'file' : 'files'} skipped: name one in path to ask for it]`,
        ]
      : []),
  ];
}
