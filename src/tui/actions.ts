// What the keys do: one small function an action. Which key calls which is in keymap.ts.
import type { Command } from '../protocol/command.js';
import type { Transcript } from '../view/transcript.js';
import type { View } from '../view/view-model.js';
import type { Dialogs } from './dialogs/dialogs.js';
import type { Editor } from './editor.js';
import { runEditorCommand } from './editor-commands.js';
import type { FileTree } from './file-tree.js';
import type { ActionName } from './keymap.js';
import type { PanelName } from './layout.js';
import type { ConversationPanel } from './panels/conversation.js';
import type { FilesPanel } from './panels/files.js';
import { readSlashCommand } from './slash-commands.js';
import type { FocusName, UiState } from './ui-state.js';

export interface ActionScope {
  view: View;
  ui: UiState;
  editor: Editor;
  transcript: Transcript;
  conversation: ConversationPanel;
  files: FilesPanel;
  tree(): FileTree | undefined;
  /** It was on the screen in the last frame. */
  isShown(panel: PanelName): boolean;
  dialogs: Dialogs;
  send(command: Command): void;
  redrawAll(): void;
  suspend(): void;
  quit(): void;
  /** ms since 1970. */
  now(): number;
}

/** False: the key was not meant for this action just now, and goes on to the editor. */
type Action = (scope: ActionScope) => unknown;

const quitWindowMs = 2000;

export const actions: Record<ActionName, Action> = {
  'turn.stop': ({ view, send, ui }) => {
    if (view.turn) send({ type: 'turn.cancel' });
    else if (ui.focus !== 'message') ui.focus = 'message';
  },
  'app.interrupt': interrupt,
  'app.quit-if-empty': ({ editor, quit }) => (editor.isEmpty() ? quit() : false),
  'app.suspend': ({ suspend }) => suspend(),
  'app.redraw': ({ redrawAll }) => redrawAll(),
  'help.open': ({ dialogs, ui, editor }) => {
    if (ui.focus === 'message' && !editor.isEmpty()) return false;
    dialogs.openHelp();
  },
  'composer.send': send,
  'composer.newline': ({ editor }) => runEditorCommand(editor, 'newline'),
  'composer.steer': ({ editor, send: command, view }) => {
    const { text } = editor.submit();
    if (text.trim() !== '') command(view.turn ? { type: 'turn.steer', text } : { type: 'turn.start', input: text });
  },
  'queue.edit': ({ view, editor, send: command, ui }) => {
    const last = view.queue.at(-1);
    if (!last) return false;
    command({ type: 'queue.remove', itemId: last.itemId });
    editor.setText(editor.isEmpty() ? last.text : `${last.text}\n${editor.text()}`);
    ui.focus = 'message';
  },
  'files.toggle': ({ ui, isShown }) => {
    const shown = isShown('files');
    ui.filesChosen = true;
    ui.filesOpen = !shown;
    ui.focus = ui.filesOpen ? 'files' : 'message';
  },
  'focus.next': (scope) => cycleFocus(scope, 1),
  'focus.previous': (scope) => cycleFocus(scope, -1),
  'focus.conversation': ({ ui }) => focus(ui, 'conversation'),
  'focus.files': ({ ui }) => {
    ui.filesChosen = true;
    ui.filesOpen = true;
    focus(ui, 'files');
  },
  'focus.composer': ({ ui }) => focus(ui, 'message'),
  'conversation.page-up': ({ transcript, conversation }) => transcript.scrollBy(-page(conversation)),
  'conversation.page-down': ({ transcript, conversation }) => transcript.scrollBy(page(conversation)),
  'conversation.up': ({ transcript }) => transcript.scrollBy(-1),
  'conversation.down': ({ transcript }) => transcript.scrollBy(1),
  'conversation.half-up': ({ transcript, conversation }) => transcript.scrollBy(-Math.ceil(page(conversation) / 2)),
  'conversation.half-down': ({ transcript, conversation }) => transcript.scrollBy(Math.ceil(page(conversation) / 2)),
  'conversation.start': ({ transcript }) => transcript.scrollToStart(),
  'conversation.end': ({ transcript, ui, editor }) => {
    if (ui.focus === 'message' && !editor.isEmpty()) return false;
    transcript.scrollToEnd();
  },
  'conversation.expand-all': ({ transcript }) => transcript.toggleAll(),
  'conversation.toggle': ({ transcript }) => {
    const block = transcript.blockAt(0);
    if (block) transcript.toggle(block.id);
  },
  'files.up': ({ files }) => files.move(-1),
  'files.down': ({ files }) => files.move(1),
  'files.open': ({ files, tree }) => {
    const row = files.selected();
    if (row?.isFolder) void tree()?.open(row.path);
  },
  'files.close': ({ files, tree }) => {
    const row = files.selected();
    if (row?.isFolder && row.isOpen) tree()?.close(row.path);
    else if (row?.path.includes('/')) files.select(row.path.slice(0, row.path.lastIndexOf('/')));
  },
  'files.insert': ({ files, tree, editor, ui }) => {
    const row = files.selected();
    if (!row) return;
    if (row.isFolder) return void (row.isOpen ? tree()?.close(row.path) : tree()?.open(row.path));
    editor.insertText(`@${row.path} `);
    ui.focus = 'message';
  },
};

const page = (conversation: ConversationPanel) => Math.max(1, conversation.height() - 1);

function focus(ui: UiState, name: FocusName): void {
  ui.focus = name;
}

function cycleFocus({ ui, isShown }: ActionScope, step: 1 | -1): void {
  const ring = (['message', 'conversation', 'files'] as const).filter(isShown);
  ui.focus = ring[(ring.indexOf(ui.focus) + step + ring.length) % ring.length] ?? 'message';
}

/** Stop the turn, then clear the draft, then twice within two seconds quit. */
function interrupt({ view, editor, send: command, ui, quit, now }: ActionScope): void {
  const again = now() - ui.interruptedAt < quitWindowMs;
  if (view.turn) command({ type: 'turn.cancel' });
  else if (!editor.isEmpty()) {
    editor.clear();
    ui.hint = 'Cleared; the up arrow brings it back';
  } else if (again) quit();
  else {
    ui.hint = 'Press Ctrl+C again to quit';
    ui.interruptedAt = now();
  }
}

function send(scope: ActionScope): void {
  const { editor, transcript, send: command } = scope;
  if (editor.breakAtBackslash()) return;
  if (editor.text().trim() === '') return;
  const { text, startsTyped } = editor.submit();
  // A pasted text that begins with a slash is text; only what was typed is a command.
  if (startsTyped && text.startsWith('/')) runSlashCommand(text, scope);
  else command({ type: 'turn.start', input: text });
  transcript.scrollToEnd();
}

function runSlashCommand(line: string, { dialogs, send: command, quit, ui, editor }: ActionScope): void {
  const action = readSlashCommand(line);
  switch (action.kind) {
    case 'help':
      dialogs.openHelp();
      break;
    case 'exit':
      quit();
      break;
    case 'new-thread':
      command({ type: 'thread.open', which: 'new' });
      break;
    case 'pick-thread':
      dialogs.pickThread();
      break;
    case 'open-thread':
      command({ type: 'thread.open', which: { threadId: action.threadId } });
      break;
    case 'cancel':
      command({ type: 'turn.cancel' });
      break;
    case 'approvals':
      command({ type: 'settings.change', approvals: action.level });
      break;
    case 'pick-model':
      dialogs.pickModel();
      break;
    case 'model':
      command({ type: 'settings.change', model: action.model });
      break;
    case 'refused':
      ui.hint = action.reason;
      editor.setText(line);
  }
}
