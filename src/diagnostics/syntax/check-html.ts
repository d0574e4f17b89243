// Syntax of HTML: what the standard calls an error of parsing and nobody means, and elements without their end.
import type { DefaultTreeAdapterTypes } from 'parse5';
import type { FindingInFile } from '../finding.js';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Templates that become HTML only when they are filled in. */
const template = /\{\{|\{%|<%|<\?/;
/** Errors by the standard that are habits: an old document type, `<my-element/>`, `&copy` without its semicolon. */
const habits =
  /doctype|trailing-solidus|character-reference|cdata|noscript|noncharacter|control-character|unexpected-solidus|abandoned|misplaced/;
/** Elements whose end may be left out, and those that have none. */
const endless = new Set(
  (
    'html head body li dt dd p rt rp optgroup option thead tbody tfoot tr td th colgroup caption ' +
    'area base br col embed hr img input link meta param source track wbr frame image'
  ).split(' '),
);
const htmlNamespace = 'http://www.w3.org/1999/xhtml';

export async function checkHtml(text: string): Promise<FindingInFile[]> {
  if (template.test(text)) return [];
  const { parse, parseFragment } = await import('parse5');
  const found: FindingInFile[] = [];
  const add = (line: number, column: number, message: string) =>
    void found.push({ severity: 'error', line, column, message, source: 'html' });
  const isDocument = /<!doctype|<html|<body/i.test(text);
  const root = (isDocument ? parse : parseFragment)(text, {
    sourceCodeLocationInfo: true,
    onParseError({ code, startLine, startCol }) {
      if (!habits.test(code)) add(startLine, startCol, wordsOf(code));
    },
  });
  for (const { tagName, sourceCodeLocation } of elementsIn(root.childNodes)) {
    if (!sourceCodeLocation?.startTag || sourceCodeLocation.endTag || endless.has(tagName)) continue;
    add(sourceCodeLocation.startLine, sourceCodeLocation.startCol, `<${tagName}> is not closed`);
  }
  return found;
}

/** In the order of the text, however deep. */
function elementsIn(nodes: readonly Node[]): Element[] {
  const found: Element[] = [];
  const waiting = [...nodes].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!('tagName' in node)) continue;
    if (node.namespaceURI === htmlNamespace) found.push(node);
    const children = 'content' in node ? node.content.childNodes : node.childNodes;
    waiting.push(...[...children].reverse());
  }
  return found;
}

/** `eof-in-tag` as `Eof in tag`, and the end of the file by its name. */
function wordsOf(code: string): string {
  const words = code.replaceAll('-', ' ').replace(/\beof\b/, 'end of file');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
