// Large pastes folded to one character of the draft. Owns which texts are folded, their labels, and the way back.

/** Private characters no text may contain; each stands for one paste. */
const chipPattern = /[\u{10f000}-\u{10fffd}]/gu;
const firstChip = 0x10f000;
const mostChips = 0xffe;
const foldedLines = 20;
const foldedCharacters = 4096;

export interface PasteChips {
  /** What goes into the draft for a pasted text: itself, or one chip character. */
  fold(text: string): string;
  /** The draft's text with every chip replaced by its paste. */
  expand(text: string): string;
  /** What the screen shows for a character, if it is a chip. */
  label(character: string): string | undefined;
}

export function createPasteChips(): PasteChips {
  const pastes: { text: string; label: string }[] = [];
  const pasteOf = (character: string) => pastes[(character.codePointAt(0) ?? 0) - firstChip];
  return {
    fold(text) {
      const lines = text.split('\n').length;
      if ((lines <= foldedLines && text.length <= foldedCharacters) || pastes.length > mostChips) return text;
      pastes.push({ text, label: lines > 1 ? `[pasted ${lines} lines]` : `[pasted ${text.length} characters]` });
      return String.fromCodePoint(firstChip + pastes.length - 1);
    },
    expand: (text) => text.replace(chipPattern, (character) => pasteOf(character)?.text ?? ''),
    label: (character) => pasteOf(character)?.label,
  };
}

/** Text in which nothing can be taken for a chip. */
export function withoutChips(text: string): string {
  return text.replace(chipPattern, '\ufffd');
}
