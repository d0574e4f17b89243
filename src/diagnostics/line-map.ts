// Where the lines of a text are after a change of it. Pure; the comparison of the middle is the diff library's.

/** Lines from 1; `to` is included. */
export interface LineRange {
  from: number;
  to: number;
}

/** Where an old line may be now: itself where it is unchanged, the whole new part where it was rewritten, undefined where it is gone. */
export type LineMap = (line: number) => LineRange | undefined;

interface Piece {
  oldFrom: number;
  oldTo: number;
  newFrom: number;
  newTo: number;
  isSame: boolean;
}

/** Texts whose comparison takes longer count as rewritten. */
const timeLimitMs = 200;

export async function mapLines(before: string, after: string): Promise<LineMap> {
  const old = linesOf(before);
  const now = linesOf(after);
  const head = sameCount(old, now, (lines, index) => lines[index]);
  const rest = [old.slice(head), now.slice(head)] as const;
  const tail = sameCount(rest[0], rest[1], (lines, index) => lines[lines.length - 1 - index]);
  const middle = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)] as const;
  const pieces = [
    { isSame: true, oldCount: head, newCount: head },
    ...(await compare(middle[0], middle[1])),
    { isSame: true, oldCount: tail, newCount: tail },
  ];
  const placed = place(pieces);
  return (line) => {
    const piece = placed.find(({ oldFrom, oldTo }) => line >= oldFrom && line <= oldTo);
    // A finding at the end of a file may be one line below its last.
    if (piece === undefined) return { from: line - old.length + now.length, to: line - old.length + now.length };
    if (piece.isSame) return { from: line - piece.oldFrom + piece.newFrom, to: line - piece.oldFrom + piece.newFrom };
    return piece.newTo < piece.newFrom ? undefined : { from: piece.newFrom, to: piece.newTo };
  };
}

const linesOf = (text: string) => text.split(/\r\n|\r|\n/);

function sameCount(old: string[], now: string[], at: (lines: string[], index: number) => string | undefined): number {
  const most = Math.min(old.length, now.length);
  let count = 0;
  while (count < most && at(old, count) === at(now, count)) count++;
  return count;
}

interface Run {
  isSame: boolean;
  oldCount: number;
  newCount: number;
}

/** Runs of same lines and of rewritten ones, in order. */
async function compare(old: string[], now: string[]): Promise<Run[]> {
  if (old.length === 0 || now.length === 0) return [{ isSame: false, oldCount: old.length, newCount: now.length }];
  const { diffArrays } = await import('diff');
  const changes = diffArrays(old, now, { timeout: timeLimitMs });
  if (changes === undefined) return [{ isSame: false, oldCount: old.length, newCount: now.length }];
  const runs: Run[] = [];
  for (const { added, removed, value } of changes) {
    const isSame = !added && !removed;
    const last = runs.at(-1);
    const run = last !== undefined && last.isSame === isSame ? last : { isSame, oldCount: 0, newCount: 0 };
    if (run !== last) runs.push(run);
    if (!added) run.oldCount += value.length;
    if (!removed) run.newCount += value.length;
  }
  return runs;
}

function place(runs: Run[]): Piece[] {
  let [oldLine, newLine] = [1, 1];
  return runs.map(({ isSame, oldCount, newCount }) => {
    const piece = {
      isSame,
      oldFrom: oldLine,
      oldTo: oldLine + oldCount - 1,
      newFrom: newLine,
      newTo: newLine + newCount - 1,
    };
    oldLine += oldCount;
    newLine += newCount;
    return piece;
  });
}
