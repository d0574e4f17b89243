// Finds the lines of a text that match a regular expression, and gives up on expressions that would never end.
import { createContext, Script } from 'node:vm';
import { PaiError } from '../../base/error.js';

export interface LineSearch {
  /** The first `limit` lines that match, in order. Throws PaiError when the expression takes too long. */
  matchingLines(lines: string[], limit: number): LineMatch[];
}

export interface LineMatch {
  /** From 0. */
  line: number;
  /** Where in the line the match begins. */
  column: number;
}

/** Longer lines are searched only in their beginning. */
export const maxSearchedCharacters = 10_000;
/** Well below the time after which a stopped engine that does not answer is ended. */
const timeLimitMs = 1000;

/** Prepares a search. Throws PaiError when the pattern is no regular expression. */
export function createLineSearch(pattern: string, ignoreCase = false): LineSearch {
  const flags = ignoreCase ? 'i' : '';
  try {
    new RegExp(pattern);
  } catch (cause) {
    const hint = 'Escape characters such as ( [ { . * + ? with a backslash to search for them as they are.';
    throw new PaiError('tool', `The pattern is no regular expression: ${(cause as Error).message}`, hint, cause);
  }
  // Only a script of its own can be stopped: a backtracking expression would hold the thread for hours.
  const context = createContext({ pattern, flags, text: '', limit: 0 });
  new Script('const expression = new RegExp(pattern, flags);').runInContext(context);
  const script = new Script(`{
    const found = [];
    text.split('\\n').every((line, index) => {
      const match = expression.exec(line);
      if (match) found.push(index + ':' + match.index);
      return found.length < limit;
    });
    found.join();
  }`);
  return {
    matchingLines(lines, limit) {
      if (lines.length === 0) return [];
      context.text = lines.map((line) => line.slice(0, maxSearchedCharacters)).join('\n');
      context.limit = limit;
      let found: string;
      try {
        found = script.runInContext(context, { timeout: timeLimitMs }) as string;
      } catch (cause) {
        throw new PaiError('tool', 'The pattern takes too long to search with', 'Use a simpler expression.', cause);
      }
      if (found === '') return [];
      return found.split(',').map((pair) => {
        const [line, column] = pair.split(':').map(Number);
        return { line: line!, column: column! };
      });
    },
  };
}
