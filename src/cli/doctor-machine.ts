// The checks of `paicli doctor` that look at this machine: Node, terminal, disk, SQLite, and the programs that are used where they are there.
import { existsSync } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../process/find-program.js';
import { findRipgrep } from '../process/run-search.js';
import { createSandbox } from '../process/sandbox.js';
import { placeOfStore, sizeOf } from '../snapshot/store-place.js';
import { ensurePrivateFolder } from '../storage/private-folder.js';
import { openDatabase } from '../storage/sqlite.js';
import { sqliteDrivers } from '../storage/sqlite-drivers.js';
import { formatBytes } from '../view/format.js';
import { type Check, faultOf, type Tell } from './doctor-check.js';

export interface MachinePlaces {
  home: string;
  cwd: string;
  userHome: string;
}

const leastFreeBytes = 200 * 1024 * 1024;
const leastNode = [20, 19] as const;

export async function checkMachine(places: MachinePlaces, tell: Tell): Promise<void> {
  tell(checkNode(process.versions.node));
  tell(checkTerminal());
  tell(checkLocale(process.env));
  tell(checkColors(process.env));
  tell(await checkDisk(places.home));
  tell(await checkSqlite());
  tell(checkSnapshots(places));
  tell(await checkSandbox(places));
  tell(
    findRipgrep()
      ? ok('ripgrep', 'is there')
      : warn('ripgrep', 'is not there; searching is slower', 'Install PaiCLI again without --omit=optional.'),
  );
  tell(
    findProgram('git', { path: process.env.PATH })
      ? ok('git', 'is there')
      : warn('git', 'is not in PATH', 'Install git; without it there is no diff of a branch and no commit.'),
  );
}

const ok = (name: string, text: string): Check => ({ name, state: 'ok', text });
const warn = (name: string, text: string, fix: string): Check => ({ name, state: 'warn', text, fix });

function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1]);
  if (isEnough) return ok('node', version);
  return {
    name: 'node',
    state: 'fail',
    text: `${version} is too old`,
    fix: `Install Node ${leastNode.join('.')} or newer.`,
  };
}

function checkTerminal(): Check {
  const { isTTY, columns = 0, rows = 0 } = process.stdout;
  const term = process.env.TERM ?? '';
  if (!isTTY || !process.stdin.isTTY)
    return warn(
      'terminal',
      'input or output is no terminal',
      'Here only `paicli run` works; the full screen needs a terminal.',
    );
  if (term === 'dumb' || term === '')
    return warn('terminal', `TERM is "${term}"`, 'Set TERM, e.g. xterm-256color; else the screen is plain lines.');
  if (columns < 20 || rows < 5) return warn('terminal', `${columns}x${rows} is too small`, 'Make the window larger.');
  return ok('terminal', `${term}, ${columns}x${rows}`);
}

function checkLocale(env: NodeJS.ProcessEnv): Check {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  if (/utf-?8/i.test(locale)) return ok('locale', locale);
  return warn('locale', `${locale || 'none is set'}: not UTF-8`, 'export LANG=C.UTF-8, or start with --ascii.');
}

function checkColors(env: NodeJS.ProcessEnv): Check {
  if (env.NO_COLOR) return ok('colours', 'off, as NO_COLOR says');
  if (/truecolor|24bit/.test(env.COLORTERM ?? '')) return ok('colours', '16 million');
  if (/256/.test(env.TERM ?? '')) return ok('colours', '256');
  return warn('colours', 'the terminal announces few', 'Set TERM=xterm-256color where the terminal can do it.');
}

async function checkDisk(home: string): Promise<Check> {
  try {
    ensurePrivateFolder(home);
    await rm(await mkdtemp(join(home, 'doctor-')), { recursive: true });
    const { bavail, bsize } = await statfs(home);
    const free = `${home} can be written, ${formatBytes(bavail * bsize)} free`;
    return bavail * bsize >= leastFreeBytes
      ? ok('disk', free)
      : warn('disk', free, 'Make room: threads and snapshots need it.');
  } catch (error) {
    return { ...faultOf('disk', error), fix: `Make ${home} writable, or set PAICLI_HOME to a folder that is.` };
  }
}

/** What the snapshots of this folder take; a folder that gets none is said. */
function checkSnapshots({ home, cwd, userHome }: MachinePlaces): Check {
  try {
    const { gitdir } = placeOfStore(home, cwd, userHome);
    if (!existsSync(gitdir)) return ok('snapshots', 'none of this folder yet');
    return ok('snapshots', `of this folder take ${formatBytes(sizeOf(gitdir))}`);
  } catch (error) {
    return faultOf('snapshots', error, 'warn');
  }
}

async function checkSqlite(): Promise<Check> {
  const folder = await mkdtemp(join(tmpdir(), 'paicli-doctor-'));
  try {
    const database = openDatabase(join(folder, 'try.db'));
    database.exec('CREATE TABLE t (x); INSERT INTO t VALUES (1)');
    database.close();
    return ok('sqlite', sqliteDrivers.find((driver) => driver.isAvailable())?.name ?? 'works');
  } catch (error) {
    return faultOf('sqlite', error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkSandbox({ cwd, home, userHome }: MachinePlaces): Promise<Check> {
  const sandbox = createSandbox({ mode: 'auto', network: true, cwd, folders: () => [], productHome: home, userHome });
  try {
    const { isSandboxed, note } = await sandbox.way();
    if (isSandboxed) return ok('sandbox', 'bubblewrap works');
    return warn(
      'sandbox',
      note.replace(/^runs without a sandbox: /, ''),
      'Install bubblewrap to use the setting sandbox; without it each command is asked about as ever.',
    );
  } catch (error) {
    return faultOf('sandbox', error, 'warn');
  } finally {
    await sandbox.remove();
  }
}
