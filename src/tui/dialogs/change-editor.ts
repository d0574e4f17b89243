// The text of a call while a person changes it, in the box of its question. Sends nothing; the message box has an editor of its own.
import type { Line } from '../../view/span.js';
import { Editor } from '../editor.js';
import { type EditorCommand, runEditorCommand } from '../editor-commands.js';
import type { InputEvent } from '../input/keys.js';

export interface ChangeEditor {
  text(): string;
  rows(width: number): number;
  /** At most `height` rows, those around the caret. */
  lines(width: number, height: number): Line[];
  /** Asked after `lines`. */
  caret(): { x: number; y: number };
  /** `↑3 ↓10` rows that are out of sight, or nothing. */
  label(ascii: boolean): string | undefined;
  onInput(event: InputEvent): 'done' | 'left' | 'changed' | 'ignored';
}

/** As in the message box. */
const lineBreaks = ['alt+enter', 'shift+enter', 'ctrl+j'];

export function createChangeEditor(text: string, commandFor: (key: string) => EditorCommand | undefined): ChangeEditor {
  const editor = new Editor();
  editor.setText(text);
  let caret = { x: 0, y: 0 };
  let hidden = { above: 0, below: 0 };
  return {
    text: () => editor.text(),
    // The caret after a full row stands in a row of its own.
    rows: (width) => editor.rowCount(width),
    lines(width, height) {
      const drawn = editor.render(width, height);
      caret = drawn.caret;
      hidden = { above: drawn.hiddenAbove, below: drawn.hiddenBelow };
      return drawn.lines;
    },
    caret: () => caret,
    label(ascii) {
      if (hidden.above + hidden.below === 0) return undefined;
      return ascii ? `${hidden.above} above, ${hidden.below} below` : `↑${hidden.above} ↓${hidden.below}`;
    },
    onInput(event) {
      if (event.type === 'text') editor.insertText(event.text);
      else if (event.type === 'paste') editor.insertPaste(event.text);
      else if (event.type !== 'key') return 'ignored';
      else if (event.key === 'enter') return 'done';
      else if (event.key === 'escape') return 'left';
      else if (lineBreaks.includes(event.key)) editor.insertText('\n');
      else if (event.key === 'space') editor.insertText(' ');
      else {
        const command = commandFor(event.key);
        if (command === undefined) return 'ignored';
        runEditorCommand(editor, command);
      }
      return 'changed';
    },
  };
}
