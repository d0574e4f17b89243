// glob_files: files whose path fits a pattern, ignored ones left out.
import { relative } from 'node:path';
import * as z from 'zod';
import { createGlob } from './files/glob.js';
import { existingFolder, toolPath } from './files/tool-path.js';
import { maxWalkedFiles, walkFiles } from './files/walk.js';
import type { Tool } from './tool.js';

const maxShown = 500;
const schema = z.object({ pattern: z.string(), path: z.string().optional() });

export const globFilesTool: Tool<typeof schema> = {
  name: 'glob_files',
  schema,
  readOnly: true,
  async prepare({ pattern, path = '.' }, context) {
    const target = await toolPath(path, context.cwd);
    const matches = await createGlob(pattern);
    return {
      title: target.shown === '.' ? pattern : `${pattern} in ${target.shown}`,
      access: { reads: [target.real], writes: [] },
      preview: [],
      async run({ signal }) {
        await existingFolder(target);
        const items: string[] = [];
        let total = 0;
        let walked = 0;
        for await (const file of walkFiles(target.real, context.cwd, signal)) {
          walked++;
          if (!matches(relative(target.real, file))) continue;
          total++;
          if (items.length < maxShown) items.push(target.inside ? relative(context.cwd, file) : file);
        }
        const notices = [
          ...(total > items.length ? [`[${total - items.length} more not shown; use a narrower pattern]`] : []),
          ...(walked >= maxWalkedFiles ? [`[stopped after ${maxWalkedFiles} files; name a folder]`] : []),
        ];
        const found = total === 0 ? [`No file matches ${pattern}.`] : items;
        return {
          ok: !signal.aborted,
          text: [...found, ...notices].join('\n'),
          display: [{ kind: 'list', title: pattern, items, total }],
        };
      },
    };
  },
};
