// Which places a sandbox opens, closes and hides on this machine, now. Only looks; the arguments are sandbox-args.ts.
import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gitPlaces } from './git-places.js';
import type { SandboxPlan } from './sandbox-args.js';

/** In the person's home: keys, passwords, sessions, and what was typed in shells. */
const secrets = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
  '.config/gh',
  '.config/glab-cli',
  '.config/hub',
  '.config/gcloud',
  '.config/doctl',
  '.config/op',
  '.config/containers/auth.json',
  '.config/git/credentials',
  '.git-credentials',
  '.netrc',
  '.npmrc',
  '.yarnrc.yml',
  '.pypirc',
  '.pgpass',
  '.my.cnf',
  '.vault-token',
  '.terraform.d',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.gem/credentials',
  '.password-store',
  '.local/share/keyrings',
  '.Xauthority',
  '.mozilla',
  '.thunderbird',
  '.config/google-chrome',
  '.config/chromium',
  '.config/BraveSoftware',
  '.bash_history',
  '.zsh_history',
  '.python_history',
  '.node_repl_history',
  '.psql_history',
  '.paicli',
  '.claude',
  '.codex',
  '.gemini',
];

/** In the person's home: what package managers and compilers keep between runs; without it they do not work. */
const caches = [
  '.cache',
  '.npm',
  '.pnpm-store',
  '.local/share/pnpm',
  '.yarn',
  '.bun/install/cache',
  '.node-gyp',
  '.cargo/registry',
  '.cargo/git',
  'go/pkg',
  '.gradle',
  '.m2/repository',
  '.ivy2',
  '.sbt',
  '.nuget',
  '.pub-cache',
  '.composer/cache',
  '.bundle/cache',
  '.stack',
  '.hex',
  '.mix',
];

export interface SandboxPlaces {
  /** The working folder; absolute, links resolved. */
  cwd: string;
  /** More folders that may be changed. */
  folders: readonly string[];
  /** The person's home. */
  userHome: string;
  /** The product's own home, hidden wherever it lies. */
  productHome: string;
  /** Stands for /tmp. */
  temporary: string;
  network: boolean;
}

/** Made anew for each command: a key file may have come meanwhile. */
export function planSandbox(places: SandboxPlaces): SandboxPlan {
  const { cwd, folders, userHome, productHome, temporary, network } = places;
  const hidden = [...secrets.map((name) => join(userHome, name)), productHome].flatMap(look);
  const projects = [cwd, ...folders].flatMap(look).map(({ path }) => path);
  const git = projects.map((path) => gitPlaces(path, userHome));
  const open = [...caches.map((name) => join(userHome, name)).flatMap(look)].map(({ path }) => path);
  return {
    cwd,
    writable: unique([...open, ...projects, ...git.flatMap(({ writable }) => writable)]),
    readOnly: unique(git.flatMap(({ readOnly }) => readOnly)),
    reservedFolders: unique(git.flatMap(({ reservedFolders }) => reservedFolders)),
    reservedFiles: unique(git.flatMap(({ reservedFiles }) => reservedFiles)),
    hiddenFolders: unique(hidden.filter(({ isFolder }) => isFolder).map(({ path }) => path)),
    hiddenFiles: unique(hidden.filter(({ isFolder }) => !isFolder).map(({ path }) => path)),
    temporary,
    network,
    isRoot: process.getuid?.() === 0,
  };
}

const unique = (paths: string[]) => [...new Set(paths)];

/** Where it really is and whether it is a folder; nothing when it is not there or cannot be looked at, so that no command could either. */
function look(path: string): { path: string; isFolder: boolean }[] {
  try {
    const real = realpathSync.native(path);
    return [{ path: real, isFolder: statSync(real).isDirectory() }];
  } catch {
    return [];
  }
}
