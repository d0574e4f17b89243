// Where links may lead. What comes out is safe inside an escape code that makes text a link (OSC 8).
import type { Line, StyleRole } from './span.js';
import { pushSpan } from './wrap.js';

/** Longer ones are refused by terminals. */
const maxLength = 2000;
const bareAddress = /\bhttps?:\/\/[^\s<>"'`\u2026]+/g;
const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'file:']);

/**
 * The address in printable ASCII; undefined when it is relative, has another scheme, names a user (which serves to look
 * like another host), or is a file of another machine.
 */
export function linkTarget(href: string): string | undefined {
  if (href.length > maxLength || !/^[a-z]+:/i.test(href) || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  if (!schemes.has(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  if (url.protocol === 'file:' && url.host !== '') return undefined;
  return /^[\x21-\x7e]+$/.test(url.href) && url.href.length <= maxLength ? url.href : undefined;
}

/** A text in one look, in which the addresses that stand in it are links. */
export function withLinks(text: string, role: StyleRole): Line {
  const line: Line = [];
  let end = 0;
  for (const match of text.includes('://') ? text.matchAll(bareAddress) : []) {
    const address = withoutPunctuation(match[0]);
    pushSpan(line, text.slice(end, match.index), role);
    pushSpan(line, address, role, linkTarget(address));
    end = match.index + address.length;
  }
  pushSpan(line, text.slice(end), role);
  return line;
}

/** What ends a sentence, and a bracket that was opened before the address, do not belong to it. */
function withoutPunctuation(address: string): string {
  const short = address.replace(/[.,;:!?*_~]+$/, '');
  const isOpen = short.endsWith(')') && !short.includes('(');
  return isOpen || /[\]}]$/.test(short) ? withoutPunctuation(short.slice(0, -1)) : short;
}
