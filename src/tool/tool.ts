// What a tool is. Owns the contract between a tool, the executor and the policy; no tool lives here.
import type * as z from 'zod';
import type { Access } from '../policy/gather-facts.js';
import type { BackgroundCommands } from '../process/background-commands.js';
import type { CommandWay } from '../process/sandbox.js';
import type { Display } from '../protocol/display.js';
import type { SnapshotRestored } from '../protocol/event.js';
import type { RestoreItem } from '../protocol/snapshot.js';

/** A call that has been checked and is ready: what `preview` shows is exactly what `run` does. */
export interface PreparedCall {
  /** The target in a few words, e.g. `src/date.ts +3 −1`. */
  title: string;
  access: Access;
  /** Shown in the approval box. */
  preview: Display[];
  /** Said in the approval box: how it will run, e.g. inside the sandbox. */
  notes?: string[];
  /** The same call with only some hunks of `preview`, indexes from 0 through its diffs in order; absent: all or nothing. */
  chooseHunks?(taken: number[]): Promise<PreparedCall>;
  /** A call that is itself a question to the person; `run` gets the answer, and it needs no other approval. */
  question?: { text: string; choices: string[] };
  run(context: RunContext): Promise<ToolResult>;
}

export interface ToolResult {
  ok: boolean;
  /** For the model; bounded by the executor. */
  text: string;
  /** For the screen. */
  display: Display[];
  /** What was written, by tools that change files. */
  changes?: ChangedText[];
}

/** A file as it was before a call and is after it, with its own line endings. Absent: there is none. */
export interface ChangedText {
  /** Absolute, links resolved. */
  path: string;
  before?: string;
  after?: string;
}

/** What the engine lends to every tool for one thread. */
export interface ToolContext {
  /** Absolute, links resolved. */
  cwd: string;
  /** Further folders that count as inside; absolute, links resolved. */
  extraFolders?: readonly string[];
  /** Hashes of files as the model last saw them, for the changed-since check. */
  seenFiles: SeenFiles;
  signal: AbortSignal;
  /** The product's own folder, links resolved: a search of what is around it leaves it out. */
  productHome?: string;
  /** Absent: commands are started directly, and none in the background. */
  commands?: CommandPlace;
  /** Absent: there are no snapshots. */
  revert?: RevertPlace;
}

/** Puts files back to how they were before turns. */
export interface RevertPlace {
  /** Before the so-manieth turn back that changed files. Throws PaiError('not-found'). */
  preview(turns: number): Promise<{
    /** What the turn was asked. */
    label: string;
    isThisTurn: boolean;
    items: RestoreItem[];
    /** Does what has no conflict. */
    run(): Promise<RevertedFiles>;
  }>;
}

export type RevertedFiles = Pick<SnapshotRestored, 'restored' | 'deleted' | 'kept' | 'failed'>;

/** Where the commands of one thread run. */
export interface CommandPlace {
  /** In a sandbox or not; throws PaiError when there must be one and is none. */
  way(): Promise<CommandWay>;
  background(): Promise<BackgroundCommands>;
}

export interface RunContext {
  signal: AbortSignal;
  /** Live output for the screen; the result repeats what matters. */
  progress(text: string): void;
  /** The person's answer to `question`. */
  answer?: string;
}

/** Content hashes by real path. */
export interface SeenFiles {
  get(realPath: string): string | undefined;
  set(realPath: string, contentHash: string): void;
}

export interface Tool<Schema extends z.ZodType = z.ZodType> {
  name: string;
  schema: Schema;
  /** Read-only calls run at once beside each other and are free at every approval level. */
  readOnly: boolean;
  /** It asks although it changes nothing; for the page that documents the tools. */
  usesNetwork?: true;
  /** Its bounds in words, for the page that documents the tools. */
  limits?: readonly string[];
  /** Time limit of one call in ms; undefined: the one of all tools. */
  timeoutMs?(args: z.infer<Schema>): number | undefined;
  /** Checks the call and works out what it will do, changing nothing. Throws PaiError when it cannot be done. */
  prepare(args: z.infer<Schema>, context: ToolContext): Promise<PreparedCall>;
}
