// Takes a parsed line apart into simple commands, as far as rules can speak about it: no redirection into files, no substitution,
// no variables, no assignments, nothing in the background. Judges nothing.
import type { ParsedScript, Redirection, Statement, Word } from 'unbash';
import { isWrittenOut } from './command-shape.js';
import { argsOf } from './command-words.js';

export interface PlainCommand {
  words: string[];
  line: string;
  hasLeadingPattern: boolean;
}

/** The line's commands in order; undefined when it holds anything else. */
export function plainCommands(script: ParsedScript): PlainCommand[] | undefined {
  if ((script.errors ?? []).length > 0 || script.commands.length === 0) return undefined;
  return allOf(script.commands.map(({ command, background }) => (background ? undefined : commandsOf(command))));
}

function commandsOf(node: Statement['command']): PlainCommand[] | undefined {
  if (node.type === 'AndOr' || node.type === 'Pipeline') return allOf(node.commands.map(commandsOf));
  if (node.type !== 'Command' || node.name === undefined || node.prefix.length > 0) return undefined;
  const words: Word[] = [];
  for (const part of [node.name, ...node.suffix]) {
    if (part.type === 'Word' && isWrittenOut(part)) words.push(part);
    else if (part.type !== 'Redirect' || !goesNowhere(part)) return undefined;
  }
  return [
    {
      words: words.flatMap((word) => argsOf(word, new Map()).map(({ text }) => text)),
      line: words.map(({ text }) => text).join(' '),
      hasLeadingPattern: words.some(({ parts }) => parts?.[0]?.type === 'Glob'),
    },
  ];
}

/** `2>&1`, `>/dev/null`: no file is written. */
function goesNowhere({ operator, target }: Extract<Redirection, { type: 'Redirect' }>): boolean {
  if (target === undefined || !isWrittenOut(target)) return false;
  if (operator === '>&' || operator === '<&') return /^(?:\d|-)$/.test(target.value);
  return operator !== '<>' && target.value === '/dev/null';
}

function allOf(lists: readonly (PlainCommand[] | undefined)[]): PlainCommand[] | undefined {
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}
