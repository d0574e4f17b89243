// Where an input event goes: the dialog on top, else the focused panel's keys, else the editor.
import { type ActionScope, actions } from './actions.js';
import { runEditorCommand } from './editor-commands.js';
import { type InputEvent, keyNames } from './input/keys.js';
import type { KeyContext } from './keymap.js';
import { isAgentName } from './layout.js';
import { createMouse } from './mouse.js';
import type { PanelEntry } from './panel-entry.js';
import { reading } from './reading.js';
import { writeToAgent } from './team-actions.js';

const contexts = { message: 'composer', conversation: 'conversation', files: 'files' } as const;

/** What a dialog leaves to the screen behind it: the terminal's own matters, and reading the conversation. */
const behindDialogs: readonly string[] = ['ctrl+l', 'ctrl+z', 'pageup', 'pagedown'];

/** Keys that write in the draft or rub out, as text does. */
const typingKeys: readonly string[] = ['space', 'backspace', 'shift+backspace', 'ctrl+w', 'alt+backspace'];

export interface InputRouter {
  onInput(event: InputEvent): void;
}

export function createInputRouter(scope: ActionScope): InputRouter {
  const { ui, editor, dialogs, composer, keymap, review } = scope;

  const onMouse = createMouse(scope, scope.panes);
  function openEntry(): PanelEntry | undefined {
    const { focus } = ui;
    const entry = focus === 'files' ? scope.files.filter : focus === 'plan' ? scope.plan.find : reading(scope).search;
    return focus !== 'message' && entry.isOpen() ? entry : undefined;
  }

  const contextNow = (): KeyContext => {
    const { focus } = ui;
    if (focus === 'plan') return review.context();
    return isAgentName(focus) ? 'agent' : contexts[focus];
  };

  function onKey(key: string): void {
    const action = keymap.actionFor(contextNow(), key);
    // What was typed before a plan came must not answer it.
    if (ui.focus === 'plan' && review.isOpen() && !review.allows() && action?.startsWith('plan.')) return;
    if (action !== undefined && actions[action](scope) !== false) return;
    const command = ui.focus === 'message' ? keymap.editorCommandFor(key) : undefined;
    if (command !== undefined) runEditorCommand(editor, command);
    else if (ui.focus === 'message' && key === 'space') editor.insertText(' ');
  }

  /** Text typed in a panel that takes no text is keys; only a single character is meant as one. */
  function onText(text: string): void {
    if (ui.focus !== 'message') {
      const names = keyNames({ type: 'text', text });
      const [name = ''] = names;
      // What means nothing in the pane of an agent is the beginning of a message to it.
      const isWritten = names.length > 1 || keymap.actionFor(contextNow(), name) === undefined;
      if (isAgentName(ui.focus) && isWritten) {
        if (writeToAgent(scope)) editor.insertText(text);
      } else if (names.length === 1) onKey(name);
    } else if (text === '?' && editor.isEmpty()) onKey('?');
    else editor.insertText(text);
  }

  function onDialogInput(event: InputEvent): void {
    const taken = dialogs.onInput(event);
    if (taken || event.type !== 'key') return;
    if (behindDialogs.includes(event.key)) onKey(event.key);
    // The draft, whose End it is in the message, is not seen behind a dialog.
    else if (event.key === 'end') scope.transcript.scrollToEnd();
  }

  return {
    onInput(event) {
      if (event.type === 'mouse') return ui.mouse ? onMouse(event) : undefined;
      if (event.type === 'focus' || event.type === 'reply') return;
      if (dialogs.top() !== undefined) return onDialogInput(event);
      ui.hint = undefined;
      review.clearFault();
      if (openEntry()?.onInput(event)) return;
      if (ui.focus === 'message' && composer.onInput(event)) return;
      if (event.type === 'paste') {
        if (!writeToAgent(scope)) ui.focus = 'message';
        editor.insertPaste(event.text);
      } else if (event.type === 'text') onText(event.text);
      else onKey(event.key);
      const isTyping = event.type === 'text' || (event.type === 'key' && typingKeys.includes(event.key));
      composer.afterInput(isTyping && ui.focus === 'message');
    },
  };
}
