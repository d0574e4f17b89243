// directory_tree: the folders and files below a folder as an indented tree, without what ignore files name.
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { existingFolder, toolPath } from './files/tool-path.js';
import { type Rules, rulesAbove, visibleEntries } from './files/walk.js';
import type { Tool } from './tool.js';

const usualDepth = 3;
const maxDepth = 10;
const maxEntries = 500;

const schema = z.object({ path: z.string().optional(), depth: z.int().min(1).max(maxDepth).optional() });

export const directoryTreeTool: Tool<typeof schema> = {
  name: 'directory_tree',
  schema,
  readOnly: true,
  limits: [`${maxEntries} entries in one result`],
  async prepare({ path = '.', depth = usualDepth }, context) {
    const target = await toolPath(path, context.cwd);
    return {
      title: target.shown,
      access: { reads: [target.real], writes: [] },
      preview: [],
      async run({ signal }) {
        await existingFolder(target);
        const tree = await growTree(target.real, await rulesAbove(target.real, context.cwd), depth, signal);
        const items = linesOf(tree.branches, '');
        const text = items.length === 0 ? `${target.shown} is empty.` : items.join('\n');
        const notice = `\n[stopped at ${maxEntries} entries; name a folder of those marked … to see more]`;
        return {
          ok: true,
          text: tree.full ? text + notice : text,
          display: [{ kind: 'list', title: target.shown, items, total: items.length }],
        };
      },
    };
  },
};

interface Branch {
  label: string;
  /** Undefined: no folder, or one that was not opened. */
  branches?: Branch[];
}

/** Level by level, so that the limit cuts the depths and not the last names of the top. */
async function growTree(
  root: string,
  above: Rules[],
  depth: number,
  signal: AbortSignal,
): Promise<{ branches: Branch[]; full: boolean }> {
  const top: Branch = { label: '' };
  let level: { folder: string; branch: Branch; above: Rules[] }[] = [{ folder: root, branch: top, above }];
  let left = maxEntries;
  for (let deep = 0; deep < depth && level.length > 0; deep++) {
    const next: typeof level = [];
    for (const { folder, branch, above } of level) {
      if (left <= 0 || signal.aborted) return { branches: top.branches ?? [], full: true };
      const { entries, rules } = await visibleEntries(folder, above);
      branch.branches = [];
      for (const entry of entries.slice(0, left)) {
        const inner: Branch = { label: labelOf(entry) };
        branch.branches.push(inner);
        if (entry.isDirectory()) next.push({ folder: join(folder, entry.name), branch: inner, above: rules });
      }
      const cut = entries.length - left;
      if (cut > 0) branch.branches.push({ label: `… ${cut} more` });
      left -= entries.length;
    }
    level = next;
  }
  return { branches: top.branches ?? [], full: left < 0 };
}

function labelOf(entry: Dirent): string {
  if (entry.isDirectory()) return `${entry.name}/`;
  return entry.isSymbolicLink() ? `${entry.name} (link)` : entry.name;
}

function linesOf(branches: Branch[], indent: string): string[] {
  return branches.flatMap(({ label, branches: inner }) => {
    const unopened = inner === undefined && label.endsWith('/') ? ' …' : '';
    return [`${indent}${label}${unopened}`, ...linesOf(inner ?? [], `${indent}  `)];
  });
}
