// What the user sent, over all threads: a file of one JSON line each. Owns the file and its bounds; what looks secret is told by others.
import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ifAbsent, resolveLinks, writeFileSafely } from './safe-write.js';

export interface PastInput {
  text: string;
  /** The first character was typed: a / or ! there is a command. */
  startsTyped: boolean;
}

export interface InputHistory {
  /** Oldest first. Never rejects: without it one can work. */
  load(): Promise<PastInput[]>;
  /** Returns at once; what cannot be kept is not kept. */
  add(input: PastInput): void;
  /** Resolves when everything that was added is in the file. */
  settled(): Promise<void>;
}

export interface InputHistoryOptions {
  file: string;
  isSecret(text: string): boolean;
  onError(message: string): void;
}

const mostEntries = 1000;
/** Longer texts are files that were pasted, not words one looks for. */
const mostCharacters = 10_000;
/** The file is made short again when it has grown this much beyond. */
const slack = 500;

export function createInputHistory({ file, isSecret, onError }: InputHistoryOptions): InputHistory {
  let last: Promise<unknown> = Promise.resolve();
  const told = (error: unknown) => onError(`${file}: ${error instanceof Error ? error.message : String(error)}`);

  async function load(): Promise<PastInput[]> {
    const text = await readFile(file, 'utf8').catch(ifAbsent(''));
    const lines = text.split('\n').filter((line) => line !== '');
    if (lines.length > mostEntries + slack) await shorten(file, Buffer.byteLength(text), lines.slice(-mostEntries));
    return lines.slice(-mostEntries).flatMap(readLine);
  }

  return {
    load: () =>
      load().catch((error: unknown) => {
        told(error);
        return [];
      }),
    add({ text, startsTyped }) {
      if (text.length > mostCharacters || isSecret(text)) return;
      const line = `${JSON.stringify({ text, ...(startsTyped ? {} : { pasted: true }) })}\n`;
      last = last.then(() => append(file, line)).catch(told);
    },
    settled: async () => void (await last),
  };
}

async function append(file: string, line: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await appendFile(file, line, { mode: 0o600 });
}

/** What another process appended since the file was read keeps it as it is; it is tried again another time. */
async function shorten(file: string, size: number, lines: string[]): Promise<void> {
  const real = await resolveLinks(file);
  if ((await stat(real)).size !== size) return;
  await writeFileSafely(real, `${lines.join('\n')}\n`, { mode: 0o600 });
}

/** A line that was cut by a crash is left out. */
function readLine(line: string): PastInput[] {
  try {
    const { text, pasted } = JSON.parse(line) as { text?: unknown; pasted?: unknown };
    return typeof text === 'string' ? [{ text, startsTyped: pasted !== true }] : [];
  } catch {
    return [];
  }
}
