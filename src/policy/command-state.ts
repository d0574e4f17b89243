// What is known at a point of a shell line while it is gone through, and what was found so far. Bounds the whole work.
// Parses nothing and judges nothing.
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { FileUse } from './command-files.js';
import { type Finding, type RuleContext, unclear } from './command-findings.js';
import { afterOptions } from './command-options.js';
import type { Reading } from './command-reads.js';
import { isFolder } from './command-roots.js';
import type { Arg, Variables } from './command-words.js';

/** Parts looked at, scripts inside scripts and all. */
const maxParts = 50_000;
const maxScripts = 500;
const maxDepth = 6;
/** Of one script. */
const maxSubstitutions = 1000;
/** The parser reads the text inside a substitution again for each around it. */
const maxNesting = 50;
/** Named files are looked up on the disk. */
const maxFiles = 500;

export class ShellState {
  readonly findings: Finding[] = [];
  /** Files the line names, with the folder they are named from. */
  readonly files: (FileUse & { cwd: string | undefined })[] = [];
  /** What the line reads; undefined once something was met that does more. */
  reads: Reading[] | undefined = [];
  /** The words of every program met, undefined where one is not known. */
  readonly programs: (string | undefined)[][] = [];
  /** Names of the programs met so far, in order. */
  readonly names: string[] = [];
  readonly variables: Variables = new Map();
  readonly root: string;
  /** Where the next command runs; undefined when that cannot be known. */
  cwd: string | undefined;
  /** Where the line still is if a `cd` to a folder that is not there fails. */
  private elsewhere: string | undefined;
  /** Inside a part that may be skipped or repeated. */
  branches = 0;
  /** Files the line writes itself: their text, or undefined for what it downloads. */
  private readonly written = new Map<string, string | undefined>();
  private depth = 0;
  private scripts = 0;
  private parts = 0;

  constructor(root: string) {
    this.root = root;
    this.cwd = root;
  }

  add(...findings: Finding[]): void {
    this.findings.push(...findings);
  }

  /** Counts one part. Throws RangeError when there is too much to look at. */
  spend(): void {
    if (++this.parts > maxParts) throw new RangeError('too many parts');
  }

  /** Does `work` one level deeper, or finds that this is too deep. */
  deeper(text: string, work: () => void): void {
    if (++this.scripts > maxScripts || isTooMuch(text)) throw new RangeError('too much');
    this.depth++;
    if (this.depth > maxDepth) this.add(unclear('scripts inside scripts, too deep to follow'));
    else work();
    this.depth--;
  }

  context(moreFromInput = false): RuleContext {
    const { root, cwd, elsewhere } = this;
    return { root, cwd, moreFromInput, ...(elsewhere === undefined ? {} : { elsewhere }) };
  }

  file(use: FileUse): void {
    if (!use.path.known) return;
    if (this.files.length < maxFiles) this.files.push({ ...use, cwd: this.cwd });
    else this.add(unclear('names too many files to look at'));
  }

  /** `text` is undefined for what is downloaded. */
  wrote(path: string, text: string | undefined): void {
    this.written.set(resolve(this.cwd ?? this.root, path), text);
  }

  /** What the line itself wrote into a file; undefined when it wrote none there. */
  writtenAt(path: string): { text: string | undefined } | undefined {
    const key = resolve(this.cwd ?? this.root, path);
    return this.written.has(key) ? { text: this.written.get(key) } : undefined;
  }

  /** `cd`, `pushd`, `popd` */
  changeFolder(name: string, args: Arg[]): void {
    const isHome = name === 'cd' || name === 'chdir';
    const target = afterOptions(args)[0] ?? { text: homedir(), known: isHome };
    const known = target.known && target.text !== '-' && (this.cwd !== undefined || target.text.startsWith('/'));
    const before = this.cwd;
    this.cwd = known && name !== 'popd' ? resolve(before ?? '/', target.text) : undefined;
    const exists = this.cwd !== undefined && isFolder(this.cwd);
    if (!exists) this.elsewhere ??= before;
    else if (target.text.startsWith('/')) this.elsewhere = undefined;
  }

  /** In a part that may be skipped the values from before stay possible. */
  assign(name: string, args: Arg[]): void {
    const before = this.branches > 0 ? this.variables.get(name) : undefined;
    if (args.every(({ known }) => known))
      this.variables.set(name, [...new Set([...(before ?? []), ...args.map(({ text }) => text)])]);
    else this.variables.delete(name);
  }
}

/** An estimate that knows no quotes, made before the text is parsed. */
function isTooMuch(text: string): boolean {
  let count = 0;
  let nesting = 0;
  for (const [piece] of text.matchAll(/\$\(|[<>]\(|`|\$\{|\)/g)) {
    if (piece !== ')') count++;
    if (piece.endsWith('(')) nesting++;
    else if (piece === ')' && nesting > 0) nesting--;
    if (count > maxSubstitutions || nesting > maxNesting) return true;
  }
  return false;
}
