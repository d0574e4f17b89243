// What a tool result or an approval shows on a screen: data, so that a new tool never adds an event.

/** One hunk of a unified diff; each line begins with ' ', '+', '-' or '\'. */
export interface DiffHunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  lines: string[];
}

export type Display =
  | { kind: 'text'; text: string; tone?: 'plain' | 'dim' | 'warning' | 'error' }
  | {
      kind: 'diff';
      /** Relative to the working folder. */
      path: string;
      status: 'added' | 'modified' | 'deleted';
      added: number;
      removed: number;
      hunks: DiffHunk[];
    }
  /** Part of a file; `firstLine` is 1-based. */
  | { kind: 'file'; path: string; firstLine: number; totalLines: number; text: string }
  /** `exitCode` is null when a signal ended it or it is still to run. */
  | { kind: 'command'; command: string; cwd: string; output: string; exitCode: number | null; signal?: string }
  | { kind: 'list'; title: string; items: string[]; total: number }
  | { kind: 'table'; columns: string[]; rows: string[][] };
