// Markdown as styled lines of a width. Owns what each kind of block looks like; markdown-layout.ts owns growing texts.
import { Lexer, type Token, type Tokens } from 'marked';
import { type Glyphs, glyphs } from './glyphs.js';
import type { Highlighter } from './highlighter.js';
import { inlineSpans } from './markdown-inline.js';
import { tableLines } from './markdown-table.js';
import type { Line, Span, StyleRole } from './span.js';
import { breakLine, lineWidth, wrapLine } from './wrap.js';

export interface MarkdownOptions {
  /** Cells; no line is wider. */
  width: number;
  ascii?: boolean;
  /** Colours code; absent: code has one look. */
  highlighter?: Highlighter | undefined;
  /** More text will come. */
  growing?: boolean;
}

export interface MarkdownLook {
  width: number;
  signs: Glyphs;
  /** What plain text looks like here. */
  role: StyleRole;
  highlighter: Highlighter | undefined;
  growing: boolean;
}

/** Definitions of reference links, by name; they may stand in another part of the text than their use. */
export type MarkdownLinks = Lexer['tokens']['links'];

/** Block tokens of a text; `links` is read and added to. */
export function lexMarkdown(text: string, links: MarkdownLinks): Token[] {
  const lexer = new Lexer({ gfm: true });
  lexer.tokens.links = links;
  return lexer.lex(text);
}

/** Lines of a whole text, without blank lines at either end. */
export function markdownLines(text: string, options: MarkdownOptions): Line[] {
  return blockLines(lexMarkdown(text, {}), lookOf(options), undefined);
}

export function lookOf(options: MarkdownOptions): MarkdownLook {
  const { width, ascii = false, highlighter, growing = false } = options;
  return { width: Math.max(1, width), signs: glyphs(ascii), role: 'text', highlighter, growing };
}

/** Lines of a run of block tokens; `previous` is the token drawn before them, to know whether a blank line parts them. */
export function blockLines(tokens: Token[], look: MarkdownLook, previous: Token | undefined): Line[] {
  const lines: Line[] = [];
  let before = previous;
  let spaced = false;
  for (const token of tokens) {
    if (token.type === 'space' || token.type === 'def') {
      spaced = true;
      continue;
    }
    if (before !== undefined && !isTight(before, token, spaced)) lines.push([]);
    for (const line of linesOfToken(token, look)) lines.push(line);
    before = token;
    spaced = false;
  }
  return lines;
}

/** A list right under its sentence, and the text pieces of a list item, stay together. */
function isTight(before: Token, token: Token, spaced: boolean): boolean {
  if (spaced || before.raw.endsWith('\n\n')) return false;
  return (before.type === 'paragraph' || before.type === 'text') && (token.type === 'list' || token.type === 'text');
}

function linesOfToken(token: Token, look: MarkdownLook): Line[] {
  switch (token.type) {
    case 'heading':
      return headingLines(token as Tokens.Heading, look);
    case 'code':
      return codeLines(token as Tokens.Code, look);
    case 'blockquote':
      return quoteLines(token as Tokens.Blockquote, look);
    case 'list':
      return listLines(token as Tokens.List, look);
    case 'table':
      return tableLines(token as Tokens.Table, look.width, look.signs);
    case 'hr':
      return [[{ text: look.signs.horizontal.repeat(look.width), role: 'border' }]];
    case 'html':
      return wrapLine([{ text: token.raw.replace(/\n+$/, ''), role: look.role }], look.width);
    default: {
      const tokens = 'tokens' in token ? token.tokens : undefined;
      const spans = tokens === undefined ? [] : inlineSpans(tokens, look.role);
      return wrapLine(spans.length > 0 ? spans : [{ text: token.raw.trim(), role: look.role }], look.width);
    }
  }
}

/** The end of a fenced block that has its end; of an open one the last line is code. */
const closedFence = /\n *(?:`{3,}|~{3,})\s*$/;

function headingLines(heading: Tokens.Heading, look: MarkdownLook): Line[] {
  const spans = inlineSpans(heading.tokens, 'heading');
  const marker: Span = { text: `${'#'.repeat(heading.depth)} `, role: 'heading' };
  return wrapLine([marker, ...spans], look.width, marker.text.length);
}

function codeLines(code: Tokens.Code, look: MarkdownLook): Line[] {
  const inner = look.width > 12 ? look.width - 2 : look.width;
  const coloured = look.highlighter?.highlight(code.text, code.lang, look.growing && !closedFence.test(code.raw));
  const plain = () => code.text.split('\n').map((text): Line => [{ text, role: 'code' }]);
  const lines = (coloured ?? plain()).flatMap((line) => breakLine(line, inner));
  return inner === look.width ? lines : prefixed(lines, '  ', '  ', 'text');
}

function quoteLines(quote: Tokens.Blockquote, look: MarkdownLook): Line[] {
  const sign = `${look.signs.quote} `;
  const room = look.width - lineWidth([{ text: sign, role: 'quote' }]);
  if (room < 6) return blockLines(quote.tokens, { ...look, role: 'quote' }, undefined);
  return prefixed(blockLines(quote.tokens, { ...look, width: room, role: 'quote' }, undefined), sign, sign, 'quote');
}

function listLines(list: Tokens.List, look: MarkdownLook): Line[] {
  const first = typeof list.start === 'number' ? list.start : 1;
  const lastNumber = String(first + list.items.length - 1);
  const lines: Line[] = [];
  list.items.forEach((item, at) => {
    if (at > 0 && list.loose) lines.push([]);
    const marker = list.ordered ? `${String(first + at).padStart(lastNumber.length)}. ` : `${look.signs.bullet} `;
    for (const line of itemLines(item, marker, look)) lines.push(line);
  });
  return lines;
}

function itemLines(item: Tokens.ListItem, marker: string, look: MarkdownLook): Line[] {
  const box = item.task ? `${item.checked ? look.signs.taskDone : look.signs.taskOpen} ` : '';
  const head = marker + box;
  const narrow = look.width - head.length < 6;
  const tokens = item.tokens.filter((token) => token.type !== 'checkbox');
  const inner = blockLines(tokens, narrow ? look : { ...look, width: look.width - head.length }, undefined);
  if (inner.length === 0) return wrapLine([{ text: head.trimEnd(), role: 'accent' }], look.width);
  if (narrow) return [...wrapLine([{ text: head.trimEnd(), role: 'accent' }], look.width), ...inner];
  return prefixed(inner, head, ' '.repeat(head.length), 'accent');
}

function prefixed(lines: Line[], first: string, rest: string, role: StyleRole): Line[] {
  return lines.map((line, at) => {
    const prefix = at === 0 ? first : rest;
    if (line.length === 0 && prefix.trim() === '') return line;
    return [{ text: prefix, role: prefix.trim() === '' ? 'text' : role }, ...line];
  });
}
