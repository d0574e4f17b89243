// view_image: says that pictures cannot be shown to the model yet, and what kind of picture it is. Sends nothing.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import * as z from 'zod';
import { PaiError } from '../base/error.js';
import { type ToolPath, toolPath } from './files/tool-path.js';
import type { Tool } from './tool.js';

const schema = z.object({ path: z.string() });

export const viewImageTool: Tool<typeof schema> = {
  name: 'view_image',
  schema,
  readOnly: true,
  limits: ['no model gets images yet: the answer is kind and size'],
  async prepare({ path }, context) {
    const target = await toolPath(path, context.cwd);
    return {
      title: target.shown,
      access: { reads: [target.real], writes: [] },
      preview: [],
      async run() {
        const text = `${describe(target)}. It was not shown to you: images cannot be given to the model yet. Ask the user what it shows.`;
        return { ok: false, text, display: [{ kind: 'text', text, tone: 'warning' }] };
      },
    };
  },
};

const signatures: readonly [name: string, signature: RegExp][] = [
  ['PNG', /^89504e470d0a1a0a/],
  ['JPEG', /^ffd8ff/],
  ['GIF', /^474946383[79]61/],
  ['WebP', /^52494646.{8}57454250/],
  ['BMP', /^424d/],
  ['TIFF', /^(49492a00|4d4d002a)/],
];

function describe({ real, shown }: ToolPath): string {
  const { head, size } = readHead(real, shown);
  const name = signatures.find(([, signature]) => signature.test(head))?.[0];
  if (name === undefined)
    throw new PaiError('tool', `${shown} is no image that is known (${signatures.map(([it]) => it).join(', ')})`);
  return `${shown} is a ${name} image of ${size} bytes`;
}

/** The first bytes in hex. */
function readHead(real: string, shown: string): { head: string; size: number } {
  let file: number;
  try {
    // Non-blocking: opening a FIFO that nobody writes to would wait for ever.
    file = openSync(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new PaiError('not-found', `There is no file ${shown}`, 'Look with list_dir or glob_files.', cause);
    throw new PaiError('tool', `${shown} could not be read: ${message}`, undefined, cause);
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new PaiError('tool', `${shown} is no plain file`);
    const bytes = Buffer.alloc(16);
    const read = readSync(file, bytes, 0, bytes.length, 0);
    return { head: bytes.toString('hex', 0, read), size: stats.size };
  } finally {
    closeSync(file);
  }
}
