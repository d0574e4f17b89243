// What the keys do: one small function an action. Which key calls which is in keymap.ts, sending in send-draft.ts.
import type { Command } from '../protocol/command.js';
import { cleanOneLine } from '../view/clean.js';
import type { Transcript } from '../view/transcript.js';
import { isBusy, pastTurns } from '../view/turns.js';
import type { View } from '../view/view-model.js';
import type { Ask } from './commander.js';
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
import type { OwnCommands } from './own-commands.js';
import { paletteEntries } from './palette-entries.js';
import { panelActions, toggleFolder } from './panel-actions.js';
import type { ConversationPanel } from './panels/conversation.js';
import type { FilesPanel } from './panels/files.js';
import type { PlanPanel } from './panels/plan.js';
import type { Reading } from './panels/reader.js';
import { planActions } from './plan-actions.js';
import { cycleMode } from './plan-mode.js';
import type { PlanReview } from './plan-review.js';
import { halfPageRows, pageRows, reading } from './reading.js';
import { openRewind } from './rewind.js';
import type { ScreenPanes } from './screen-panes.js';
import type { ScreenTools } from './screen-tools.js';
import { sendDraft } from './send-draft.js';
import { agentActions, dropAddressee } from './team-actions.js';
import type { TeamPanes } from './team-panes.js';
import type { ThemeSwitch } from './theme-switch.js';
import type { UiState } from './ui-state.js';

export interface ActionScope {
  view: View;
  ui: UiState;
  editor: Editor;
  transcript: Transcript;
  conversation: ConversationPanel;
  files: FilesPanel;
  plan: PlanPanel;
  team: TeamPanes;
  review: PlanReview;
  tree(): FileTree | undefined;
  panes: Pick<ScreenPanes, 'at' | 'dividerAt' | 'drag'>;
  /** It was on the screen in the last frame. */
  isShown(panel: PanelName): boolean;
  /** It has the whole width of the screen. */
  isWhole(panel: PanelName): boolean;
  /** Agents can be looked at without a zoom. */
  hasAgentPlaces(): boolean;
  /** There is no room for the files beside the conversation. */
  filesCover(): boolean;
  planCovers(): boolean;
  hasPlan(): boolean;
  ascii: boolean;
  dialogs: Dialogs;
  keymap: LiveKeymap;
  themes: ThemeSwitch;
  composer: Composer;
  ownCommands: Pick<OwnCommands, 'list'>;
  tools: ScreenTools;
  /** Takes the draft to the user's own editor. */
  editOutside(): void;
  /** Keeps what was sent for other runs of the program. */
  remember(sent: PastInput): void;
  send(command: Command): void;
  ask: Ask;
  /** Resolves when the engine has carried it out. */
  carryOut(command: Command): Promise<void>;
  redraw(): void;
  redrawAll(): void;
  /** Opens the dialogs that connect a model. */
  connect(): void;
  suspend(): void;
  quit(): void;
  /** ms since 1970. */
  now(): number;
  /** ms of a clock that does not jump. */
  monotonicMs(): number;
}

/** False: the key was not meant for this action just now, and goes on to the editor. */
export type Action = (scope: ActionScope) => unknown;

const quitWindowMs = 2000;
const escapeWindowMs = 2000;
/** Said until nothing runs any more. */
export const stoppingHint = 'Stopping';

export const actions: Record<ActionName, Action> = {
  ...panelActions,
  ...planActions,
  ...agentActions,
  'mode.cycle': cycleMode,
  'turn.stop': (scope) => dropAddressee(scope) || stopTurn(scope),
  'app.interrupt': interrupt,
  'app.quit-if-empty': ({ editor, quit }) => (editor.isEmpty() ? quit() : false),
  'app.suspend': ({ suspend }) => suspend(),
  'app.redraw': ({ redrawAll }) => redrawAll(),
  'help.open': ({ dialogs }) => dialogs.openHelp(),
  'help.open-if-empty': ({ dialogs, editor }) => (editor.isEmpty() ? dialogs.openHelp() : false),
  'palette.open': (scope) => scope.dialogs.openPalette(paletteEntries(scope, actions)),
  'composer.send': (scope) => scope.editor.breakAtBackslash() || sendDraft(scope, 'start'),
  'composer.newline': ({ editor }) => runEditorCommand(editor, 'newline'),
  'turn.plan': ({ send }) => send({ type: 'turn.plan' }),
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
  'conversation.page-up': (scope) => scroll(scope, (here) => -pageRows(here)),
  'conversation.page-down': (scope) => scroll(scope, pageRows),
  'conversation.up': (scope) => reading(scope).transcript.selectPrevious(),
  'conversation.down': (scope) => reading(scope).transcript.selectNext(),
  'conversation.half-up': (scope) => scroll(scope, (here) => -halfPageRows(here)),
  'conversation.half-down': (scope) => scroll(scope, halfPageRows),
  'conversation.start': (scope) => reading(scope).transcript.scrollToStart(),
  'conversation.end': (scope) => {
    if (scope.ui.focus === 'message' && !scope.editor.isEmpty()) return false;
    reading(scope).transcript.scrollToEnd();
  },
  'conversation.expand-all': (scope) => reading(scope).transcript.toggleAll(),
  'conversation.toggle': (scope) => {
    const here = reading(scope);
    const blockId = here.selected();
    if (blockId !== undefined) here.transcript.toggle(blockId);
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

function scroll(scope: ActionScope, rows: (here: Reading) => number): void {
  const here = reading(scope);
  here.transcript.scrollBy(rows(here));
}

/** Told once; the engine answers when the turn is closed. Where nothing runs, twice leads back to earlier turns. */
function stopTurn(scope: ActionScope): void {
  const { view, send, ui } = scope;
  const runningId = view.turn?.turnId ?? view.shell?.shellId ?? view.compacting?.startedAt.toString();
  if (runningId === undefined) {
    goBack(scope);
    return;
  }
  ui.hint = stoppingHint;
  if (ui.stoppedTurnId === runningId) return;
  ui.stoppedTurnId = runningId;
  send({ type: 'turn.cancel' });
}

function goBack(scope: ActionScope): void {
  const { view, editor, ui, now } = scope;
  if (ui.planNext) {
    ui.planNext = false;
    return;
  }
  if (!editor.isEmpty() || view.queue.length > 0 || view.crashed || pastTurns(view).length === 0) return;
  if (now() - ui.escapedAt < escapeWindowMs) {
    ui.escapedAt = 0;
    openRewind(scope);
    return;
  }
  ui.escapedAt = now();
  ui.hint = 'Esc again: go back to an earlier turn';
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
  if (isBusy(view)) stopTurn(scope);
  else if (!editor.isEmpty()) {
    editor.clear();
    ui.hint = 'Cleared; the up arrow brings it back';
  } else if (again) quit();
  else {
    ui.hint = 'Press Ctrl+C again to quit';
    ui.interruptedAt = now();
  }
}
