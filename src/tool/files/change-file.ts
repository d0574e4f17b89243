// A prepared change of one file: the checks that protect what others wrote, the preview, and the write. No tool's wording of arguments.
import { PaiError } from '../../base/error.js';
import type { Display } from '../../protocol/display.js';
import type { ChangedText, PreparedCall, SeenFiles, ToolContext } from '../tool.js';
import { writeAtomically } from './atomic-write.js';
import { contentHash } from './content-hash.js';
import { type DiffDisplay, diffDisplay } from './diff-display.js';
import { keepHunks } from './keep-hunks.js';
import { oneAtATime } from './one-at-a-time.js';
import { hashOnDisk, readTextFile, type TextFile } from './read-text-file.js';
import { encodeText, newFileFormat, withEndings } from './text-format.js';
import { checkWritable, type ToolPath, toolPath } from './tool-path.js';

/** The file as it is now, fit to be changed; undefined when there is none. Throws PaiError when it must not be. */
export async function readForChange(path: ToolPath, seen: SeenFiles): Promise<TextFile | undefined> {
  const file = await readTarget(path);
  if (file === undefined) return undefined;
  const lastSeen = seen.get(path.real);
  if (lastSeen === undefined)
    throw new PaiError(
      'conflict',
      `${path.shown} has not been read in this conversation`,
      'Read it with read_file first.',
    );
  if (lastSeen !== file.hash) throw changedSince(path.shown, 'it was read');
  return file;
}

/** As readForChange, for changes that prove by themselves that they know what they replace: it need not have been read. */
export async function readTarget(path: ToolPath): Promise<TextFile | undefined> {
  await checkWritable(path);
  try {
    return readTextFile(path.real, path.shown);
  } catch (error) {
    if (error instanceof PaiError && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** What a change is based on. */
export interface ChangeBasis {
  /** As the model wrote it. */
  givenPath: string;
  path: ToolPath;
  /** Undefined when there was no file. */
  old: TextFile | undefined;
}

export interface FileChange extends ChangeBasis {
  /** The whole new text, lines ending in LF unless the old file mixes its endings. */
  newText: string;
  /** For the model, e.g. `2 edits`. */
  what: string;
}

/** A call that will write exactly what its preview shows, or nothing if the file is no longer what it was. */
export async function prepareChange(change: FileChange, context: ToolContext): Promise<PreparedCall> {
  const { path, old, newText } = change;
  const bytes = encodeText(newText, old?.format ?? newFileFormat);
  const diff = await diffDisplay(path.shown, old?.text, newText);
  const counts = `+${diff.added} −${diff.removed}`;
  return {
    title: `${path.shown} ${counts}`,
    access: { reads: [], writes: [path.real] },
    preview: [diff],
    ...(old === undefined
      ? {}
      : { chooseHunks: (taken: number[]) => prepareChange(partOf(change, diff, taken), context) }),
    async run() {
      await oneAtATime([path.real], async () => {
        await checkUnchanged(change, context.cwd);
        await writeAtomically(path.real, bytes, old?.mode);
      });
      context.seenFiles.set(path.real, contentHash(bytes));
      const text = `${path.shown} ${old ? 'changed' : 'created'}: ${change.what}, ${counts} lines.`;
      const changes = [changedText(path, old, newText)];
      return { ok: true, text, display: [diff] satisfies Display[], changes };
    },
  };
}

export function changedText({ real }: ToolPath, old: TextFile | undefined, newText: string | undefined): ChangedText {
  const format = old?.format ?? newFileFormat;
  return {
    path: real,
    ...(old === undefined ? {} : { before: withEndings(old.text, format) }),
    ...(newText === undefined ? {} : { after: withEndings(newText, format) }),
  };
}

function partOf(change: FileChange, { hunks }: DiffDisplay, taken: number[]): FileChange {
  const newText = keepHunks(change.old?.text ?? '', change.newText, hunks, new Set(taken));
  return { ...change, newText, what: `${change.what}, ${taken.length} of ${hunks.length} hunks` };
}

/** The last look before the write: an approval may have waited for hours. */
export async function checkUnchanged(change: ChangeBasis, cwd: string): Promise<void> {
  const { givenPath, path, old } = change;
  const now = await toolPath(givenPath, cwd);
  if (now.real !== path.real)
    throw new PaiError('conflict', `${path.shown} now leads to ${now.real}`, 'Nothing was written.');
  const hash = hashOnDisk(path.real, path.shown);
  if (hash !== old?.hash) throw changedSince(path.shown, 'this change was prepared');
}

function changedSince(shown: string, since: string): PaiError {
  const message = `${shown} has changed on disk since ${since}; nothing was written`;
  return new PaiError('conflict', message, 'Read it again with read_file, then make the change on the new text.');
}
