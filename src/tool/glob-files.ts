// glob_files: files whose path fits a pattern, ignored ones left out.
import * as z from 'zod';
import { fromErrorData } from '../base/error.js';
import { createGlob } from './files/glob.js';
import { existingFolder, toolPath } from './files/tool-path.js';
import { maxWalkedFiles } from './files/walk.js';
import { asDisplay, type SearchOptions } from './grep-code.js';
import type { SearchRunner } from './search/run-search-job.js';
import { searchAside } from './search/search-aside.js';
import type { FilesFound } from './search/search-job.js';
import type { Tool } from './tool.js';

const maxShown = 500;
const schema = z.object({ pattern: z.string(), path: z.string().optional() });
const usual: SearchOptions = { engine: 'auto', maxFiles: maxWalkedFiles };

export const globFilesTool = createGlobFilesTool(searchAside);

/** The tool with a search of the caller's choice. */
export function createGlobFilesTool(search: SearchRunner, { engine, maxFiles }: SearchOptions = usual) {
  return {
    name: 'glob_files',
    schema,
    readOnly: true,
    limits: [
      `${maxShown} paths in one result`,
      `the first ${maxWalkedFiles.toLocaleString('en-US')} files of a folder`,
    ],
    async prepare({ pattern, path = '.' }, context) {
      const target = await toolPath(path, context.cwd);
      await createGlob(pattern);
      return {
        title: target.shown === '.' ? pattern : `${pattern} in ${target.shown}`,
        access: { reads: [target.real], writes: [] },
        preview: [],
        async run({ signal }) {
          await existingFolder(target);
          const place = { folder: target.real, cwd: context.cwd };
          const job = { kind: 'files' as const, ...place, glob: pattern, engine, maxFiles, maxShown };
          const answer = await search(job, signal);
          if ('error' in answer) throw fromErrorData(answer.error);
          const { items, total } = answer.found;
          const said = notices(answer.found, maxFiles);
          const list = total === 0 ? [`No file matches ${pattern}.`] : items;
          return {
            ok: !signal.aborted,
            text: [...list, ...said].join('\n'),
            display: [{ kind: 'list', title: pattern, items, total }, ...asDisplay(said)],
          };
        },
      };
    },
  } satisfies Tool<typeof schema>;
}

/** What the result is without, and how to get at it. */
function notices({ items, total, partial }: FilesFound, maxFiles: number): string[] {
  const rest = total - items.length;
  return [
    ...(rest > 0 ? [`[${rest} more not shown; use a narrower pattern or name a folder in path]`] : []),
    ...(partial.includes('files') ? [`[only the first ${maxFiles} files were looked at; name a folder in path]`] : []),
    ...(partial.includes('stopped') ? ['[stopped before the end; there may be more]'] : []),
  ];
}
