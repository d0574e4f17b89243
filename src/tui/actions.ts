// What the keys do: one small function an action. Which key calls which is in keymap.ts, sending in send-draft.ts.
import type { Command } from '../protocol/command.js';
import { cleanOneLine } from '../view/clean.js';
import type { Transcript } from '../view/transcript.js';
import type { View } from '../view/view-model.js';
import type { Composer } from './composer.js';
import type { Dialogs } from './dialogs/dialogs.js';
import type { Editor } from './editor.js';
import { runEditorCommand } from './editor-commands.js';
import type { PastInput } from './editor-history.js';
import type { FileTree } from './file-tree.js';
import { cycleFocus, focus } from './focus.js';
import type { ActionName } from './keymap.js';
import type { PanelName } from './layout.js';
import type { LiveKeymap } from './live-keymap.js';
import { paletteEntries } from './palette-entries.js';
import { panelActions, toggleFolder } from './panel-actions.js';
import type { ConversationPanel } from './panels/conversation.js';
import type { FilesPanel } from './panels/files.js';
import type { ScreenPanes } from './screen-panes.js';
import type { ScreenTools } from './screen-tools.js';
import { sendDraft } from './send-draft.js';
import type { ThemeSwitch } from './theme-switch.js';
import type { UiState } from './ui-state.js';

export interface ActionScope {
  view: View;
  ui: UiState;
  editor: Editor;
  transcript: Transcript;
  conversation: ConversationPanel;
  files: FilesPanel;
  tree(): FileTree | undefined;
  panes: Pick<ScreenPanes, 'at' | 'dividerAt' | 'drag'>;
  /** It was on the screen in the last frame. */
  isShown(panel: PanelName): boolean;
  /** There is no room for the files beside the conversation. */
  filesCover(): boolean;
  dialogs: Dialogs;
  keymap: LiveKeymap;
  themes: ThemeSwitch;
  composer: Composer;
  tools: ScreenTools;
  /** Takes the draft to the user's own editor. */
  editOutside(): void;
  /** Keeps what was sent for other runs of the program. */
  remember(sent: PastInput): void;
  send(command: Command): void;
  redrawAll(): void;
  suspend(): void;
  quit(): void;
  /** ms since 1970. */
  now(): number;
}

/** False: the key was not meant for this action just now, and goes on to the editor. */
export type Action = (scope: ActionScope) => unknown;

const quitWindowMs = 2000;
/** Said until nothing runs any more. */
export const stoppingHint = 'Stopping';

export const actions: Record<ActionName, Action> = {
  ...panelActions,
  'turn.stop': stopTurn,
  'app.interrupt': interrupt,
  'app.quit-if-empty': ({ editor, quit }) => (editor.isEmpty() ? quit() : false),
  'app.suspend': ({ suspend }) => suspend(),
  'app.redraw': ({ redrawAll }) => redrawAll(),
  'help.open': ({ dialogs }) => dialogs.openHelp(),
  'help.open-if-empty': ({ dialogs, editor }) => (editor.isEmpty() ? dialogs.openHelp() : false),
  'palette.open': (scope) => scope.dialogs.openPalette(paletteEntries(scope, actions)),
  'composer.send': (scope) => scope.editor.breakAtBackslash() || sendDraft(scope, 'start'),
  'composer.newline': ({ editor }) => runEditorCommand(editor, 'newline'),
  'composer.steer': (scope) => sendDraft(scope, 'steer'),
  'composer.complete': ({ composer }) => composer.complete(),
  'composer.edit': ({ editOutside }) => editOutside(),
  'history.search': ({ composer }) => composer.search.open(),
  'queue.edit': takeBackQueued,
  'files.toggle': (scope) => {
    const open = !scope.isShown('files');
    if (!scope.filesCover()) scope.ui.filesBeside = open;
    focus(scope, open ? 'files' : 'message');
  },
  'focus.next': (scope) => cycleFocus(scope, 1),
  'focus.previous': (scope) => cycleFocus(scope, -1),
  'focus.conversation': (scope) => focus(scope, 'conversation'),
  'focus.files': (scope) => {
    if (!scope.filesCover()) scope.ui.filesBeside = true;
    focus(scope, 'files');
  },
  'focus.composer': (scope) => focus(scope, 'message'),
  'conversation.page-up': ({ transcript, conversation }) => transcript.scrollBy(-page(conversation)),
  'conversation.page-down': ({ transcript, conversation }) => transcript.scrollBy(page(conversation)),
  'conversation.up': ({ transcript }) => transcript.selectPrevious(),
  'conversation.down': ({ transcript }) => transcript.selectNext(),
  'conversation.half-up': ({ transcript, conversation }) => transcript.scrollBy(-Math.ceil(page(conversation) / 2)),
  'conversation.half-down': ({ transcript, conversation }) => transcript.scrollBy(Math.ceil(page(conversation) / 2)),
  'conversation.start': ({ transcript }) => transcript.scrollToStart(),
  'conversation.end': ({ transcript, ui, editor }) => {
    if (ui.focus === 'message' && !editor.isEmpty()) return false;
    transcript.scrollToEnd();
  },
  'conversation.expand-all': ({ transcript }) => transcript.toggleAll(),
  'conversation.toggle': ({ transcript, conversation }) => {
    const blockId = conversation.selected();
    if (blockId !== undefined) transcript.toggle(blockId);
  },
  'files.up': ({ files }) => files.move(-1),
  'files.down': ({ files }) => files.move(1),
  'files.half-up': ({ files }) => files.move(-Math.ceil(files.height() / 2)),
  'files.half-down': ({ files }) => files.move(Math.ceil(files.height() / 2)),
  'files.start': ({ files }) => files.moveToEnd(-1),
  'files.end': ({ files }) => files.moveToEnd(1),
  'files.open': ({ files, tree }) => {
    const row = files.selected();
    if (row?.isFolder) void tree()?.open(row.path);
  },
  'files.close': ({ files, tree }) => {
    const row = files.selected();
    if (row?.isFolder && row.isOpen) tree()?.close(row.path);
    else if (row?.path.includes('/')) files.select(row.path.slice(0, row.path.lastIndexOf('/')));
  },
  'files.insert': (scope) => {
    const row = scope.files.selected();
    if (!row) return;
    if (row.isFolder) return toggleFolder(scope, row);
    scope.editor.insertText(`@${cleanOneLine(row.path)} `);
    focus(scope, 'message');
  },
};

const page = (conversation: ConversationPanel) => Math.max(1, conversation.height() - 1);

/** Told once; the engine answers when the turn is closed. */
function stopTurn({ view, send, ui }: ActionScope): void {
  const runningId = view.turn?.turnId ?? view.shell?.shellId;
  if (runningId === undefined) return;
  ui.hint = stoppingHint;
  if (ui.stoppedTurnId === runningId) return;
  ui.stoppedTurnId = runningId;
  send({ type: 'turn.cancel' });
}

/** The newest queued message becomes the draft again, before what is written already. */
function takeBackQueued(scope: ActionScope): unknown {
  const { view, editor, send, ui } = scope;
  const last = view.queue.findLast(({ itemId }) => !ui.takenBack.has(itemId));
  if (!last) return false;
  ui.takenBack.add(last.itemId);
  send({ type: 'queue.remove', itemId: last.itemId });
  // What was queued is a message; with a slash at its front it was pasted.
  editor.setText(editor.isEmpty() ? last.text : `${last.text}\n${editor.text()}`, false);
  return focus(scope, 'message');
}

/** Stop the turn, then clear the draft, then twice within two seconds quit. */
function interrupt(scope: ActionScope): void {
  const { view, editor, ui, quit, now } = scope;
  const again = now() - ui.interruptedAt < quitWindowMs;
  if (view.turn || view.shell) stopTurn(scope);
  else if (!editor.isEmpty()) {
    editor.clear();
    ui.hint = 'Cleared; the up arrow brings it back';
  } else if (again) quit();
  else {
    ui.hint = 'Press Ctrl+C again to quit';
    ui.interruptedAt = now();
  }
}
