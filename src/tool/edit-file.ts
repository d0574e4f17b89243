// edit_file: replacements in a file that has been read.
import * as z from 'zod';
import { PaiError } from '../base/error.js';
import { prepareChange, readForChange } from './files/change-file.js';
import { applyEdits } from './files/replace-text.js';
import { toolPath } from './files/tool-path.js';
import type { Tool } from './tool.js';

const schema = z.object({
  path: z.string(),
  edits: z.array(z.object({ old: z.string(), new: z.string(), replace_all: z.boolean().optional() })).min(1),
});

export const editFileTool: Tool<typeof schema> = {
  name: 'edit_file',
  schema,
  readOnly: false,
  async prepare({ path, edits }, context) {
    const target = await toolPath(path, context.cwd, context.extraFolders);
    const old = await readForChange(target, context.seenFiles);
    if (old === undefined)
      throw new PaiError('not-found', `There is no file ${target.shown} to edit`, 'write_file makes new files.');
    const newText = applyEdits(
      old.text,
      edits.map((edit) => ({ old: edit.old, new: edit.new, replaceAll: edit.replace_all ?? false })),
      target.shown,
    );
    if (newText === old.text) throw new PaiError('tool', `The edits leave ${target.shown} as it is`);
    const what = edits.length === 1 ? '1 edit' : `${edits.length} edits`;
    return prepareChange({ givenPath: path, path: target, old, newText, what }, context);
  },
};
