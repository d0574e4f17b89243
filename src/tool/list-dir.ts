// list_dir: what is directly in a folder.
import type { Dirent } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { PaiError } from '../base/error.js';
import { toolPath } from './files/tool-path.js';
import type { Tool } from './tool.js';

const maxEntries = 500;
const schema = z.object({ path: z.string().optional() });

export const listDirTool: Tool<typeof schema> = {
  name: 'list_dir',
  schema,
  readOnly: true,
  limits: [`${maxEntries} entries in one result`],
  async prepare({ path = '.' }, context) {
    const target = await toolPath(path, context.cwd);
    return {
      title: target.shown,
      access: { reads: [target.real], writes: [] },
      preview: [],
      async run() {
        const entries = await entriesOf(target.real, target.shown);
        const items = await Promise.all(entries.slice(0, maxEntries).map((entry) => described(target.real, entry)));
        const rest = entries.length - items.length;
        const text = items.length === 0 ? `${target.shown} is empty.` : items.join('\n');
        return {
          ok: true,
          text: rest > 0 ? `${text}\n[${rest} more entries not shown; narrow it with glob_files]` : text,
          display: [{ kind: 'list', title: target.shown, items, total: entries.length }],
        };
      },
    };
  },
};

async function entriesOf(folder: string, shown: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const isFile = (entry: Dirent) => (entry.isDirectory() ? 0 : 1);
    return entries.sort((a, b) => isFile(a) - isFile(b) || (a.name < b.name ? -1 : 1));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new PaiError('not-found', `There is no folder ${shown}`, undefined, cause);
    if (code === 'ENOTDIR') throw new PaiError('tool', `${shown} is a file, not a folder`, 'Use read_file.', cause);
    throw new PaiError('tool', `${shown} could not be listed: ${message}`, undefined, cause);
  }
}

async function described(folder: string, entry: Dirent): Promise<string> {
  const path = join(folder, entry.name);
  if (entry.isDirectory()) return `${entry.name}/`;
  if (entry.isSymbolicLink()) return `${entry.name} -> ${await readlink(path).catch(() => '?')}`;
  if (!entry.isFile()) return `${entry.name} (no plain file)`;
  const stats = await lstat(path).catch(() => undefined); // it may be gone by now
  return stats === undefined ? entry.name : `${entry.name}  ${stats.size} B`;
}
