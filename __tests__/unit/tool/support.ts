// A folder with files and a tool context over it, for tests of tools.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RunContext, Tool, ToolContext, ToolResult } from '../../../src/tool/tool.js';

export interface Workspace {
  context: ToolContext;
  cwd: string;
  path(name: string): string;
  write(name: string, content: string | Buffer): string;
  read(name: string): Buffer;
  text(name: string): string;
  /** Prepares and runs; errors are thrown. */
  run(tool: Tool, args: object): Promise<ToolResult>;
  remove(): void;
}

export function createWorkspace(): Workspace {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'pai-tool-')));
  const path = (name: string) => join(cwd, name);
  const context: ToolContext = { cwd, seenFiles: new Map(), signal: new AbortController().signal };
  return {
    context,
    cwd,
    path,
    write(name, content) {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), content);
      return path(name);
    },
    read: (name) => readFileSync(path(name)),
    text: (name) => readFileSync(path(name), 'utf8'),
    run: async (tool, args) => (await tool.prepare(tool.schema.parse(args), context)).run(quiet),
    remove: () => rmSync(cwd, { recursive: true, force: true }),
  };
}

export const quiet: RunContext = { signal: new AbortController().signal, progress: () => {} };
