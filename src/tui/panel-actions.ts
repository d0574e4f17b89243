// What the keys of the conversation and of the files do beyond moving about: search, copy, open, look, zoom.
import type { ActionScope } from './actions.js';
import { focus, toggleZoom } from './focus.js';

/** False: the key was not meant for this just now. */
type Action = (scope: ActionScope) => unknown;

export const panelActions = {
  'panel.zoom': toggleZoom,
  'panel.back': back,
  'conversation.search': ({ conversation }) => conversation.search.open(),
  'conversation.search-next': ({ transcript }) => void transcript.searchNext(),
  'conversation.search-previous': ({ transcript }) => void transcript.searchPrevious(),
  'conversation.copy': ({ conversation, transcript, tools }) => {
    const blockId = conversation.selected();
    tools.copy(blockId === undefined ? '' : transcript.textOf(blockId));
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
  const { ui, conversation, files } = scope;
  if (ui.focus === 'conversation' && conversation.search.text() !== '') conversation.search.clear();
  else if (ui.focus === 'files' && files.filter.text() !== '') files.leaveFilter();
  else if (ui.zoomed !== undefined) toggleZoom(scope);
  else focus(scope, 'message');
}

function openFileOfBlock({ conversation, transcript, tools, ui, dialogs }: ActionScope): void {
  const blockId = conversation.selected();
  const named = blockId === undefined ? [] : transcript.filesOf(blockId);
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
