// get_file_info: what there is to know about a file or folder without reading it out.
import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { extname } from 'node:path';
import * as z from 'zod';
import { PaiError } from '../base/error.js';
import { readTextFile } from './files/read-text-file.js';
import { type ToolPath, toolPath } from './files/tool-path.js';
import type { Tool } from './tool.js';

const schema = z.object({ path: z.string() });

export const getFileInfoTool: Tool<typeof schema> = {
  name: 'get_file_info',
  schema,
  readOnly: true,
  async prepare({ path }, context) {
    const target = await toolPath(path, context.cwd);
    return {
      title: target.shown,
      access: { reads: [target.real], writes: [] },
      preview: [],
      async run() {
        const facts = await factsOf(target);
        const items = facts.map(([name, value]) => `${name}: ${value}`);
        const display = [{ kind: 'table' as const, columns: ['', target.shown], rows: facts }];
        return { ok: true, text: items.join('\n'), display };
      },
    };
  },
};

async function factsOf(target: ToolPath): Promise<[string, string][]> {
  const stats = await statsOf(target);
  const kind = kindOf(stats);
  return [
    ['path', target.shown],
    ['kind', kind],
    ['size', `${stats.size} bytes`],
    ['mode', (stats.mode & 0o7777).toString(8).padStart(4, '0')],
    ['modified', stats.mtime.toISOString()],
    ['created', stats.birthtime.toISOString()],
    ...(kind === 'file' ? contentFacts(target) : []),
  ];
}

async function statsOf({ real, shown }: ToolPath): Promise<Stats> {
  try {
    return await lstat(real);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new PaiError('not-found', `There is no file or folder ${shown}`, 'Look with list_dir.', cause);
    throw new PaiError('tool', `${shown} could not be looked at: ${message}`, undefined, cause);
  }
}

function kindOf(stats: Stats): string {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  if (stats.isFIFO()) return 'named pipe';
  if (stats.isSocket()) return 'socket';
  return stats.isSymbolicLink() ? 'link that leads nowhere' : 'device';
}

function contentFacts({ real, shown }: ToolPath): [string, string][] {
  const byName = typesByExtension[extname(real).toLowerCase()];
  try {
    const { text, format } = readTextFile(real, shown);
    const breaks = text.split('\n').length - 1;
    const ended = text === '' || text.endsWith('\n');
    return [
      ['type', byName ?? 'text/plain'],
      ['lines', `${ended ? breaks : breaks + 1}${ended ? '' : ' (no final newline)'}`],
      ['encoding', format.encoding + (format.bom ? ' with byte order mark' : '')],
      ['line endings', breaks === 0 ? 'none' : format.eol],
    ];
  } catch (error) {
    if (!(error instanceof PaiError)) throw error;
    return [
      ['type', byName ?? 'application/octet-stream'],
      ['text', `no: ${error.message}`],
    ];
  }
}

const typesByExtension: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.gz': 'application/gzip',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.mjs': 'text/javascript',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.tar': 'application/x-tar',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.zip': 'application/zip',
};
