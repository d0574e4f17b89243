// The key bindings as they are now: the tables of keymap.ts and editor-commands.ts with the user's own changes laid over them.
import { type EditorCommand, editorHelp, editorKeys } from './editor-commands.js';
import { type ActionName, type Binding, bindings, contextBehind, type KeyContext, keyLabel } from './keymap.js';

/** What a key does: an action, or `editor.` and a command of the message box. */
export type KeyTarget = ActionName | `editor.${EditorCommand}`;

/** One change of the user's. `null` takes the key away; without a context it holds where the action has its keys, or everywhere. */
export interface KeyChange {
  context?: KeyContext;
  key: string;
  target: KeyTarget | null;
}

export interface LiveKeymap {
  /** All bindings, in the order of the tables; one that lost all its keys stays, without any. */
  bindings(): readonly Binding[];
  /** The panel's own binding wins over a global one. */
  actionFor(context: KeyContext, key: string): ActionName | undefined;
  /** What a key does in the message box, when it is no action. */
  editorCommandFor(key: string): EditorCommand | undefined;
  editorHelp(): { keys: string[]; does: string }[];
  /** The first key of an action as people write it; undefined when it has none. */
  labelOf(action: ActionName): string | undefined;
  /** Lays the changes over the tables; returns conflicts, one sentence each. */
  change(changes: readonly KeyChange[]): string[];
}

interface Slot {
  context: KeyContext;
  key: string;
  target: KeyTarget;
  /** The user's own. */
  own: boolean;
}

export function createLiveKeymap(): LiveKeymap {
  let slots = defaultSlots();
  let table: readonly Binding[] = bindings;
  let actions = actionIndex(slots);
  let editing = editingIndex(slots);
  const keysOf = (context: KeyContext, target: KeyTarget) =>
    slots.filter((slot) => slot.context === context && slot.target === target).map(({ key }) => key);

  return {
    bindings: () => table,
    actionFor(context, key) {
      const ofPanel = actions.get(slotId(context, key));
      if (ofPanel !== undefined) return ofPanel;
      const behind = contextBehind[context];
      if (behind !== undefined) return actions.get(slotId(behind, key)) ?? actions.get(slotId('global', key));
      // What the user asked of a key in the message box counts before what it does everywhere.
      return context === 'composer' && editing.get(key)?.own ? undefined : actions.get(slotId('global', key));
    },
    editorCommandFor: (key) => editing.get(key)?.command,
    editorHelp: () =>
      editorHelp().map(({ command, does }) => ({ keys: keysOf('composer', `editor.${command}`), does })),
    labelOf(action) {
      const key = slots.find((slot) => slot.target === action)?.key;
      return key === undefined ? undefined : keyLabel(key);
    },
    change(changes) {
      const result = applyChanges(defaultSlots(), changes);
      slots = result.slots;
      actions = actionIndex(slots);
      editing = editingIndex(slots);
      table = tableOf(slots);
      return result.conflicts;
    },
  };
}

const slotId = (context: KeyContext, key: string) => `${context} ${key}`;
const isEditing = (target: KeyTarget): target is `editor.${EditorCommand}` => target.startsWith('editor.');

function actionIndex(slots: readonly Slot[]): Map<string, ActionName> {
  const index = new Map<string, ActionName>();
  for (const { context, key, target } of slots) if (!isEditing(target)) index.set(slotId(context, key), target);
  return index;
}

/** A key may be both: an action that has no use for it just now leaves it to the editor. */
function editingIndex(slots: readonly Slot[]): Map<string, { command: EditorCommand; own: boolean }> {
  const index = new Map<string, { command: EditorCommand; own: boolean }>();
  for (const { key, target, own } of slots)
    if (isEditing(target)) index.set(key, { command: target.slice('editor.'.length) as EditorCommand, own });
  return index;
}

function defaultSlots(): Slot[] {
  // A new line is an action too, with the same keys.
  const editing = Object.entries(editorKeys)
    .filter(([, command]) => command !== 'newline')
    .map(([key, command]) => ({ key, target: `editor.${command}` as const }));
  return [
    ...editing.map((slot): Slot => ({ ...slot, context: 'composer', own: false })),
    ...bindings.flatMap(({ context, keys, action }) =>
      keys.map((key): Slot => ({ context, key, target: action, own: false })),
    ),
  ];
}

/** The tables' rows with the keys of now; what the user put where the table has no row gets one of its own. */
function tableOf(slots: readonly Slot[]): Binding[] {
  const keysOf = (context: KeyContext, action: ActionName) =>
    slots.filter((slot) => slot.context === context && slot.target === action).map(({ key }) => key);
  const rows = bindings.map((row) => ({ ...row, keys: keysOf(row.context, row.action) }));
  const added = slots.filter(
    ({ context, target }) =>
      !isEditing(target) && !rows.some((row) => row.context === context && row.action === target),
  );
  for (const { context, target } of added) {
    const like = bindings.find(({ action }) => action === target);
    const action = target as ActionName;
    if (like && !rows.some((row) => row.context === context && row.action === action))
      rows.push({ ...like, context, keys: keysOf(context, action) });
  }
  return rows;
}

function applyChanges(from: Slot[], changes: readonly KeyChange[]): { slots: Slot[]; conflicts: string[] } {
  let slots = from;
  const conflicts: string[] = [];
  const lost: Slot[] = [];
  for (const { context, key, target } of changes)
    if (target === null) slots = slots.filter((slot) => slot.key !== key || (context && slot.context !== context));
  for (const { context, key, target } of changes) {
    if (target === null) continue;
    for (const where of context ? [context] : contextsOf(target)) {
      const taken = slots.filter((slot) => slot.context === where && slot.key === key && slot.target !== target);
      const again = taken.find(({ own }) => own);
      if (again)
        conflicts.push(`${keyLabel(key)} is given twice (${where}): ${again.target} and ${target}; the second holds.`);
      lost.push(...taken.filter(({ own }) => !own));
      slots = slots.filter((slot) => slot.context !== where || slot.key !== key);
      slots = [...slots, { context: where, key, target, own: true }];
    }
  }
  return { slots, conflicts: [...conflicts, ...lost.flatMap((slot) => takenPlace(slot, slots)), ...hidden(slots)] };
}

/** Where an action has its keys; what holds everywhere needs no more than that. */
function contextsOf(target: KeyTarget): KeyContext[] {
  if (isEditing(target)) return ['composer'];
  const contexts = [...new Set(bindings.filter(({ action }) => action === target).map(({ context }) => context))];
  return contexts.includes('global') || contexts.length === 0 ? ['global'] : contexts;
}

/** Whoever gave the loser a key of its own has seen to it. */
function takenPlace({ context, key, target }: Slot, slots: readonly Slot[]): string[] {
  if (slots.some((slot) => slot.own && slot.target === target)) return [];
  const by = slots.find((slot) => slot.context === context && slot.key === key)?.target;
  const left = slots.filter((slot) => slot.target === target).map((slot) => keyLabel(slot.key));
  const rest = left.length === 0 ? 'has no key now' : `is left with ${[...new Set(left)].join(', ')}`;
  return [`${keyLabel(key)} (${context}): ${by} takes the place of ${target}, which ${rest}.`];
}

/** A key that was given everywhere, and means something else in one panel. */
function hidden(slots: readonly Slot[]): string[] {
  return slots
    .filter(({ own, context }) => own && context === 'global')
    .flatMap(({ key, target }) =>
      slots
        .filter((slot) => slot.key === key && slot.context !== 'global' && slot.target !== target)
        // An action goes before editing, so in the message box the global key takes it.
        .map((slot) =>
          isEditing(slot.target)
            ? `${keyLabel(key)}: ${target} takes the place of ${slot.target} in the message.`
            : `${keyLabel(key)}: in ${slot.context} it is still ${slot.target}, not ${target}.`,
        ),
    );
}
