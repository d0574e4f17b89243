// What a tool is. Owns the contract between a tool, the executor and the policy; no tool lives here.
import type * as z from 'zod';
import type { Display } from '../protocol/display.js';

/** What a call will touch. Paths are absolute; the policy decides from this alone. */
export interface Access {
  reads: string[];
  writes: string[];
  /** A shell line that will be run. */
  command?: string;
  network?: boolean;
}

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
}

/** What the engine lends to every tool for one thread. */
export interface ToolContext {
  /** Absolute, links resolved. */
  cwd: string;
  /** Hashes of files as the model last saw them, for the changed-since check. */
  seenFiles: SeenFiles;
  signal: AbortSignal;
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
  /** Time limit of one call in ms; undefined: the one of all tools. */
  timeoutMs?(args: z.infer<Schema>): number | undefined;
  /** Checks the call and works out what it will do, changing nothing. Throws PaiError when it cannot be done. */
  prepare(args: z.infer<Schema>, context: ToolContext): Promise<PreparedCall>;
}
