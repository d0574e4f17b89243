// Syntax of TypeScript and JavaScript: typescript-estree says whether it is right, TypeScript's parser where all it is wrong.
import type { FindingInFile } from '../finding.js';
import { positionAt } from './position.js';

export async function checkScript(file: string, text: string): Promise<FindingInFile[]> {
  const { parse } = await import('@typescript-eslint/typescript-estree');
  try {
    // JavaScript may hold JSX whatever its suffix.
    parse(text, {
      filePath: file,
      jsx: /\.(?:[cm]?js|[jt]sx)$/.test(file),
      loc: false,
      range: false,
      jsDocParsingMode: 'none',
    });
    return [];
  } catch (error) {
    const all = await allErrors(file, text);
    return all.length > 0 ? all : [ownError(error, text)];
  }
}

async function allErrors(file: string, text: string): Promise<FindingInFile[]> {
  const { default: ts } = await import('typescript');
  const kind = /\.[cm]?js$/.test(file) ? ts.ScriptKind.JSX : undefined;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
  // Not in its published types, but there since its beginning.
  const { parseDiagnostics = [] } = source as { parseDiagnostics?: import('typescript').DiagnosticWithLocation[] };
  return parseDiagnostics.map(({ start, messageText }) => ({
    severity: 'error',
    ...positionAt(text, start),
    message: ts.flattenDiagnosticMessageText(messageText, ' '),
    source: 'ts',
  }));
}

function ownError(error: unknown, text: string): FindingInFile {
  const { message = String(error), index = 0 } = error as { message?: string; index?: number };
  return { severity: 'error', ...positionAt(text, index), message, source: 'ts' };
}
