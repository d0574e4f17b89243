// Cuts long text without leaving half a character at the cut. Pure; owns no limits, and nothing of cells: that is width.ts.

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;
const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff;

export function startOf(text: string, length: number): string {
  return text.slice(0, isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length);
}

export function endOf(text: string, length: number): string {
  const from = text.length - length;
  return text.slice(isLowSurrogate(text.charCodeAt(from)) ? from + 1 : from);
}

/** The beginning of a text that is only told of, with how much is missing. */
export function bounded(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = startOf(text, most);
  return `${start}[… ${text.length - start.length} characters more]`;
}
