// `paicli restore`: files back to how they were before a turn: preview, question, deed. What is restored is snapshot/'s business.
import { relative, resolve } from 'node:path';
import { PaiError } from '../base/error.js';
import type { RestoreItem, RestoreOffer, RestoreWish } from '../protocol/snapshot.js';
import type { RestoreResult } from '../snapshot/types.js';
import { cleanOneLine } from '../view/clean.js';
import { formatCount, formatElapsed } from '../view/format.js';
import { confirmAtTerminal } from './confirm.js';
import { placesOf, text } from './engine-init.js';
import { exitCodes } from './exit-codes.js';
import type { ParsedLine } from './options.js';
import { watchOutput } from './output.js';
import { withSnapshots } from './snapshot-shelf.js';

/** Returns the exit code. Throws PaiError in one line; nothing is changed then. */
export async function restore(line: ParsedLine): Promise<number> {
  const { values } = line;
  const { wish, given } = wishOf(line);
  const places = placesOf(line);
  const paths = given.map((path) => insideOf(places.cwd, path));
  if (values.all && paths.length > 0) throw new PaiError('usage', '--all and paths cannot be used together');
  return withSnapshots(places, async ({ restores }) => {
    const offer = await restores.offer(wish, { ...(values.all ? { all: true } : {}), paths });
    const overwrite = values.overwrite ? offer.items.filter(canBeOverruled).map(({ path }) => path) : [];
    const deeds = offer.items.filter(({ conflict, path }) => conflict === undefined || overwrite.includes(path));
    await print(previewText(offer, new Set(overwrite)));
    if (values['dry-run'] || deeds.length === 0) return exitCodes.answered;
    if (!values.yes && !(await confirmAtTerminal(`Restore ${formatCount(deeds.length, 'file')}?`)))
      return exitCodes.failed;
    const { result } = await restores.carryOut(offer.previewId, { overwrite });
    await print(resultText(result));
    return result.failed.length > 0 || !result.verified ? exitCodes.failed : exitCodes.answered;
  });
}

function wishOf({ positionals, values }: ParsedLine): { wish: RestoreWish; given: string[] } {
  const number = text(values.snapshot);
  if (number !== undefined) return { wish: { number: whole('--snapshot', number) }, given: positionals };
  const [which, ...given] = positionals;
  if (which === undefined)
    throw new PaiError('usage', 'restore takes how many turns to go back, or undo', '`paicli snapshots` lists them.');
  if (which === 'undo') return { wish: { undo: true }, given };
  return { wish: { turn: whole('restore', which) }, given };
}

function whole(what: string, given: string): number {
  const digits = /^#?([1-9]\d{0,6})$/.exec(given)?.[1];
  if (digits === undefined) throw new PaiError('usage', `${what}: "${given}" is no number from 1`);
  return Number(digits);
}

/** As the shell completes them: relative to where one is. */
function insideOf(cwd: string, given: string): string {
  const path = relative(cwd, resolve(cwd, given));
  if (path.startsWith('..')) throw new PaiError('usage', `${given} is not in ${cwd}`);
  return path === '' ? '.' : path;
}

const canBeOverruled = ({ conflict }: RestoreItem) => conflict !== undefined && conflict !== 'through-link';

const reasons: Record<NonNullable<RestoreItem['conflict']>, string> = {
  'changed-since': 'changed since, not by the agent',
  'in-the-way': 'something else is in its place',
  'unknown-then': 'the snapshot does not know it',
  'through-link': 'a folder on the way is a link',
};

function previewText({ point, items, outside, skipped }: RestoreOffer, overwrite: ReadonlySet<string>): string {
  const lines = items.map(({ path, does, conflict }) => {
    const what = does === 'delete' ? 'delete' : 'put back';
    if (conflict === undefined || overwrite.has(path)) return `${what.padEnd(9)} ${cleanOneLine(path)}`;
    return `${'keep'.padEnd(9)} ${cleanOneLine(path)}  (${reasons[conflict]})`;
  });
  const ago = `${formatElapsed(Date.now() - point.at)} ago`;
  return [
    `Snapshot #${point.number}, ${ago}: ${cleanOneLine(point.label)}`,
    ...(lines.length === 0 ? ['Nothing to restore.'] : lines),
    ...(outside > 0
      ? [`${formatCount(outside, 'more file')} differ, not by the agent; --all or a path names them.`]
      : []),
    ...(skipped.length > 0 ? [`${formatCount(skipped.length, 'file')} not in the snapshot, left as they are.`] : []),
    '',
  ].join('\n');
}

function resultText({ restored, deleted, kept, failed, movedAside, verified }: RestoreResult): string {
  const head = `${restored.length} put back, ${deleted.length} deleted, ${kept.length} left as they are`;
  return [
    `${head}${failed.length > 0 ? `, ${failed.length} failed` : ''}. \`paicli restore undo\` takes this back.`,
    ...movedAside.map(({ path, to }) => `moved aside: ${cleanOneLine(path)} to ${cleanOneLine(to)}`),
    ...failed.map(({ path, message }) => `failed: ${cleanOneLine(path)}: ${cleanOneLine(message)}`),
    ...(verified ? [] : ['Not every file is as the snapshot says: something else writes there.']),
    '',
  ].join('\n');
}

async function print(content: string): Promise<void> {
  const output = watchOutput(() => undefined);
  process.stdout.write(content);
  await output.written();
}
