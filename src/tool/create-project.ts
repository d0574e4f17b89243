// create_project: the skeleton of a project in a new or empty folder. Runs and installs nothing.
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { PaiError } from '../base/error.js';
import { contentHash } from './files/content-hash.js';
import { type DiffDisplay, diffDisplay } from './files/diff-display.js';
import { type ToolPath, toolPath } from './files/tool-path.js';
import { type FileStep, writeTogether } from './files/write-together.js';
import { javaProject } from './projects/java.js';
import { nodeProject } from './projects/node.js';
import { filesOf, type ProjectTemplate, projectName } from './projects/project-template.js';
import { pythonProject } from './projects/python.js';
import { typescriptProject } from './projects/typescript.js';
import type { Tool } from './tool.js';

const templates = {
  node: nodeProject,
  typescript: typescriptProject,
  python: pythonProject,
  java: javaProject,
} satisfies Record<string, ProjectTemplate>;

const schema = z.object({
  kind: z.enum(['node', 'typescript', 'python', 'java']),
  path: z.string(),
  name: z.string().optional(),
});

export const createProjectTool: Tool<typeof schema> = {
  name: 'create_project',
  schema,
  readOnly: false,
  limits: ['only into a folder that is new or empty (but for `.git`)'],
  async prepare({ kind, path, name }, context) {
    const folder = await toolPath(path, context.cwd);
    await checkEmpty(folder);
    const called = nameFor(folder, name);
    const template = templates[kind];
    const files = filesOf(template, called).map(([file, text]) => fileOf(folder, file, text));
    const preview = await Promise.all(files.map(({ shownPath, text }) => diffOf(shownPath, text)));
    return {
      title: `${kind} ${called} in ${folder.shown}, ${files.length} files`,
      access: { reads: [], writes: files.map(({ realPath }) => realPath) },
      preview,
      async run() {
        // The approval may have waited for hours.
        const now = await toolPath(path, context.cwd);
        if (now.real !== folder.real)
          throw new PaiError('conflict', `${folder.shown} now leads to ${now.real}`, 'Nothing was written.');
        await checkEmpty(folder);
        await writeTogether(files);
        for (const { realPath, after } of files) context.seenFiles.set(realPath, contentHash(after));
        const list = files.map(({ shownPath }) => shownPath);
        const next = `Nothing was installed or run. In ${folder.shown}: ${template.commands.join('; ')}`;
        const said = [`Created ${files.length} files:`, ...list, next].join('\n');
        const changes = files.map(({ realPath, text }) => ({ path: realPath, after: text }));
        return { ok: true, text: said, display: preview, changes };
      },
    };
  },
};

/** Refuses what is no folder, holds anything, or is a link out of the working folder. */
async function checkEmpty({ real, shown, leadsOut }: ToolPath): Promise<void> {
  if (leadsOut) throw new PaiError('tool', `That path is a link to ${real}, outside the working folder`);
  const names = await readdir(real).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return [];
    if (cause.code === 'ENOTDIR') throw new PaiError('tool', `${shown} is a file, or below one`, undefined, cause);
    throw new PaiError('tool', `${shown} could not be looked into: ${cause.message}`, undefined, cause);
  });
  const found = names.filter((name) => name !== '.git');
  if (found.length === 0) return;
  const some = found.slice(0, 3).join(', ');
  const message = `The folder ${shown} is not empty (${some}${found.length > 3 ? ', …' : ''}); nothing was written`;
  throw new PaiError('conflict', message, 'Name a new folder below it, or use write_file.');
}

function nameFor(folder: ToolPath, given: string | undefined): string {
  const name = projectName(given ?? basename(folder.real));
  if (name !== '') return name;
  throw new PaiError(
    'tool',
    `${given ?? basename(folder.real)} makes no name for a project`,
    'Give another in `name`.',
  );
}

interface NewFile extends FileStep {
  text: string;
  after: Uint8Array;
}

function fileOf({ real, shown }: ToolPath, file: string, text: string): NewFile {
  const shownPath = shown === '.' ? file : join(shown, file);
  return { realPath: join(real, file), shownPath, before: undefined, after: Buffer.from(text), mode: undefined, text };
}

const diffOf = (shownPath: string, text: string): Promise<DiffDisplay> => diffDisplay(shownPath, undefined, text);
