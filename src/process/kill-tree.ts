// Finds and ends a command's whole tree: its group, its session, its descendants, and children that made a session of
// their own, which still carry the marker variable. Starts nothing.
import { readdirSync, readFileSync } from 'node:fs';

/** A variable with a value of its own in every command's environment; children inherit it whatever group they join. */
export const markerVariable = 'PAICLI_COMMAND';

/** Begins with our process id, so that all commands of this program can be found, also those nobody remembers. */
export const newMarker = (): string => `${ownMark()}${++markers}`;
let markers = 0;

/** What the markers of this program, or of this worker thread of it, begin with. */
export const ownMark = (): string => {
  since ??= Date.now().toString(36);
  return `${process.pid}-${since}-`;
};
let since: string | undefined;

export interface ProcessTree {
  /** Of the shell, which leads its own group and session. */
  pid: number;
  marker: string;
}

interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
  session: number;
}

/** Process ids of the tree that are alive now, the shell's own among them. Without /proc only what the group tells. */
export function findTree(tree: ProcessTree): number[] {
  const rows = readProcesses();
  if (rows === undefined) return isGroupAlive(tree.pid) ? [tree.pid] : [];
  const found = new Set<number>();
  const note = `${markerVariable}=${tree.marker}`;
  for (const row of rows) {
    if (row.group === tree.pid || row.session === tree.pid || environmentOf(row.pid).includes(note)) found.add(row.pid);
  }
  // A child may have cleared its environment; its parent still leads to it.
  for (let grew = true; grew; ) {
    grew = false;
    for (const row of rows) {
      if (!found.has(row.parent) || found.has(row.pid)) continue;
      found.add(row.pid);
      grew = true;
    }
  }
  return [...found];
}

/** Sends a signal to everything in the tree that is alive; returns how many that were. */
export function signalTree(tree: ProcessTree, signal: 'SIGTERM' | 'SIGKILL'): number {
  send(-tree.pid, signal);
  const pids = findTree(tree);
  for (const pid of pids) send(pid, signal);
  return pids.length;
}

/** Ends every command this program started; for the end of a worker thread that can no longer do it. */
export function killOwnCommands(): void {
  const note = `${markerVariable}=${process.pid}-`;
  for (const { pid } of readProcesses() ?? [])
    if (environmentOf(pid).some((entry) => entry.startsWith(note))) send(pid, 'SIGKILL');
}

/** TERM, then after `graceMs` KILL, until nothing of the tree is left. */
export async function killTree(tree: ProcessTree, graceMs: number): Promise<void> {
  const deadline = Date.now() + graceMs;
  if (signalTree(tree, 'SIGTERM') === 0) return;
  while (Date.now() < deadline) {
    await pause(20);
    if (findTree(tree).length === 0) return;
  }
  // More than one sweep: a process may have forked while the first one ran.
  for (let sweep = 0; sweep < 5; sweep++) {
    if (signalTree(tree, 'SIGKILL') === 0) return;
    await pause(10);
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** All processes but zombies; undefined on systems without /proc. */
function readProcesses(): ProcessRow[] | undefined {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return undefined; // not Linux
  }
  return names.filter((name) => /^\d+$/.test(name)).flatMap((name) => readProcess(Number(name)) ?? []);
}

function readProcess(pid: number): ProcessRow | undefined {
  const stat = readProc(pid, 'stat');
  // The name in brackets may hold anything, also blanks and brackets.
  const [state, parent, group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (stat === '' || state === 'Z' || state === 'X') return undefined;
  return { pid, parent: Number(parent), group: Number(group), session: Number(session) };
}

const environmentOf = (pid: number) => readProc(pid, 'environ').split('\0');

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return ''; // it ended meanwhile, or belongs to another user
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error; // gone, or no longer ours
  }
}

function isGroupAlive(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false; // gone, or no longer ours
  }
}
