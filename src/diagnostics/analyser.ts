// What an analyser is: it hears of edits in their order and tells what it sees before and after each.
import type { FindingInFile } from './finding.js';

export interface EditedFile {
  /** Absolute. */
  file: string;
  before: string | undefined;
  after: string | undefined;
}

/** Where an analyser tells what it sees; files are absolute. */
export interface Sink {
  /** As it was before the edit. */
  before(file: string, findings: readonly FindingInFile[]): void;
  /** What follows is seen after the edit. Called once for each edit. */
  applied(): void;
  after(file: string, findings: readonly FindingInFile[]): void;
  /** What is left is far from the edit: a report need not wait for it. */
  near(): void;
}

export interface Analyser {
  name: string;
  takes(file: string, text: string): boolean;
  /** Never two at a time. When `signal` aborts, another edit waits: what is not seen by then is told with that one. */
  check(edited: readonly EditedFile[], sink: Sink, signal: AbortSignal): Promise<void>;
  /** The file will probably be edited soon. In line with `check`. */
  warm?(file: string, sink: Sink): Promise<void>;
  close(): Promise<void>;
}
