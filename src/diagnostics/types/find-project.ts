// Which configuration a file belongs to: the nearest above it, or one it refers to. Reads; opens nothing.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type ts from 'typescript';
import type { TypeScript } from './load-typescript.js';

export interface Found {
  /** The nearest configuration; absent: there is none below the folder. */
  nearest?: string;
  /** The one that names the file. */
  owner?: string;
  options: ts.CompilerOptions;
}

const names = ['tsconfig.json', 'jsconfig.json'];

export function findProject(typescript: TypeScript, cwd: string, file: string): Found {
  const nearest = findUp(cwd, dirname(file));
  if (nearest === undefined) return { options: looseOptions(typescript) };
  const { owner, options } = ownerFrom(typescript, nearest, file, new Set());
  return { nearest, ...(owner ? { owner } : {}), options };
}

function findUp(cwd: string, from: string): string | undefined {
  for (let folder = from; folder === cwd || folder.startsWith(`${cwd}/`); folder = dirname(folder)) {
    const found = names.map((name) => join(folder, name)).find((path) => existsSync(path));
    if (found !== undefined || folder === dirname(folder)) return found;
  }
  return undefined;
}

function ownerFrom(
  typescript: TypeScript,
  configFile: string,
  file: string,
  seen: Set<string>,
): { owner?: string; options: ts.CompilerOptions } {
  seen.add(configFile);
  const host = { ...typescript.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const parsed = typescript.getParsedCommandLineOfConfigFile(configFile, undefined, host);
  if (parsed === undefined) return { options: looseOptions(typescript) };
  if (parsed.fileNames.includes(file)) return { owner: configFile, options: parsed.options };
  for (const reference of parsed.projectReferences ?? []) {
    const next = typescript.resolveProjectReferencePath(reference);
    const found = seen.has(next) ? undefined : ownerFrom(typescript, next, file, seen);
    if (found?.owner !== undefined) return found;
  }
  return { options: parsed.options };
}

function looseOptions({ ModuleKind, ModuleResolutionKind, ScriptTarget, JsxEmit }: TypeScript): ts.CompilerOptions {
  return {
    target: ScriptTarget.ESNext,
    module: ModuleKind.ESNext,
    moduleResolution: ModuleResolutionKind.Bundler,
    jsx: JsxEmit.Preserve,
    allowImportingTsExtensions: true,
    esModuleInterop: true,
  };
}
