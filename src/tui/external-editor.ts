// Takes the draft to an editor of the user's own and back. The terminal is that editor's meanwhile; which program it is the caller knows.
import { toErrorData } from '../base/error.js';
import type { Editor } from './editor.js';
import type { UiState } from './ui-state.js';

/** The text as it was left, undefined when it was given up; absent: no editor is set. Rejects when it cannot be started. */
export type EditText = (text: string) => Promise<string | undefined>;

export interface ExternalEditorOptions {
  editor: Editor;
  ui: UiState;
  editText: EditText | undefined;
  /** Gives the terminal away; what is returned takes it back and draws everything. */
  lendTerminal(): () => void;
  redraw(): void;
}

/** Returns at once; the draft is replaced when the editor has ended well. */
export function createExternalEditor(options: ExternalEditorOptions): () => void {
  const { editor, ui, editText, lendTerminal, redraw } = options;
  let isOut = false;

  async function edit(work: EditText): Promise<void> {
    isOut = true;
    const takeBack = lendTerminal();
    try {
      const { startsTyped } = editor;
      const wasEmpty = editor.isEmpty();
      const before = editor.text();
      const text = await work(before);
      if (text === undefined) ui.hint = 'The editor was left without success; the message is as it was';
      else if (text !== before) editor.setText(text, wasEmpty || startsTyped);
    } catch (error) {
      const { message, hint } = toErrorData(error);
      ui.hint = hint ? `${message}. ${hint}` : message;
    } finally {
      isOut = false;
      takeBack();
      redraw();
    }
  }

  return () => {
    if (isOut) return;
    if (editText) void edit(editText);
    else ui.hint = 'No editor is set: set VISUAL or EDITOR, or "editor" in config.json';
  };
}
