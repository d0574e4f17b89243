// Which language servers a folder has: those of the user's settings, then well-known ones that are installed. Starts nothing.
import { findProgram } from '../../process/find-program.js';

export interface ServerChoice {
  command: readonly string[];
  suffixes: readonly string[];
  /** The user named it: then it is said when it cannot be started. */
  isConfigured: boolean;
}

const wellKnown: { command: readonly string[]; suffixes: readonly string[] }[] = [
  { command: ['pyright-langserver', '--stdio'], suffixes: ['.py', '.pyi'] },
  { command: ['gopls'], suffixes: ['.go'] },
  { command: ['rust-analyzer'], suffixes: ['.rs'] },
  { command: ['clangd'], suffixes: ['.c', '.h', '.cc', '.cpp', '.cxx', '.hh', '.hpp'] },
  { command: ['jdtls'], suffixes: ['.java'] },
];

const languageIds: Record<string, string> = {
  '.ts': 'typescript',
  '.mts': 'typescript',
  '.cts': 'typescript',
  '.tsx': 'typescriptreact',
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.cjs': 'javascript',
  '.jsx': 'javascriptreact',
  '.py': 'python',
  '.pyi': 'python',
  '.rs': 'rust',
  '.h': 'c',
  '.cc': 'cpp',
  '.cxx': 'cpp',
  '.hh': 'cpp',
  '.hpp': 'cpp',
  '.yml': 'yaml',
  '.sh': 'shellscript',
  '.rb': 'ruby',
  '.cs': 'csharp',
  '.kt': 'kotlin',
  '.md': 'markdown',
};

/** The protocol's name of a language; most are their suffix. */
export const languageIdOf = (suffix: string) => languageIds[suffix] ?? suffix.slice(1);

export function chooseServers(
  cwd: string,
  configured: Readonly<Record<string, readonly string[]>>,
  path: string | undefined = process.env.PATH,
): ServerChoice[] {
  const groups = new Map<string, ServerChoice & { suffixes: string[] }>();
  for (const [suffix, command] of Object.entries(configured)) {
    const key = JSON.stringify(command);
    const file = findProgram(command[0] ?? '', { path }) ?? command[0] ?? '';
    const group = groups.get(key) ?? { command: [file, ...command.slice(1)], suffixes: [], isConfigured: true };
    group.suffixes.push(suffix);
    groups.set(key, group);
  }
  const found = wellKnown.flatMap(({ command: [name = '', ...args], suffixes }) => {
    const left = suffixes.filter((suffix) => configured[suffix] === undefined);
    const file = left.length > 0 ? findProgram(name, { path, notBelow: cwd }) : undefined;
    return file === undefined ? [] : [{ command: [file, ...args], suffixes: left, isConfigured: false }];
  });
  return [...groups.values(), ...found];
}
