// The inside of a Markdown block (emphasis, code, links) as styled spans. Owns no line breaking.

import type { Token, Tokens } from 'marked';
import { stripControls } from '../base/sanitize.js';
import { linkTarget } from './link-target.js';
import type { Line, StyleRole } from './span.js';
import { pushSpan } from './wrap.js';

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** Spans of inline tokens; `role` is what plain text looks like here. Newlines stay inside the spans. */
export function inlineSpans(tokens: Token[], role: StyleRole): Line {
  const line: Line = [];
  addInline(line, tokens, role);
  return line;
}

function addInline(line: Line, tokens: Token[], role: StyleRole): void {
  for (const token of tokens) addToken(line, token, role);
}

function addToken(line: Line, token: Token, role: StyleRole): void {
  switch (token.type) {
    case 'strong':
      addInline(line, token.tokens ?? [], role === 'text' ? 'strong' : role);
      break;
    case 'em':
      addInline(line, token.tokens ?? [], role === 'text' ? 'emphasis' : role);
      break;
    case 'del':
      addInline(line, token.tokens ?? [], 'dim');
      break;
    case 'link':
      addLink(line, token as Tokens.Link);
      break;
    case 'image':
      addImage(line, token as Tokens.Image);
      break;
    case 'text':
      if (token.tokens !== undefined) addInline(line, token.tokens, role);
      else pushSpan(line, decodeEntities(token.text), role);
      break;
    default:
      addLeaf(line, token, role);
  }
}

function addLeaf(line: Line, token: Token, role: StyleRole): void {
  if (token.type === 'codespan') pushSpan(line, (token as Tokens.Codespan).text, 'code');
  else if (token.type === 'br') pushSpan(line, '\n', role);
  // HTML, escapes and whatever a later lexer adds are shown as they were written.
  else if (token.type !== 'checkbox')
    pushSpan(line, stripControls('text' in token ? String(token.text) : token.raw), role);
}

/** The target is always shown: a link that says one address and means another must not hide. */
function addLink(line: Line, link: Tokens.Link): void {
  const href = linkTarget(link.href);
  for (const span of inlineSpans(link.tokens, 'link')) pushSpan(line, span.text, span.role, href);
  const target = stripControls(link.href.replace(/^mailto:/, ''));
  if (target !== '' && target !== link.text) addTarget(line, target, href);
}

function addImage(line: Line, image: Tokens.Image): void {
  const href = linkTarget(image.href);
  pushSpan(line, `[image${image.text === '' ? '' : `: ${stripControls(image.text)}`}]`, 'link', href);
  addTarget(line, stripControls(image.href), href);
}

function addTarget(line: Line, target: string, href: string | undefined): void {
  pushSpan(line, ' (', 'dim');
  pushSpan(line, target, 'dim', href);
  pushSpan(line, ')', 'dim');
}

/** The lexer turns `&#27;` into the control character itself, so what was clean before must be cleaned once more. */
function decodeEntities(text: string): string {
  const clean = stripControls(text);
  if (!clean.includes('&')) return clean;
  return clean.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (name) => entities[name] ?? name);
}
