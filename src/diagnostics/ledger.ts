// What one analyser last said of each file, and which of it is new since an edit: the one place where before and after are
// compared. A finding is the same when its message and source are, and its line is where the edit has moved it.
import type { Finding, FindingInFile } from './finding.js';
import type { LineMap } from './line-map.js';

interface Entry {
  finding: Finding;
  /** Where the finding may stand now. */
  from: number;
  to: number;
  /** It came with an edit and is still there. */
  isNew: boolean;
  /** It was handed out. */
  isTold: boolean;
  /** Whose edit it came with. */
  owner: string;
}

export interface Ledger {
  /** How things are without our doing: nothing of it is new. */
  learn(path: string, findings: readonly FindingInFile[]): void;
  /** The file was edited: what is known of it moves with its lines. Without a map it was made or removed. */
  edited(path: string, map: LineMap | undefined): void;
  /** How things are after an edit of `owner`'s: what was not known is new. */
  compare(path: string, findings: readonly FindingInFile[], owner?: string): void;
  /** New ones that are still there and were not handed out; those that came with edits of `owner`'s, or all. */
  untold(owner?: string): Finding[];
  /** All of `untold` count as handed out. */
  markTold(owner?: string): void;
  /** New ones that are still there. */
  standing(): Finding[];
}

export function createLedger(): Ledger {
  const files = new Map<string, Entry[]>();
  const set = (path: string, entries: Entry[]) =>
    void (entries.length > 0 ? files.set(path, entries) : files.delete(path));
  const update = (path: string, findings: readonly FindingInFile[], isNew: boolean, owner = '') => {
    const left = [...(files.get(path) ?? [])];
    const entries = findings.map((finding): Entry => {
      const known = takeSame(left, finding);
      const state = known
        ? { isNew: known.isNew, isTold: known.isTold, owner: known.owner }
        : { isNew, isTold: false, owner };
      return { finding: { ...finding, path }, from: finding.line, to: finding.line, ...state };
    });
    set(path, entries);
  };
  const newOnes = () => [...files.values()].flat().filter(({ isNew }) => isNew);
  const untoldOf = (owner: string | undefined) =>
    newOnes().filter((entry) => !entry.isTold && (owner === undefined || entry.owner === owner));
  return {
    learn: (path, findings) => update(path, findings, false),
    compare: (path, findings, owner) => update(path, findings, true, owner),
    edited: (path, map) => set(path, map === undefined ? [] : moved(files.get(path) ?? [], map)),
    untold: (owner) => untoldOf(owner).map(({ finding }) => finding),
    markTold(owner) {
      for (const entry of untoldOf(owner)) entry.isTold = true;
    },
    standing: () => newOnes().map(({ finding }) => finding),
  };
}

function moved(entries: Entry[], map: LineMap): Entry[] {
  return entries.flatMap((entry) => {
    const [first, last] = [map(entry.from), map(entry.to)];
    const from = first?.from ?? last?.from;
    const to = last?.to ?? first?.to;
    if (from === undefined || to === undefined) return [];
    return [{ ...entry, finding: { ...entry.finding, line: from }, from, to }];
  });
}

/** Each known finding stands for one; of several the nearest is taken. */
function takeSame(left: Entry[], { message, source, line }: FindingInFile): Entry | undefined {
  const same = left.filter(
    ({ finding, from, to }) => finding.message === message && finding.source === source && from <= line && line <= to,
  );
  same.sort((a, b) => Math.abs(a.finding.line - line) - Math.abs(b.finding.line - line));
  const [nearest] = same;
  if (nearest) left.splice(left.indexOf(nearest), 1);
  return nearest;
}
