// Where the installed package lies: prompts/, layouts/ and package.json are read from there.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the package's folder, found upward from this file (src/base or dist). */
export function packageRoot(from = fileURLToPath(import.meta.url)): string {
  let folder = dirname(from);
  while (!existsSync(join(folder, 'prompts')) || !existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`the package folder was not found above ${from}`);
    folder = parent;
  }
  return folder;
}
