// One line of text inside a dialog. The message box has its own editor.
import { cellWidth, graphemes } from '../../base/width.js';
import type { InputEvent } from '../input/keys.js';

export interface TextLine {
  text(): string;
  /** The end of the text, where the caret is, in at most `width` cells. */
  visible(width: number): string;
  /** What the event was: the end of writing, or something that changed the text, or nothing of ours. */
  onInput(event: InputEvent): 'done' | 'left' | 'changed' | 'ignored';
}

/** `mask`: stands for each character where the text must not be seen. */
export function createTextLine({ mask }: { mask?: string } = {}): TextLine {
  let text = '';
  return {
    text: () => text,
    visible(width) {
      const parts = mask === undefined ? graphemes(text) : graphemes(text).map(() => mask);
      let room = width - cellWidth(parts.join(''));
      let from = 0;
      for (; room < 0 && from < parts.length; from++) room += cellWidth(parts[from] as string);
      return parts.slice(from).join('');
    },
    onInput(event) {
      if (event.type === 'text' || event.type === 'paste') text += event.text.replace(/\s+/g, ' ');
      else if (event.type !== 'key') return 'ignored';
      else if (event.key === 'enter') return 'done';
      else if (event.key === 'escape') return 'left';
      else if (event.key === 'space') text += ' ';
      else if (event.key === 'backspace') text = graphemes(text).slice(0, -1).join('');
      else if (event.key === 'ctrl+w') text = text.replace(/\S*\s*$/, '');
      else if (event.key === 'ctrl+u') text = '';
      else return 'ignored';
      return 'changed';
    },
  };
}
