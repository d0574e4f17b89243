// What an edit does to the types of a project: the edited files are checked first, then who imports them, and on from each
// whose own declarations changed by that. What was wrong before is found out for a file when it is first affected.
import { setImmediate } from 'node:timers/promises';
import type ts from 'typescript';
import type { FindingInFile } from '../finding.js';
import type { Project } from './project.js';

export type Checked = [file: string, findings: FindingInFile[]];
export type TypesPart = { when: 'before' | 'after'; checked: Checked[] } | 'applied' | 'near';
export type Tell = (part: TypesPart) => void;

/** What is remembered of a project between edits. */
export interface Opened {
  project: Project;
  /** Files whose findings were told, as they are in the last program. */
  learned: Set<string>;
  /** Files that had errors when they were last checked. */
  wrong: Set<string>;
  /** Files that are affected by earlier edits and were not checked since, each with the program before those. */
  behind: Map<string, ts.Program>;
}

/** What is not checked by then stays unsaid. */
const mostMs = 10_000;
/** Between two looks for a newer edit. */
const pieceMs = 40;

/** Makes sure that it is known how a file stood before an edit. */
export function learn({ project, learned, behind }: Opened, program: ts.Program, file: string, tell: Tell): void {
  if (learned.has(file)) return;
  tell({ when: 'before', checked: [[file, project.check(behind.get(file) ?? program, file)]] });
  learned.add(file);
}

/** `files` were edited between `before` and `after`. When `signal` aborts, the rest is left for the next edit. */
export async function checkAfter(
  own: Opened,
  edit: { files: readonly string[]; before: ts.Program; after: ts.Program },
  tell: Tell,
  signal: AbortSignal,
): Promise<void> {
  const { project, behind } = own;
  const { before, after, files } = edit;
  for (const file of files) if (!behind.has(file)) behind.set(file, before);
  // With errors of syntax all kinds of errors of types follow, that are none.
  if (files.some((file) => project.isBroken(after, file))) return;
  const visible = new Set<string>();
  const seen = new Set<string>();
  const deadline = performance.now() + mostMs;
  let since = performance.now();
  let level: readonly string[] = files;
  for (let depth = 0; level.length > 0; depth++) {
    for (const file of level) {
      seen.add(file);
      const findings = project.check(after, file);
      // Where nothing is wrong now, nothing is new: how it was before need not be found out.
      if (findings.length > 0) learn(own, before, file, tell);
      own.learned.add(file);
      if (findings.length > 0) own.wrong.add(file);
      else own.wrong.delete(file);
      tell({ when: 'after', checked: [[file, findings]] });
      if (performance.now() - since < pieceMs) continue;
      await setImmediate();
      if (signal.aborted || performance.now() > deadline) {
        // Far from the edit there is seldom anything; what is near is made up for.
        if (depth > 1 || !signal.aborted) behind.clear();
        return;
      }
      since = performance.now();
    }
    if (depth === 1) tell('near');
    const next = new Map<string, ts.Program>();
    for (const file of level) {
      const base = behind.get(file) ?? before;
      for (const other of affectedBy(project, base, after, file, visible)) if (!seen.has(other)) next.set(other, base);
    }
    // Not before: until the next level is known this one is not done.
    for (const file of level) behind.delete(file);
    if (depth === 0) for (const [file, base] of behind) next.set(file, base);
    for (const [file, base] of next) behind.set(file, behind.get(file) ?? base);
    // First those that may have been repaired: nobody should be told of errors that are gone.
    const isWrong = (file: string) => Number(own.wrong.has(file));
    level = [...next.keys()].sort((a, b) => isWrong(b) - isWrong(a));
  }
}

/** Who may see the difference that a file makes. `visible`: files that make one, to which it is added. */
function affectedBy(
  project: Project,
  before: ts.Program,
  after: ts.Program,
  file: string,
  visible: Set<string>,
): readonly string[] {
  const [old, now] = [project.graph(before), project.graph(after)];
  const shape = project.shape(after, file);
  const isOther = project.shape(before, file) !== shape;
  // Its own declarations may be the same and name what has changed elsewhere.
  if (!isOther && !now.importedBy(shape ?? '', file).some((target) => visible.has(target))) return [];
  visible.add(file);
  if (isOther && (old.isGlobal(file) || now.isGlobal(file))) return now.all();
  return [...old.importers(file), ...now.importers(file)];
}
