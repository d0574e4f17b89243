// The form of a line as a whole: is it one plain command, is it a fork bomb, which of its lines are one.
import type { Function as FunctionNode, Script, SyntaxNode, Word } from 'unbash';
import { forEachChild } from 'unbash';

/** The line in one spelling when it is one simple command whose words are all written out; patterns may stay. */
export function simpleLine(script: Script): string | undefined {
  const [statement, ...others] = script.commands;
  if (statement === undefined || others.length > 0 || statement.background) return undefined;
  const { command } = statement;
  if (command.type !== 'Command' || command.name === undefined || command.prefix.length > 0) return undefined;
  const words: Word[] = [command.name];
  for (const part of command.suffix) {
    if (part.type !== 'Word') return undefined;
    words.push(part);
  }
  return words.every(isWrittenOut) ? words.map(({ text }) => text).join(' ') : undefined;
}

/** Nothing in the word is only known when it runs; patterns may stay. */
export function isWrittenOut(word: Word): boolean {
  return (word.parts ?? []).every(
    (part) =>
      ['Literal', 'SingleQuoted', 'AnsiCQuoted', 'Glob'].includes(part.type) ||
      (part.type === 'DoubleQuoted' && part.parts.every((child) => child.type === 'Literal')),
  );
}

/** A function that starts itself in the background, or twice in one pipe, multiplies without end. */
export function isForkBomb(node: FunctionNode): boolean {
  const isSelf = (inner: SyntaxNode) => inner.type === 'Command' && inner.name?.value === node.name.value;
  const multiplies = (inner: SyntaxNode, background: boolean): boolean => {
    const behind = background || (inner.type === 'Statement' && inner.background === true);
    if (behind && isSelf(inner)) return true;
    if (inner.type === 'Pipeline' && inner.commands.filter(isSelf).length > 1) return true;
    let found = false;
    forEachChild(inner, (child) => {
      found ||= multiplies(child, behind);
    });
    return found;
  };
  return multiplies(node.body, false);
}

/** The text with lines that end in `\` put together with the next, in quotes and comments too. */
export function joinLines(text: string): string {
  return text.replace(/\\(\n|[^\n])/g, (pair, next: string) => (next === '\n' ? '' : pair));
}
