// The tools the product brings, in the order the model sees them. Reading first, then changing, then running.
import { parseAllowedPrivate } from '../policy/url-guard.js';
import { applyPatchTool } from './apply-patch.js';
import { askUserTool } from './ask-user.js';
import { commandOutputTool } from './command-output.js';
import { createProjectTool } from './create-project.js';
import { directoryTreeTool } from './directory-tree.js';
import { editFileTool } from './edit-file.js';
import { executeCommandTool } from './execute-command.js';
import { getFileInfoTool } from './get-file-info.js';
import { globFilesTool } from './glob-files.js';
import { grepCodeTool } from './grep-code.js';
import { listDirTool } from './list-dir.js';
import { readFileTool } from './read-file.js';
import { revertTurnTool } from './revert-turn.js';
import type { Tool } from './tool.js';
import { viewImageTool } from './view-image.js';
import type { SearchService } from './web/ask-search.js';
import { createWebFetchTool } from './web-fetch.js';
import { createWebSearchTool } from './web-search.js';
import { writeFileTool } from './write-file.js';

const withoutSettings: readonly Tool[] = [
  readFileTool,
  listDirTool,
  directoryTreeTool,
  getFileInfoTool,
  globFilesTool,
  grepCodeTool,
  viewImageTool,
  writeFileTool,
  editFileTool,
  applyPatchTool,
  createProjectTool,
  revertTurnTool,
  executeCommandTool,
  commandOutputTool,
  askUserTool,
];

/** What the user has set for the tools. */
export interface ToolSettings {
  /** Hosts that may be fetched although they are not public, as `parseAllowedPrivate` reads them. */
  allowPrivate?: string;
  search?: SearchService;
}

export function createBuiltInTools({ allowPrivate = '', search }: ToolSettings = {}): readonly Tool[] {
  const allowedPrivate = parseAllowedPrivate(allowPrivate);
  return [...withoutSettings, createWebFetchTool({ allowedPrivate }), createWebSearchTool(search)];
}
