// What the palette offers: every action of the key tables and every slash command, each with its key and why it cannot be run now.
import type { Action, ActionScope } from './actions.js';
import type { SearchItem } from './dialogs/search-list.js';
import { disabledCommands } from './disabled.js';
import { type ActionName, keyLabel } from './keymap.js';
import { runSlashCommand } from './send-draft.js';

/** Actions that only make sense by their key, or are another one under a condition. */
const left: ReadonlySet<ActionName> = new Set<ActionName>(['palette.open', 'help.open-if-empty']);

type Actions = Readonly<Record<ActionName, Action>>;

/** The value of an item runs it. */
export function paletteEntries(scope: ActionScope, actions: Actions): SearchItem<() => void>[] {
  return [...slashEntries(scope), ...actionEntries(scope, actions)];
}

function actionEntries(scope: ActionScope, actions: Actions): SearchItem<() => void>[] {
  const rows = scope.keymap.bindings().filter(({ action }) => !left.has(action));
  return [...new Set(rows.map(({ action }) => action))].map((action) => {
    const own = rows.filter((row) => row.action === action);
    const reasons = own.map((row) => row.disabled?.(scope));
    // What can be done in one panel can be done.
    const disabled = reasons.includes(undefined) ? undefined : reasons[0];
    const keys = [...new Set(own.flatMap((row) => row.keys))].slice(0, mostKeys);
    return {
      value: () => void actions[action](scope),
      label: own[0]?.does ?? action,
      detail: action,
      right: keys.map(keyLabel).join(' '),
      ...(disabled === undefined ? {} : { disabled }),
    };
  });
}

const mostKeys = 3;

function slashEntries(scope: ActionScope): SearchItem<() => void>[] {
  return scope.ownCommands.list().map(({ name, argument, does }) => {
    const disabled = disabledCommands[name]?.(scope);
    const needsArgument = argument !== undefined && !argument.startsWith('[');
    return {
      // What needs more than its name is begun in the message, to be completed there.
      value: () => (needsArgument ? beginCommand(scope, name) : runSlashCommand(`/${name}`, scope)),
      label: `/${name}${argument ? ` ${argument}` : ''}`,
      detail: does,
      ...(disabled === undefined ? {} : { disabled }),
    };
  });
}

function beginCommand({ editor, ui }: ActionScope, name: string): void {
  if (!editor.isEmpty()) {
    ui.hint = `/${name} needs an argument; send or clear the message first`;
    return;
  }
  ui.focus = 'message';
  editor.setText(`/${name} `);
}
