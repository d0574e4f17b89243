// Finds a program by its name, as a shell would, but never in a place that a relative path or an untrusted folder names. Starts nothing.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, relative } from 'node:path';

export interface ProgramSearch {
  /** As in the environment variable. */
  path: string | undefined;
  /** Programs below this folder do not count. */
  notBelow?: string;
}

/** Absolute path of an executable file; undefined when there is none. */
export function findProgram(name: string, { path, notBelow }: ProgramSearch): string | undefined {
  const isOutside = (file: string) => {
    if (notBelow === undefined) return true;
    const way = relative(notBelow, file);
    return way.startsWith('..') || isAbsolute(way);
  };
  const files = isAbsolute(name) ? [name] : /[\\/]/.test(name) ? [] : namesOnPath(name, path);
  return files.find((file) => isOutside(file) && isExecutable(file));
}

function namesOnPath(name: string, path = ''): string[] {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  return path
    .split(delimiter)
    .filter(isAbsolute)
    .flatMap((folder) => endings.map((ending) => join(folder, name + ending)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false; // not there, or not ours to run
  }
}
