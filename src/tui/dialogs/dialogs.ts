// The one stack of dialogs. Questions of the agent and the end of the engine come from the view; the rest is opened by keys.
import type { Command } from '../../protocol/command.js';
import type { Query, QueryResult } from '../../protocol/query.js';
import { formatElapsed } from '../../view/format.js';
import type { View } from '../../view/view-model.js';
import type { InputEvent } from '../input/keys.js';
import { createApprovalDialog } from './approval.js';
import { createChoiceDialog } from './choice.js';
import type { Dialog } from './dialog.js';
import { createHelpDialog } from './help.js';

export interface DialogsOptions {
  view: View;
  send(command: Command): void;
  ask<K extends Query['kind']>(kind: K): Promise<Extract<QueryResult, { kind: K }>>;
  ascii: boolean;
  redraw(): void;
  restartEngine(): void;
  quit(): void;
}

export interface Dialogs {
  /** The one on top; it takes all keys. */
  top(): Dialog | undefined;
  onInput(event: InputEvent): void;
  openHelp(): void;
  pickThread(): void;
  pickModel(): void;
}

export function createDialogs(options: DialogsOptions): Dialogs {
  const { view, send, ask, redraw } = options;
  const opened: Dialog[] = [];
  const open = (dialog: Dialog) => {
    opened.push(dialog);
    redraw();
  };
  const close = () => {
    opened.pop();
    redraw();
  };
  const approval = createApprovalDialog({
    waiting: () => view.approvals,
    answer: (approvalId, decision) => send({ type: 'approval.answer', approvalId, decision }),
    now: () => performance.now(),
    redraw,
    ascii: options.ascii,
  });
  let crash: { dialog: Dialog; message: string } | undefined;

  /** Made once for each crash, so that the selection stays while it is open. */
  function crashDialog(): Dialog | undefined {
    const { crashed } = view;
    if (!crashed) {
      crash = undefined;
      return undefined;
    }
    if (crash?.message !== crashed.message) {
      const dialog = createChoiceDialog({
        title: 'The engine stopped',
        intro: [
          [{ text: crashed.message, role: 'error' }],
          ...(crashed.hint ? [[{ text: crashed.hint, role: 'text' as const }]] : []),
          [],
        ],
        items: [
          { value: options.restartEngine, label: 'Restart the engine and go on' },
          { value: options.quit, label: 'Quit' },
        ],
        onChoice: (act) => act(),
        redraw,
      });
      crash = { dialog, message: crashed.message };
    }
    return crash?.dialog;
  }

  const top = () => crashDialog() ?? (view.approvals.length > 0 ? approval : opened.at(-1));

  function pick<T>(
    title: string,
    empty: string,
    items: { value: T; label: string; detail?: string }[],
    take: (value: T) => void,
  ): void {
    open(
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
      }),
    );
  }

  return {
    top,
    onInput: (event) => top()?.onInput(event),
    openHelp: () => open(createHelpDialog(close, redraw)),
    pickThread: () =>
      void ask('threads').then(
        ({ threads }) =>
          pick(
            'Go on with a thread',
            'There is no earlier thread.',
            threads.map((thread) => ({
              value: thread.threadId,
              label: thread.title,
              detail: `${formatElapsed(Date.now() - thread.updatedAt)} ago · ${thread.turns} turns · ${thread.cwd}`,
            })),
            (threadId) => send({ type: 'thread.open', which: { threadId } }),
          ),
        ignoreRejected,
      ),
    pickModel: () =>
      void ask('models').then(
        ({ models }) =>
          pick(
            'Model',
            'No other model is known for this server; /model NAME takes any.',
            models.map(({ model, contextWindow, current }) => ({
              value: model,
              label: `${current ? '✓' : ' '} ${model}`,
              detail: `${Math.round(contextWindow / 1000)}k`,
            })),
            (model) => send({ type: 'settings.change', model }),
          ),
        ignoreRejected,
      ),
  };
}

/** The refusal itself is an event, which the view shows. */
function ignoreRejected(): void {}
