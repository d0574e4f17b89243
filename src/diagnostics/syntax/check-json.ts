// Syntax of JSON and of JSON with comments.
import { extname } from 'node:path';
import type { FindingInFile } from '../finding.js';
import { positionAt } from './position.js';

/** Files that end in .json and may hold comments all the same. */
const withComments =
  /(?:^|[\\/])(?:[tj]sconfig[^\\/]*\.json|\.eslintrc\.json|\.swcrc|api-extractor\.json|devcontainer\.json|deno\.json|language-configuration\.json)$|[\\/]\.vscode[\\/]|\.jsonc$|\.code-workspace$/;

/** The package's own words, in words. */
const wordings: Record<string, string> = {
  InvalidSymbol: 'Invalid symbol',
  InvalidNumberFormat: 'Invalid number',
  PropertyNameExpected: 'Property name expected',
  ValueExpected: 'Value expected',
  ColonExpected: 'Colon expected',
  CommaExpected: 'Comma expected',
  CloseBraceExpected: 'Closing brace expected',
  CloseBracketExpected: 'Closing bracket expected',
  EndOfFileExpected: 'End of file expected',
  InvalidCommentToken: 'Comments are not allowed in JSON',
  UnexpectedEndOfComment: 'Comment without an end',
  UnexpectedEndOfString: 'String without an end',
  UnexpectedEndOfNumber: 'Number without an end',
  InvalidUnicode: 'Invalid unicode escape',
  InvalidEscapeCharacter: 'Invalid escape in a string',
  InvalidCharacter: 'Invalid character in a string',
};

export async function checkJson(file: string, text: string, mayHaveComments: boolean): Promise<FindingInFile[]> {
  const { parse, printParseErrorCode } = await import('jsonc-parser');
  const isLoose = mayHaveComments || hasComments(file);
  const errors: { error: number; offset: number; length: number }[] = [];
  const start = text.startsWith('\ufeff') ? 1 : 0;
  parse(text.slice(start), errors, { disallowComments: !isLoose, allowTrailingComma: isLoose });
  return errors.map(({ error, offset }) => {
    const name = printParseErrorCode(error);
    return { severity: 'error', ...positionAt(text, offset + start), message: wordings[name] ?? name, source: 'json' };
  });
}

export function hasComments(file: string): boolean {
  return withComments.test(file) || extname(file) === '.jsonc';
}
