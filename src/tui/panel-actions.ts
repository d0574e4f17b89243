// What the keys of the conversation and of the files do beyond moving about: search, copy, open, look, zoom.
import type { ActionScope } from './actions.js';
import { focus, toggleZoom } from './focus.js';
import { isAgentName } from './layout.js';
import { reading } from './reading.js';

/** False: the key was not meant for this just now. */
type Action = (scope: ActionScope) => unknown;

export const panelActions = {
  'panel.zoom': toggleZoom,
  'panel.back': back,
  'conversation.search': (scope) => reading(scope).search.open(),
  'conversation.search-next': (scope) => void reading(scope).transcript.searchNext(),
  'conversation.search-previous': (scope) => void reading(scope).transcript.searchPrevious(),
  'conversation.copy': (scope) => {
    const here = reading(scope);
    const blockId = here.selected();
    scope.tools.copy(blockId === undefined ? '' : here.transcript.textOf(blockId));
  },
  'conversation.edit': openFileOfBlock,
  'files.filter': ({ files }) => files.filter.open(),
  'files.preview': (scope) => {
    const row = scope.files.selected();
    if (row?.isFolder) toggleFolder(scope, row);
    else if (row) scope.tools.preview(row.path);
  },
  'files.edit': ({ files, tools }) => {
    const row = files.selected();
    if (row && !row.isFolder) tools.openInEditor(row.path);
  },
} satisfies Record<string, Action>;

/** One step back: out of the search or the filter, out of the zoom, to the message. */
function back(scope: ActionScope): void {
  const { ui, files, plan } = scope;
  const { search } = reading(scope);
  if ((ui.focus === 'conversation' || isAgentName(ui.focus)) && search.text() !== '') search.clear();
  else if (ui.focus === 'files' && files.filter.text() !== '') files.leaveFilter();
  else if (ui.focus === 'plan' && plan.find.text() !== '') plan.find.clear();
  else if (ui.zoomed !== undefined) toggleZoom(scope);
  else focus(scope, 'message');
}

function openFileOfBlock(scope: ActionScope): void {
  const { tools, ui, dialogs } = scope;
  const here = reading(scope);
  const blockId = here.selected();
  const named = blockId === undefined ? [] : here.transcript.filesOf(blockId);
  const [first] = named;
  if (!first) ui.hint = 'No file is named in this block';
  else if (named.length === 1) tools.openInEditor(first.path, first.line);
  else {
    const choices = named.map((file) => ({ value: file, label: file.path }));
    dialogs.choose('Open which file?', '', choices, ({ path, line }) => tools.openInEditor(path, line));
  }
}

export function toggleFolder({ tree }: ActionScope, { path, isOpen }: { path: string; isOpen: boolean }): void {
  if (isOpen) tree()?.close(path);
  else void tree()?.open(path);
}
