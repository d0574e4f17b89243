// The tools the product brings, in the order the model sees them. Reading first, then changing, then running.
import { applyPatchTool } from './apply-patch.js';
import { directoryTreeTool } from './directory-tree.js';
import { editFileTool } from './edit-file.js';
import { executeCommandTool } from './execute-command.js';
import { getFileInfoTool } from './get-file-info.js';
import { globFilesTool } from './glob-files.js';
import { grepCodeTool } from './grep-code.js';
import { listDirTool } from './list-dir.js';
import { readFileTool } from './read-file.js';
import type { Tool } from './tool.js';
import { writeFileTool } from './write-file.js';

export const builtInTools: readonly Tool[] = [
  readFileTool,
  listDirTool,
  directoryTreeTool,
  getFileInfoTool,
  globFilesTool,
  grepCodeTool,
  writeFileTool,
  editFileTool,
  applyPatchTool,
  executeCommandTool,
];
