// All analysers a folder may have. Each starts what it needs with its first file.
import type { Analyser } from './analyser.js';
import { createPythonAnalyser } from './python-analyser.js';
import { chooseServers, type ServerChoice } from './servers/choose-servers.js';
import { createServerAnalyser } from './servers/server-analyser.js';
import { createShellAnalyser } from './shell-analyser.js';
import { scriptSuffix } from './suffixes.js';
import { createSyntaxAnalyser } from './syntax/syntax-analyser.js';
import { createTypesAnalyser } from './types/types-analyser.js';

export interface AnalyserChoice {
  cwd: string;
  isTrusted: boolean;
  languageServers?: Readonly<Record<string, readonly string[]>>;
}

export function createAnalysers({ cwd, isTrusted, languageServers = {} }: AnalyserChoice): Analyser[] {
  // A language server runs code of the folder: build scripts, plugins, its configuration.
  const servers = isTrusted ? chooseServers(cwd, languageServers) : [];
  const isServed = (file: string) => servers.some(({ suffixes }) => suffixes.some((suffix) => file.endsWith(suffix)));
  const types = createTypesAnalyser({ cwd, isTrusted });
  return [
    createSyntaxAnalyser(),
    // A server that was configured for TypeScript takes the place of ours.
    { ...types, takes: (file, text) => types.takes(file, text) && !(scriptSuffix.test(file) && isServed(file)) },
    createPythonAnalyser(cwd),
    createShellAnalyser(cwd),
    ...servers.map((choice: ServerChoice) => createServerAnalyser({ cwd, ...choice })),
  ];
}
