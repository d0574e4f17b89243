// Markdown that grows while it is read: what is settled is lexed and wrapped once, only the open end again.
import type { Token } from 'marked';
import type { Highlighter } from './highlighter.js';
import { blockLines, lexMarkdown, lookOf, type MarkdownLinks, type MarkdownLook } from './markdown.js';
import type { Line } from './span.js';

export interface MarkdownLayout {
  /** Lines of `text`, equal to `markdownLines` of it; cheap when `text` begins with the text of the last call. */
  lines(text: string, width: number, ascii: boolean, colours?: LayoutColours): Line[];
}

export interface LayoutColours {
  highlighter: Highlighter | undefined;
  growing: boolean;
}

/** The last two blocks stay open: a block can still turn the one before it into something else (`- a`, blank, `-`). */
const openBlocks = 2;

export function createMarkdownLayout(): MarkdownLayout {
  let key = '';
  let settledText = '';
  let settledLines: Line[] = [];
  let settledLast: Token | undefined;
  let links: MarkdownLinks = {};
  /** What the colours stood at when settled lines lacked some; undefined when they lack none. */
  let settledLacks: number | undefined;
  let lastDrawn = '';
  let lastText: string | undefined;
  let lastLines: Line[] = [];

  function reset(newKey: string): void {
    key = newKey;
    settledText = '';
    settledLines = [];
    settledLast = undefined;
    settledLacks = undefined;
    links = {};
    lastText = undefined;
  }

  function settle(tokens: Token[], look: MarkdownLook): void {
    const missesBefore = look.highlighter?.misses;
    settledLines = settledLines.concat(blockLines(tokens, look, settledLast));
    if (look.highlighter?.misses !== missesBefore) settledLacks ??= look.highlighter?.version;
    settledLast = tokens.findLast(isDrawn) ?? settledLast;
    settledText += tokens.map((token) => token.raw).join('');
  }

  return {
    lines(text, width, ascii, { highlighter, growing } = { highlighter: undefined, growing: false }) {
      const newKey = `${width} ${ascii}`;
      const isLacking = settledLacks !== undefined && settledLacks !== highlighter?.version;
      if (newKey !== key || isLacking || !text.startsWith(settledText)) reset(newKey);
      const drawn = `${growing} ${highlighter?.version}`;
      if (text === lastText && drawn === lastDrawn) return lastLines;
      const look = lookOf({ width, ascii, highlighter });
      const tokens = lexMarkdown(text.slice(settledText.length), links);
      const count = settledCount(tokens);
      if (count > 0) settle(tokens.slice(0, count), look);
      lastText = text;
      lastDrawn = drawn;
      lastLines = settledLines.concat(blockLines(tokens.slice(count), { ...look, growing }, settledLast));
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
