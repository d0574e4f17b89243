// The one stack of dialogs. Questions of the agent and the end of the engine come from the view; the rest is opened by keys.
import type { Command } from '../../protocol/command.js';
import type { Line } from '../../view/span.js';
import type { View } from '../../view/view-model.js';
import type { Ask } from '../commander.js';
import type { InputEvent } from '../input/keys.js';
import type { LiveKeymap } from '../live-keymap.js';
import type { SlashCommand } from '../slash-commands.js';
import type { ThemeSwitch } from '../theme-switch.js';
import { createApprovalDialog } from './approval.js';
import { createChoiceDialog } from './choice.js';
import { createCrashQuestion } from './crash.js';
import type { Dialog } from './dialog.js';
import { createHelpDialog } from './help.js';
import { ignoreRejected } from './ignore-rejected.js';
import type { Choice } from './pick-lists.js';
import { createPickers, type ListOptions } from './pickers.js';
import type { SearchItem } from './search-list.js';

export interface DialogsOptions {
  /** Said under a question of the agent in place of the keys that answer it; absent: it can be answered. */
  unanswerable?: ((width: number) => Line[]) | undefined;
  view: View;
  send(command: Command): void;
  ask: Ask;
  /** ms since 1970. */
  now(): number;
  /** ms of a clock that does not jump. */
  monotonicMs(): number;
  userHome: string;
  /** All slash commands. */
  commands(): readonly SlashCommand[];
  /** The mouse is ours just now. */
  mouse(): boolean;
  ascii: boolean;
  redraw(): void;
  /** Sends it and tells how it went. */
  carryOut(command: Command): Promise<void>;
  keymap: LiveKeymap;
  themes: ThemeSwitch;
  restartEngine(): void;
  quit(): void;
}

export type PickList =
  | 'thread'
  | 'model'
  | 'approvals'
  | 'theme'
  | 'settings'
  | 'usage'
  | 'context'
  | 'policy'
  | 'audit';

export interface Dialogs {
  /** The one on top; it takes all keys. */
  top(): Dialog | undefined;
  /** False: the dialog on top had no use for it. */
  onInput(event: InputEvent): boolean;
  openHelp(): void;
  /** The value of an item is run once the palette is closed, so that it finds everything as it was. */
  openPalette(items: SearchItem<() => void>[]): void;
  /** Opens a dialog of another's making, which is closed by the given function. */
  show(make: (close: () => void) => Dialog): void;
  /** Opens a list of the screen's own; `empty` is said when there is nothing in it. */
  choose<T>(title: string, empty: string, items: readonly Choice<T>[], take: (value: T) => void): void;
  /** The same with a list that narrows while one types. */
  search<T>(list: ListOptions<T>, take: (value: T) => void): void;
  /** Opens a list to choose from. */
  pick(what: PickList, limit?: number): void;
  /** True when the engine is dead; what to do about it is then asked. */
  askIfCrashed(): boolean;
}

export function createDialogs(options: DialogsOptions): Dialogs {
  const { view, send, redraw, ascii } = options;
  const opened: Dialog[] = [];
  const approval = createApprovalDialog({
    waiting: () => view.approvals,
    answer: (approvalId, decision) => send({ type: 'approval.answer', approvalId, decision }),
    now: options.monotonicMs,
    redraw,
    ascii,
    editorCommandFor: options.keymap.editorCommandFor,
    unanswerable: options.unanswerable,
  });
  const crash = createCrashQuestion({ ...options, now: options.monotonicMs });

  const open = (make: (close: () => void) => Dialog) => {
    const dialog = make(() => {
      opened.splice(opened.indexOf(dialog), 1);
      redraw();
    });
    opened.push(dialog);
    redraw();
  };
  const choose = <T>(title: string, empty: string, items: readonly Choice<T>[], take: (value: T) => void) =>
    open((close) =>
      createChoiceDialog({
        title,
        ...(items.length === 0 ? { intro: [[{ text: empty, role: 'dim' as const }]] } : {}),
        items,
        onChoice(value) {
          close();
          take(value);
        },
        onCancel: close,
        redraw,
        ascii,
      }),
    );
  const top = () => crash.dialog() ?? (approval.isOpen() ? approval : opened.at(-1));

  const pickers = createPickers(options, open);

  return {
    top,
    onInput: (event) => top()?.onInput(event) ?? false,
    openHelp: () =>
      open((close) =>
        createHelpDialog({
          close,
          redraw,
          ascii,
          keymap: options.keymap,
          commands: options.commands(),
          mouse: options.mouse(),
        }),
      ),
    openPalette: pickers.palette,
    show: open,
    choose,
    search: pickers.choose,
    askIfCrashed: crash.ask,
    pick: (what, limit) => void pickers.lists[what](limit).catch(ignoreRejected),
  };
}
