// What keys do in the editor: command names, their effect, and the keys they have from the start.

import type { Editor } from './editor.js';
import {
  type Draft,
  endOf,
  leftOf,
  lineAt,
  type Place,
  rightOf,
  start,
  wordLeftOf,
  wordRightOf,
} from './editor-draft.js';

export type EditorCommand =
  | 'newline'
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'lineStart'
  | 'lineEnd'
  | 'draftStart'
  | 'draftEnd'
  | 'wordLeft'
  | 'wordRight'
  | 'backspace'
  | 'delete'
  | 'killWordLeft'
  | 'killWordRight'
  | 'killToLineStart'
  | 'killToLineEnd'
  | 'yank'
  | 'undo'
  | 'redo'
  | 'historyPrevious'
  | 'historyNext';

const effects: Record<EditorCommand, (editor: Editor) => unknown> = {
  newline: (editor) => editor.insertText('\n'),
  left: (editor) => editor.moveTo(leftOf),
  right: (editor) => editor.moveTo(rightOf),
  // At the edge of the draft the arrows go through the history.
  up: (editor) => editor.moveRow(-1) || editor.historyPrevious(),
  down: (editor) => editor.moveRow(1) || editor.historyNext(),
  lineStart: (editor) => editor.moveTo((draft) => ({ row: draft.row, col: 0 })),
  lineEnd: (editor) => editor.moveTo((draft) => ({ row: draft.row, col: lineAt(draft, draft.row).length })),
  draftStart: (editor) => editor.moveTo(() => start),
  draftEnd: (editor) => editor.moveTo(endOf),
  wordLeft: (editor) => editor.moveTo(wordLeftOf),
  wordRight: (editor) => editor.moveTo(wordRightOf),
  backspace: (editor) => editor.delete(leftOf),
  delete: (editor) => editor.delete(rightOf),
  killWordLeft: (editor) => editor.kill(wordLeftOf),
  killWordRight: (editor) => editor.kill(wordRightOf),
  killToLineStart: (editor) => editor.kill((draft) => ({ row: draft.row, col: 0 })),
  killToLineEnd: (editor) => editor.kill(lineEndOrNextLine),
  yank: (editor) => editor.yank(),
  undo: (editor) => editor.undo(),
  redo: (editor) => editor.redo(),
  historyPrevious: (editor) => editor.historyPrevious(),
  historyNext: (editor) => editor.historyNext(),
};

/** At the end of a line its line break goes. */
function lineEndOrNextLine(draft: Draft): Place {
  const { length } = lineAt(draft, draft.row);
  return draft.col < length ? { row: draft.row, col: length } : rightOf(draft);
}

/** Carries out a command. */
export function runEditorCommand(editor: Editor, command: EditorCommand): void {
  effects[command](editor);
}

/** Canonical key names (see input/keys) and what they do while the composer has the focus. Enter and Tab are not here: sending and completing are the composer's. */
export const editorKeys: Readonly<Record<string, EditorCommand>> = {
  'shift+enter': 'newline',
  'alt+enter': 'newline',
  'ctrl+j': 'newline',
  left: 'left',
  'ctrl+b': 'left',
  right: 'right',
  'ctrl+f': 'right',
  up: 'up',
  down: 'down',
  home: 'lineStart',
  'ctrl+a': 'lineStart',
  end: 'lineEnd',
  'ctrl+e': 'lineEnd',
  'ctrl+home': 'draftStart',
  'ctrl+end': 'draftEnd',
  'alt+b': 'wordLeft',
  'ctrl+left': 'wordLeft',
  'alt+left': 'wordLeft',
  'alt+f': 'wordRight',
  'ctrl+right': 'wordRight',
  'alt+right': 'wordRight',
  backspace: 'backspace',
  'shift+backspace': 'backspace',
  delete: 'delete',
  'ctrl+w': 'killWordLeft',
  'alt+backspace': 'killWordLeft',
  'ctrl+backspace': 'killWordLeft',
  'alt+d': 'killWordRight',
  'ctrl+delete': 'killWordRight',
  'ctrl+u': 'killToLineStart',
  'ctrl+k': 'killToLineEnd',
  'ctrl+y': 'yank',
  'ctrl+_': 'undo',
  'alt+_': 'redo',
};

const meanings: Readonly<Record<EditorCommand, string>> = {
  newline: 'new line',
  left: 'left',
  right: 'right',
  up: 'a row up; in the first row: an earlier message',
  down: 'a row down; in the last row: a later message',
  lineStart: 'to the start of the line',
  lineEnd: 'to the end of the line',
  draftStart: 'to the start of the message',
  draftEnd: 'to the end of the message',
  wordLeft: 'a word left',
  wordRight: 'a word right',
  backspace: 'delete the character before',
  delete: 'delete the character after',
  killWordLeft: 'cut the word before',
  killWordRight: 'cut the word after',
  killToLineStart: 'cut to the start of the line',
  killToLineEnd: 'cut to the end of the line',
  yank: 'put back what was cut',
  undo: 'undo',
  redo: 'redo',
  historyPrevious: 'an earlier message',
  historyNext: 'a later message',
};

/** For help: what each command does, and its keys. A new line is among the composer's own keys. */
export function editorHelp(): { command: EditorCommand; keys: string[]; does: string }[] {
  return (Object.keys(meanings) as EditorCommand[])
    .filter((command) => command !== 'newline')
    .map((command) => ({
      command,
      keys: Object.keys(editorKeys).filter((key) => editorKeys[key] === command),
      does: meanings[command],
    }))
    .filter(({ keys }) => keys.length > 0);
}
