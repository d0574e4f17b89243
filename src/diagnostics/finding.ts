// What is found in a file and what is asked of an analyser. Types only, and the cleaning of a message.
import { stripControls } from '../base/sanitize.js';

export type Severity = 'error' | 'warning';

export interface Finding {
  severity: Severity;
  /** Below the folder relative to it, with `/`; else absolute. */
  path: string;
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  /** One line. */
  message: string;
  /** Who says so, e.g. `ts 2322`. */
  source: string;
}

/** A finding whose file is known from elsewhere. */
export type FindingInFile = Omit<Finding, 'path'>;

export interface ChangedFile {
  /** Absolute, or relative to the folder. */
  path: string;
  /** Absent: there was no such file. */
  before?: string;
  /** Absent: there is no such file any more. */
  after?: string;
}

const longestMessage = 400;

/** A foreign message as one line without controls, bounded. */
export function oneLine(message: string): string {
  const line = stripControls(message).replace(/\s+/g, ' ').trim();
  return line.length > longestMessage ? `${line.slice(0, longestMessage - 1)}…` : line;
}
