// What a search is asked and what it answers, as plain data that can cross into a thread. Searches nothing.
import type { ErrorData } from '../../base/error.js';

export type SearchEngine = 'auto' | 'ripgrep' | 'javascript';

interface Place {
  /** The folder that is searched, absolute, links resolved. */
  folder: string;
  /** The working folder, whose ignore files hold; paths below it are shown relative to it. */
  cwd: string;
  /** The product's own folder, which is never searched. */
  productHome?: string;
  engine: SearchEngine;
  /** After so many files the rest is not looked at. */
  maxFiles: number;
}

export interface FilesJob extends Place {
  kind: 'files';
  glob: string;
  maxShown: number;
}

export interface GrepJob extends Place {
  kind: 'grep';
  /** A JavaScript regular expression. */
  pattern: string;
  ignoreCase: boolean;
  /** Search this one file, protected or not. */
  file?: string;
  glob?: string;
  /** Lines around each match. */
  around: number;
  maxMatches: number;
  /** Lines of the result, those around the matches among them. */
  maxLines: number;
}

export type SearchJob = FilesJob | GrepJob;

/** Why there may be more than was found. */
export type PartialBecause = 'matches' | 'files' | 'stopped';

export interface FilesFound {
  /** As they are shown. */
  items: string[];
  total: number;
  partial: PartialBecause[];
}

export interface GrepFound {
  /** `path:line: text`, `-` in place of `:` around a match, `--` between parts. */
  lines: string[];
  matches: number;
  files: number;
  /** Files that are no text, too large, or could not be read. */
  unreadable: number;
  protectedFiles: number;
  partial: PartialBecause[];
}

/** An error crosses threads as data. */
export type SearchAnswer<Found> = { found: Found } | { error: ErrorData };
