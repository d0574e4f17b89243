// The one stack of dialogs. Questions of the agent and the end of the engine come from the view; the rest is opened by keys.
import { PaiError } from '../../base/error.js';
import type { Command } from '../../protocol/command.js';
import type { Query, QueryResult } from '../../protocol/query.js';
import type { View } from '../../view/view-model.js';
import type { InputEvent } from '../input/keys.js';
import { createApprovalDialog } from './approval.js';
import { createChoiceDialog } from './choice.js';
import { createCrashQuestion } from './crash.js';
import type { Dialog } from './dialog.js';
import { createHelpDialog } from './help.js';
import { type Choice, levelChoices, modelChoices, threadChoices } from './pick-lists.js';

export interface DialogsOptions {
  view: View;
  send(command: Command): void;
  ask<K extends Query['kind']>(kind: K): Promise<Extract<QueryResult, { kind: K }>>;
  /** ms since 1970. */
  now(): number;
  /** ms of a clock that does not jump. */
  monotonicMs(): number;
  userHome: string;
  ascii: boolean;
  redraw(): void;
  restartEngine(): void;
  quit(): void;
}

export type PickList = 'thread' | 'model' | 'approvals';

export interface Dialogs {
  /** The one on top; it takes all keys. */
  top(): Dialog | undefined;
  /** False: the dialog on top had no use for it. */
  onInput(event: InputEvent): boolean;
  openHelp(): void;
  /** Opens a list to choose from. */
  pick(what: PickList): void;
  /** True when the engine is dead; what to do about it is then asked. */
  askIfCrashed(): boolean;
}

export function createDialogs(options: DialogsOptions): Dialogs {
  const { view, send, ask, redraw, ascii } = options;
  const opened: Dialog[] = [];
  const approval = createApprovalDialog({
    waiting: () => view.approvals,
    answer: (approvalId, decision) => send({ type: 'approval.answer', approvalId, decision }),
    now: options.monotonicMs,
    redraw,
    ascii,
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
  const choose = <T>(title: string, empty: string, items: Choice<T>[], take: (value: T) => void) =>
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

  const pickers: Record<PickList, () => Promise<void>> = {
    approvals: async () =>
      choose('What runs without asking', '', levelChoices(view.engine?.approvals, ascii), (level) =>
        send({ type: 'settings.change', approvals: level }),
      ),
    thread: async () => {
      const { threads } = await ask('threads');
      const choices = threadChoices(threads, options.now(), options.userHome, ascii);
      choose('Go on with a thread', 'There is no earlier thread.', choices, (threadId) =>
        send({ type: 'thread.open', which: { threadId } }),
      );
    },
    model: async () => {
      const { models } = await ask('models');
      const empty = 'No other model is known for this server; /model NAME takes any.';
      choose('Model', empty, modelChoices(models, ascii), (model) => send({ type: 'settings.change', model }));
    },
  };

  return {
    top,
    onInput: (event) => top()?.onInput(event) ?? false,
    openHelp: () => open((close) => createHelpDialog({ close, redraw, ascii })),
    askIfCrashed: crash.ask,
    pick: (what) => void pickers[what]().catch(ignoreRejected),
  };
}

/** The refusal itself is an event, which the view shows; anything else is a fault of ours. */
function ignoreRejected(error: unknown): void {
  if (!(error instanceof PaiError)) throw error;
}
