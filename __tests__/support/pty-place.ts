// A user's home and project folder for one test, and the environment the built program is started in there.
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../src/base/package-root.js';

export const programFile = join(packageRoot(), 'bin', 'paicli.js');

/** Where one user works: starting again in the same place finds what was kept there. */
export interface Place {
  /** Holds both; remove it in the end. */
  folder: string;
  home: string;
  project: string;
}

/** Contents by path in the project. */
export type Files = Record<string, string>;

export function makePlace(files: Files): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'paicli-smoke-')));
  const made = { folder, home: join(folder, 'home'), project: join(folder, 'project') };
  for (const path of [made.home, made.project]) mkdirSync(path);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(made.project, path)), { recursive: true });
    writeFileSync(join(made.project, path), content);
  }
  return made;
}

export function environment({ home }: Place, more: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    PAICLI_HOME: join(home, '.paicli'),
    PAICLI: `${process.execPath} ${programFile}`,
    // Whatever is made for the moment goes away with the place.
    TMPDIR: home,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    PS1: 'shell> ',
    ...more,
  };
}
