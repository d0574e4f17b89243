// `paicli snapshots`: lists the states of a folder that can be restored, and lets go of old ones.
import { PaiError } from '../base/error.js';
import { harmlessJson } from '../base/harmless-json.js';
import type { SnapshotPoint } from '../protocol/snapshot.js';
import { plainPoint } from '../snapshot/points.js';
import { cleanOneLine } from '../view/clean.js';
import { formatBytes, formatCount, formatElapsed } from '../view/format.js';
import { placesOf } from './engine-init.js';
import { exitCodes } from './exit-codes.js';
import type { ParsedLine } from './options.js';
import { watchOutput } from './output.js';
import { withSnapshots } from './snapshot-shelf.js';

/** Returns the exit code. Throws PaiError in one line. */
export async function snapshots(line: ParsedLine): Promise<number> {
  const [action = 'list', ...more] = line.positionals;
  if ((action !== 'list' && action !== 'clean') || more.length > 0)
    throw new PaiError(
      'usage',
      `snapshots has no command "${line.positionals.join(' ')}"`,
      'paicli snapshots --help shows them.',
    );
  return action === 'clean' ? clean(line) : list(line);
}

function list(line: ParsedLine): Promise<number> {
  const places = placesOf(line);
  return withSnapshots(places, async ({ store, restores }) => {
    const points = (await restores.points()).map(plainPoint);
    const sizeBytes = await store.size();
    if (line.values.json) return print(`${harmlessJson({ cwd: places.cwd, sizeBytes, points }, 2)}\n`);
    if (points.length === 0) {
      process.stderr.write(`There is no snapshot of ${cleanOneLine(places.cwd)}.\n`);
      return exitCodes.answered;
    }
    const rows = points.map((point) => rowOf(point, Date.now()));
    const size = `${formatCount(points.length, 'snapshot')}, ${formatBytes(sizeBytes)}\n`;
    return print(`${rows.join('')}${size}`);
  });
}

/** `turn 1` is what `paicli restore 1` takes. */
function rowOf({ number, kind, label, at, turn, files }: SnapshotPoint, now: number): string {
  const name = turn === undefined ? '' : `turn ${turn}`;
  const what = { 'before-turn': 'before: ', 'before-restore': '', manual: 'by hand: ' }[kind];
  const changed = files === undefined ? '' : `  (${formatCount(files, 'file')} changed)`;
  const ago = `${formatElapsed(now - at)} ago`;
  return `${name.padEnd(8)}${`#${number}`.padEnd(6)}${ago.padEnd(14)}${what}${cleanOneLine(label)}${changed}\n`;
}

function clean(line: ParsedLine): Promise<number> {
  if (line.values.json) throw new PaiError('usage', '--json is not for snapshots clean');
  return withSnapshots(placesOf(line), async ({ store }) => {
    const { keptSnapshots, droppedSnapshots, freedBytes, sizeBytes } = await store.prune();
    const freed = `${droppedSnapshots} dropped, ${formatBytes(freedBytes)} freed`;
    return print(`${freed}; ${keptSnapshots} kept in ${formatBytes(sizeBytes)}\n`);
  });
}

async function print(content: string): Promise<number> {
  const output = watchOutput(() => undefined);
  process.stdout.write(content);
  await output.written();
  return exitCodes.answered;
}
