// write_file: a whole file, new or replaced.
import * as z from 'zod';
import { PaiError } from '../base/error.js';
import { prepareChange, readForChange } from './files/change-file.js';
import { toolPath } from './files/tool-path.js';
import type { Tool } from './tool.js';

const schema = z.object({ path: z.string(), content: z.string() });

export const writeFileTool: Tool<typeof schema> = {
  name: 'write_file',
  schema,
  readOnly: false,
  async prepare({ path, content }, context) {
    const target = await toolPath(path, context.cwd, context.extraFolders);
    const old = await readForChange(target, context.seenFiles);
    const plain = content.startsWith('\uFEFF') ? content.slice(1) : content;
    // What is there keeps its line endings; a new file gets those it was given.
    const newText = old === undefined || old.format.eol === 'mixed' ? plain : plain.replaceAll('\r\n', '\n');
    if (old?.text === newText) throw new PaiError('tool', `${target.shown} already holds exactly this text`);
    const what = `${Buffer.byteLength(newText)} bytes`;
    return prepareChange({ givenPath: path, path: target, old, newText, what }, context);
  },
};
