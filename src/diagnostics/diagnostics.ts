// Diagnostics after edits: asks the analysers of each changed file and hands out what is new. Knows no language; the
// comparison is the ledger's.
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Analyser, EditedFile } from './analyser.js';
import { createAnalysers } from './choose-analysers.js';
import type { ChangedFile, Finding } from './finding.js';
import { createLane, type Lane } from './lane.js';
import { mostFindings, sortFindings } from './report.js';

export interface DiagnosticsOptions {
  cwd: string;
  /** Only then programs of the folder, its TypeScript among them, and language servers are run. */
  isTrusted: boolean;
  /** Commands of language servers by suffix, e.g. `{ ".py": ["pyright-langserver", "--stdio"] }`. */
  languageServers?: Readonly<Record<string, readonly string[]>>;
  /** How long a report waits for its analysers. */
  reportWithinMs?: number;
  /** An analyser that gave up, in words for the user; once for each. */
  onNotice?: (text: string) => void;
  /** What stands may have changed, also without an edit. */
  onChange?: () => void;
}

export interface Report {
  /** New since the edit and not reported before; at most 20. */
  findings: Finding[];
  omitted: number;
  /** Some analysers have not answered yet. */
  isPartial: boolean;
  /** What those add, once all have answered. Only looks: the model is told by `pending`. */
  late: Promise<Finding[]>;
}

export interface Counts {
  errors: number;
  warnings: number;
}

export interface Diagnostics {
  /**
   * Call after the files were written. `owner`: who edited; only what came with edits of theirs is told. When `signal` aborts,
   * nothing is waited for nor handed out. Never throws.
   */
  filesChanged(files: readonly ChangedFile[], owner?: string, signal?: AbortSignal): Promise<Report>;
  /** The same for files that others changed: what they broke is known from then on, and what they mended is gone. */
  changedByOthers(files: readonly ChangedFile[]): Promise<void>;
  /** What came since the last report, for the next request; waits at most `waitMs` for analysers at work. */
  pending(waitMs?: number, owner?: string): Promise<Pick<Report, 'findings' | 'omitted' | 'isPartial'>>;
  /** The same as it stands now. */
  takeLate(owner?: string): Pick<Report, 'findings' | 'omitted'>;
  /** Errors and warnings that came with edits and are still there. */
  counts(): Counts;
  standing(): Finding[];
  /** Lets slow analysers start before the first edit. */
  warm(path: string): void;
  close(): Promise<void>;
}

const usualReportWithinMs = 1500;

export function createDiagnostics(options: DiagnosticsOptions): Diagnostics {
  return createDiagnosticsWith(createAnalysers(options), options);
}

/** With analysers of the caller's. */
export function createDiagnosticsWith(analysers: readonly Analyser[], options: DiagnosticsOptions): Diagnostics {
  const { cwd, reportWithinMs = usualReportWithinMs, onNotice = () => {}, onChange = () => {} } = options;
  const named = (file: string) => nameIn(cwd, file);
  const lanes: Lane[] = analysers.map((analyser) => createLane({ analyser, named, onNotice, onChange }));
  let isClosed = false;
  const at = (path: string) => resolve(cwd, path);
  const editedOf = ({ path, before, after }: ChangedFile): EditedFile => ({ file: at(path), before, after });
  const standing = () => lanes.flatMap(({ ledger }) => ledger.standing());
  const allDone = () => Promise.all(lanes.map((lane) => lane.idle())).then(nothing);
  const untold = (owner: string | undefined) => lanes.flatMap(({ ledger }) => ledger.untold(owner));
  const take = (edited: ReadonlySet<string>, owner: string | undefined) => {
    const found = sortFindings(untold(owner), edited);
    for (const { ledger } of lanes) ledger.markTold(owner);
    return { findings: found.slice(0, mostFindings), omitted: Math.max(0, found.length - mostFindings) };
  };
  return {
    async filesChanged(files, owner = '', signal) {
      if (isClosed) return { findings: [], omitted: 0, isPartial: false, late: Promise.resolve([]) };
      const edited = files.map(editedOf);
      const names = new Set(edited.map(({ file }) => named(file)));
      const checks = lanes.map((lane) => lane.run(edited, owner));
      const all = (promises: Promise<void>[]) => Promise.all(promises).then(nothing);
      const done = all(checks.map((check) => check.done));
      await Promise.race([within(all(checks.map(({ near }) => near)), reportWithinMs), abortOf(signal)]);
      const isPartial = !(await within(done, 0));
      const late = isPartial ? done.then(() => sortFindings(untold(owner), names)) : Promise.resolve([]);
      if (signal?.aborted) return { findings: [], omitted: 0, isPartial, late };
      return { ...take(names, owner), isPartial, late };
    },
    async changedByOthers(files) {
      if (isClosed) return;
      const checks = lanes.map((lane) => lane.run(files.map(editedOf), undefined));
      await within(Promise.all(checks.map(({ near }) => near)).then(nothing), reportWithinMs);
    },
    async pending(waitMs = 0, owner) {
      const isPartial = !(await within(allDone(), waitMs));
      return { ...take(new Set(), owner), isPartial };
    },
    takeLate: (owner) => take(new Set(), owner),
    counts() {
      const all = standing();
      const errors = all.filter(({ severity }) => severity === 'error').length;
      return { errors, warnings: all.length - errors };
    },
    standing: () => sortFindings(standing(), new Set()),
    warm(path) {
      if (!isClosed) for (const lane of lanes) lane.warm(at(path));
    },
    async close() {
      isClosed = true;
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}

const nothing = () => {};

function nameIn(cwd: string, file: string): string {
  const way = relative(cwd, file);
  return way.startsWith('..') || isAbsolute(way) ? file : way.split(sep).join('/');
}

function abortOf(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Was the work done in time? */
async function within(work: Promise<void>, waitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, waitMs, false);
  });
  const isDone = await Promise.race([work.then(() => true as const), late]);
  clearTimeout(timer);
  return isDone;
}
