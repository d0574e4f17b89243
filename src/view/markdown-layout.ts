// Markdown that grows while it is read: what is settled is lexed and wrapped once, only the open end again.
import type { Token } from 'marked';
import { blockLines, lexMarkdown, lookOf, type MarkdownLinks } from './markdown.js';
import type { Line } from './span.js';

export interface MarkdownLayout {
  /** Lines of `text`, equal to `markdownLines` of it; cheap when `text` begins with the text of the last call. */
  lines(text: string, width: number, ascii: boolean): Line[];
}

/** The last two blocks stay open: a block can still turn the one before it into something else (`- a`, blank, `-`). */
const openBlocks = 2;

export function createMarkdownLayout(): MarkdownLayout {
  let key = '';
  let settledText = '';
  let settledLines: Line[] = [];
  let settledLast: Token | undefined;
  let links: MarkdownLinks = {};
  let lastText: string | undefined;
  let lastLines: Line[] = [];

  function reset(newKey: string): void {
    key = newKey;
    settledText = '';
    settledLines = [];
    settledLast = undefined;
    links = {};
    lastText = undefined;
  }

  return {
    lines(text, width, ascii) {
      const newKey = `${width} ${ascii}`;
      if (newKey !== key || !text.startsWith(settledText)) reset(newKey);
      if (text === lastText) return lastLines;
      const look = lookOf({ width, ascii });
      const tokens = lexMarkdown(text.slice(settledText.length), links);
      const count = settledCount(tokens);
      if (count > 0) {
        const settled = tokens.slice(0, count);
        settledLines = settledLines.concat(blockLines(settled, look, settledLast));
        settledLast = settled.findLast(isDrawn) ?? settledLast;
        settledText += settled.map((token) => token.raw).join('');
      }
      lastText = text;
      lastLines = settledLines.concat(blockLines(tokens.slice(count), look, settledLast));
      return lastLines;
    },
  };
}

/** How many tokens at the beginning can no longer change. */
function settledCount(tokens: Token[]): number {
  let open = 0;
  for (let at = tokens.length - 1; at >= 0; at--) {
    if (isDrawn(tokens[at] as Token)) open++;
    if (open === openBlocks) return withoutBlanks(tokens, at);
  }
  return 0;
}

/** Blank lines before an open block stay with it: they decide how it is set apart. */
function withoutBlanks(tokens: Token[], end: number): number {
  let count = end;
  while (count > 0 && !isDrawn(tokens[count - 1] as Token)) count--;
  return count;
}

function isDrawn(token: Token): boolean {
  return token.type !== 'space' && token.type !== 'def';
}
