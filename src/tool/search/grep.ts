// A search for lines: which files, which of their lines, within which bounds. Shows nothing and starts nothing by itself.
import { relative } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PaiError } from '../../base/error.js';
import { isWithin } from '../../policy/path-guard.js';
import type { Ripgrep } from '../../process/run-search.js';
import { createGlob } from '../files/glob.js';
import { createLineSearch, type LineMatch, type LineSearch } from '../files/line-search.js';
import { readTextFile } from '../files/read-text-file.js';
import { candidatesIn, inBatches } from './candidates.js';
import { cutAround } from './cut-line.js';
import { listFiles, protectedIn } from './list-files.js';
import { toRustPattern } from './rust-pattern.js';
import type { GrepFound, GrepJob } from './search-job.js';

/** So few files are read sooner than a program is started. */
const fewFiles = 40;
/** How long the thread may read before it looks whether it should stop. */
const pieceMs = 30;

interface Work {
  job: GrepJob;
  search: LineSearch;
  found: GrepFound;
  signal: AbortSignal;
}

/** The lines that match. Throws PaiError for an expression that is none or takes too long. */
export async function grep(job: GrepJob, ripgrep: Ripgrep | undefined, signal: AbortSignal): Promise<GrepFound> {
  const search = createLineSearch(job.pattern, job.ignoreCase);
  const found: GrepFound = { lines: [], matches: 0, files: 0, unreadable: 0, protectedFiles: 0, partial: [] };
  const files = job.file === undefined ? await filesFor(job, ripgrep, found, signal) : [job.file];
  const rustPattern = toRustPattern(job.pattern, job.ignoreCase);
  const helps = ripgrep !== undefined && rustPattern !== undefined;
  const worthIt = job.engine === 'ripgrep' || files.length > fewFiles;
  const work: Work = { job, search, found, signal };
  for (const batch of inBatches(files)) {
    const batchFiles =
      helps && worthIt ? await candidatesIn(batch, { ripgrep, rustPattern, folder: job.folder, signal }) : batch;
    if (!(await searchFiles(batchFiles, work))) break;
  }
  if (signal.aborted) found.partial.push('stopped');
  return found;
}

async function filesFor(
  job: GrepJob,
  ripgrep: Ripgrep | undefined,
  found: GrepFound,
  signal: AbortSignal,
): Promise<string[]> {
  const fits = job.glob === undefined ? () => true : await createGlob(job.glob);
  const isProtected = protectedIn(job);
  const { files, partial } = await listFiles(job, ripgrep, signal);
  if (partial && !signal.aborted) found.partial.push('files');
  return files.filter((file) => {
    if (!fits(relative(job.folder, file))) return false;
    if (!isProtected(file)) return true;
    found.protectedFiles++;
    return false;
  });
}

/** False when the search is over. */
async function searchFiles(files: readonly string[], work: Work): Promise<boolean> {
  let since = performance.now();
  for (const file of files) {
    if (work.signal.aborted || !searchFile(file, work)) return false;
    if (performance.now() - since < pieceMs) continue;
    await nextTurn();
    since = performance.now();
  }
  return !work.signal.aborted;
}

/** False when no more is wanted. */
function searchFile(file: string, { job, search, found }: Work): boolean {
  const shown = isWithin(file, job.cwd) ? relative(job.cwd, file) : file;
  const lines = linesOf(file, shown);
  if (lines === undefined) {
    found.unreadable++;
    return true;
  }
  const room = job.maxMatches - found.matches;
  const all = search.matchingLines(lines, room + 1);
  const matches = all.slice(0, room);
  const taken = addLines(matches, lines, shown, job, found);
  if (taken > 0) found.files++;
  found.matches += taken;
  if (taken === all.length) return true;
  found.partial.push('matches');
  return false;
}

/** Returns how many matches were written before there were too many lines. */
function addLines(
  matches: LineMatch[],
  lines: string[],
  shown: string,
  { around, maxLines }: GrepJob,
  found: GrepFound,
): number {
  const columns = new Map(matches.map(({ line, column }) => [line, column]));
  let last = -1;
  for (const [taken, { line }] of matches.entries()) {
    if (found.lines.length >= maxLines) return taken;
    const from = Math.max(line - around, last + 1, 0);
    if (around > 0 && last >= 0 && from > last + 1) found.lines.push('--');
    for (let at = from; at <= Math.min(line + around, lines.length - 1); at++) {
      const column = columns.get(at);
      // Context that belongs to a later match is written as that match.
      const mark = column === undefined ? '-' : ':';
      found.lines.push(`${shown}${mark}${at + 1}${mark} ${cutAround(lines[at]!, column ?? 0)}`);
      last = at;
    }
  }
  return matches.length;
}

/** Undefined for files that are no readable text; a search goes on without them. */
function linesOf(file: string, shown: string): string[] | undefined {
  try {
    const lines = readTextFile(file, shown).text.split(/\r?\n/);
    return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  } catch (error) {
    if (error instanceof PaiError) return undefined;
    throw error;
  }
}
