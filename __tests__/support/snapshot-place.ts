// A folder of files and a snapshot store beside it, and native git as a second opinion.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { openSnapshotStore } from '../../src/snapshot/open-snapshot-store.js';
import type { SnapshotLimits, SnapshotStore, TakeRequest } from '../../src/snapshot/types.js';

export const hasGit = spawnSync('git', ['--version']).status === 0;

/** The user's own settings of git must not count. */
const gitEnv = { PATH: process.env.PATH ?? '', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };

export interface SnapshotPlace {
  folder: string;
  home: string;
  store: SnapshotStore;
  open(limits?: Partial<SnapshotLimits>): SnapshotStore;
  write(path: string, text: string, mode?: number): void;
  link(target: string, path: string): void;
  read(path: string): string;
  take(kind?: TakeRequest['kind'], turnId?: string): ReturnType<SnapshotStore['take']>;
  /** Every entry: kind, permissions and content. */
  picture(): Record<string, string>;
  gitdir(): string;
  /** What `git fsck` has to say; '' when the store is sound. */
  fsck(): string;
  /** The tree native git makes of the folder. */
  nativeTree(): string;
}

export function snapshotPlace(base: string, limits: Partial<SnapshotLimits> = {}): SnapshotPlace {
  const [folder, home] = [join(base, 'work'), join(base, 'home')];
  mkdirSync(folder);
  let now = Date.UTC(2026, 0, 1);
  const clock = { now: () => (now += 1000) };
  const open = (more: Partial<SnapshotLimits> = {}) =>
    openSnapshotStore({ home, folder, clock, userHome: join(base, 'person'), limits: { ...limits, ...more } });
  const store = open();
  const gitdir = () => join(home, 'snapshots', readdirSync(join(home, 'snapshots'))[0]!);
  return {
    folder,
    home,
    store,
    open,
    write(path, text, mode = 0o644) {
      const place = join(folder, path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, text);
      chmodSync(place, mode);
    },
    link(target, path) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      symlinkSync(target, join(folder, path));
    },
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    take: (kind = 'manual', turnId) =>
      store.take({ label: 'test', kind, ...(turnId === undefined ? {} : { threadId: 't', turnId }) }),
    picture: () => picture(folder),
    gitdir,
    fsck: () => (hasGit ? fsck(gitdir()) : ''),
    nativeTree: () => nativeTree(join(base, 'native'), folder),
  };
}

export function picture(folder: string, prefix = ''): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name of readdirSync(join(folder, prefix))) {
    const path = prefix + name;
    const place = join(folder, path);
    const stats = lstatSync(place);
    const mode = (stats.mode & 0o777).toString(8);
    if (stats.isSymbolicLink()) all[path] = `link ${readlinkSync(place)}`;
    else if (stats.isDirectory()) Object.assign(all, { [path]: `folder ${mode}` }, picture(folder, `${path}/`));
    else if (stats.isFile()) all[path] = `file ${mode} ${readFileSync(place, 'latin1')}`;
    else all[path] = 'special';
  }
  return all;
}

export function fsck(gitdir: string): string {
  const { status, stdout, stderr } = spawnSync('git', [`--git-dir=${gitdir}`, 'fsck', '--full', '--no-progress'], {
    env: gitEnv,
    encoding: 'utf8',
  });
  const said = `${stdout}${stderr}`.split('\n').filter((line) => !/^(notice: |dangling |$)/.test(line));
  return status === 0 && said.length === 0 ? '' : `${status}: ${said.join('\n')}`;
}

function nativeTree(gitdir: string, folder: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', [`--git-dir=${gitdir}`, `--work-tree=${folder}`, ...args], {
      env: gitEnv,
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  git('init', '-q');
  rmSync(join(gitdir, 'index'), { force: true }); // what it once tracked it would keep, ignored or not
  git('add', '-A');
  return git('write-tree');
}
