// Syntax of style sheets: declarations, rules and their brackets. Values, selectors and names are not judged: there are always
// newer ones than a parser knows.
import type { FindingInFile } from '../finding.js';
import { positionAt } from './position.js';

/** Templates that become style sheets only when they are filled in. */
const template = /\{\{|\{%|<%|<\?/;
const openers = new Map([
  ['{', '}'],
  ['(', ')'],
  ['[', ']'],
]);

export async function checkCss(text: string): Promise<FindingInFile[]> {
  if (template.test(text)) return [];
  const { default: parse } = await import('css-tree/parser');
  const found: FindingInFile[] = [];
  const add = (offset: number, message: string) =>
    void found.push({ severity: 'error', ...positionAt(text, offset), message, source: 'css' });
  parse(text, {
    parseValue: false,
    parseAtrulePrelude: false,
    parseRulePrelude: false,
    // A nested rule that begins with a combinator, which it does not know.
    onParseError: ({ message, offset }) => message !== 'Identifier is expected' && add(offset, message),
  });
  // What the end of the file closes is right by the standard, and hardly ever meant.
  for (const { offset, message } of await unclosed(text)) add(offset, message);
  return found;
}

async function unclosed(text: string): Promise<{ offset: number; message: string }[]> {
  const { tokenize, tokenNames } = await import('css-tree/tokenizer');
  const open: { offset: number; sign: string; end: string }[] = [];
  const found: { offset: number; message: string }[] = [];
  tokenize(text, (type, start, end) => {
    const word = text.slice(start, end);
    const sign = word.at(-1) ?? '';
    const name = tokenNames[type];
    if (name === 'comment-token' && !(word.length >= 4 && word.endsWith('*/')))
      found.push({ offset: start, message: 'Comment without an end' });
    if (name === 'bad-string-token') found.push({ offset: start, message: 'String without an end' });
    const isOpening = word === sign || name === 'function-token';
    if (isOpening && openers.has(sign)) open.push({ offset: end - 1, sign, end: openers.get(sign)! });
    else if (word === open.at(-1)?.end) open.pop();
  });
  return [...found, ...open.map(({ offset, sign }) => ({ offset, message: `"${sign}" is not closed` }))];
}
