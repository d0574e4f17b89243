// Where an input event goes: the dialog on top, else the focused panel's keys, else the editor.
import { type ActionScope, actions } from './actions.js';
import { editorKeys, runEditorCommand } from './editor-commands.js';
import { type InputEvent, keyNames } from './input/keys.js';
import { actionFor, type KeyContext } from './keymap.js';

const contexts = { message: 'composer', conversation: 'conversation', files: 'files' } as const;

/** What a dialog leaves to the screen behind it: the terminal's own matters, and reading the conversation. */
const behindDialogs: readonly string[] = ['ctrl+l', 'ctrl+z', 'pageup', 'pagedown'];

export interface InputRouter {
  onInput(event: InputEvent): void;
}

export function createInputRouter(scope: ActionScope): InputRouter {
  const { ui, editor, dialogs } = scope;

  function onKey(key: string): void {
    const context: KeyContext = contexts[ui.focus];
    const action = actionFor(context, key);
    if (action !== undefined && actions[action](scope) !== false) return;
    const command = ui.focus === 'message' ? editorKeys[key] : undefined;
    if (command !== undefined) runEditorCommand(editor, command);
    else if (ui.focus === 'message' && key === 'space') editor.insertText(' ');
  }

  /** Text typed in a panel that takes no text is keys; only a single character is meant as one. */
  function onText(text: string): void {
    if (ui.focus !== 'message') {
      const names = keyNames({ type: 'text', text });
      if (names.length === 1) onKey(names[0] ?? '');
    } else if (text === '?' && editor.isEmpty()) onKey('?');
    else editor.insertText(text);
  }

  function onDialogInput(event: InputEvent): void {
    const taken = dialogs.onInput(event);
    if (!taken && event.type === 'key' && behindDialogs.includes(event.key)) onKey(event.key);
  }

  return {
    onInput(event) {
      if (event.type === 'mouse' || event.type === 'focus' || event.type === 'reply') return;
      if (dialogs.top() !== undefined) return onDialogInput(event);
      ui.hint = undefined;
      if (event.type === 'paste') {
        ui.focus = 'message';
        editor.insertPaste(event.text);
      } else if (event.type === 'text') onText(event.text);
      else onKey(event.key);
    },
  };
}
