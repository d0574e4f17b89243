// apply_patch: several files added, changed, moved and deleted by one patch, all or none.
import * as z from 'zod';
import type { Display } from '../protocol/display.js';
import { changedText, checkUnchanged } from './files/change-file.js';
import { contentHash } from './files/content-hash.js';
import { type DiffDisplay, diffDisplay } from './files/diff-display.js';
import { keepHunks } from './files/keep-hunks.js';
import { oneAtATime } from './files/one-at-a-time.js';
import { parsePatch } from './files/parse-patch.js';
import { type PatchedFile, prepareOperations } from './files/prepare-patch.js';
import { encodeText, newFileFormat } from './files/text-format.js';
import { type FileStep, writeTogether } from './files/write-together.js';
import type { ChangedText, PreparedCall, Tool, ToolContext } from './tool.js';

const schema = z.object({ patch: z.string() });

export const applyPatchTool: Tool<typeof schema> = {
  name: 'apply_patch',
  schema,
  readOnly: false,
  prepare: async ({ patch }, context) => prepareFiles(await prepareOperations(parsePatch(patch), context), context),
};

async function prepareFiles(files: PatchedFile[], context: ToolContext): Promise<PreparedCall> {
  const steps = files.flatMap(stepsOf);
  const diffs = await Promise.all(files.map(diffOf));
  const preview = files.flatMap((file, index) => displayOf(file, diffs[index]!));
  const sum = (key: 'added' | 'removed') => diffs.reduce((total, diff) => total + diff[key], 0);
  const counts = `+${sum('added')} −${sum('removed')}`;
  const lines = files.map((file, index) => `${nameOf(file)} +${diffs[index]!.added} −${diffs[index]!.removed}`);
  return {
    title: files.length === 1 ? `${nameOf(files[0]!)} ${counts}` : `${files.length} files ${counts}`,
    access: { reads: [], writes: steps.map(({ realPath }) => realPath) },
    preview,
    chooseHunks: async (taken) => prepareFiles(partOf(files, diffs, new Set(taken)), context),
    async run() {
      const paths = steps.map(({ realPath }) => realPath);
      await oneAtATime(paths, async () => {
        for (const file of files) {
          await checkUnchanged(file, context.cwd);
          if (file.moved) await checkUnchanged({ ...file.moved, old: undefined }, context.cwd);
        }
        await writeTogether(steps);
      });
      for (const file of files) remember(file, steps, context);
      const changes = files.flatMap(changesOf);
      return { ok: true, text: `Patch applied:\n${lines.join('\n')}`, display: preview, changes };
    },
  };
}

/** The files with only the hunks that are taken. A file all of whose hunks are refused is left alone, also where it is. */
function partOf(files: PatchedFile[], diffs: DiffDisplay[], taken: ReadonlySet<number>): PatchedFile[] {
  let first = 0;
  return files.flatMap((file, index) => {
    const { hunks } = diffs[index]!;
    const own = new Set(hunks.flatMap((_, at) => (taken.has(first + at) ? [at] : [])));
    first += hunks.length;
    if (own.size === hunks.length) return [file];
    if (own.size === 0) return [];
    // Added and deleted files have one hunk, so this one was there and stays.
    return [{ ...file, newText: keepHunks(file.old?.text ?? '', file.newText ?? '', hunks, own) }];
  });
}

/** New places before the old ones are taken away: at no time is a text nowhere. */
function stepsOf({ path, old, newText, moved }: PatchedFile): FileStep[] {
  const format = old?.format ?? newFileFormat;
  const before = old && encodeText(old.text, format);
  const after = newText === undefined ? undefined : encodeText(newText, format);
  const step = { realPath: path.real, shownPath: path.shown, before, after, mode: old?.mode };
  if (moved === undefined) return [step];
  const { real, shown } = moved.path;
  return [
    { ...step, realPath: real, shownPath: shown, before: undefined },
    { ...step, after: undefined },
  ];
}

function changesOf({ path, old, newText, moved }: PatchedFile): ChangedText[] {
  if (moved === undefined) return [changedText(path, old, newText)];
  const { after = '' } = changedText(path, old, newText);
  return [{ path: moved.path.real, after }, changedText(path, old, undefined)];
}

async function diffOf({ path, old, newText, moved }: PatchedFile): Promise<DiffDisplay> {
  const diff = await diffDisplay((moved?.path ?? path).shown, old?.text, newText ?? '');
  return newText === undefined ? { ...diff, status: 'deleted' } : diff;
}

function displayOf(file: PatchedFile, diff: DiffDisplay): Display[] {
  if (file.moved === undefined) return [diff];
  const move: Display = { kind: 'text', text: nameOf(file) };
  return diff.hunks.length === 0 ? [move] : [move, diff];
}

function nameOf({ path, moved }: PatchedFile): string {
  return moved === undefined ? path.shown : `${path.shown} → ${moved.path.shown}`;
}

/** What the model has known whole it still knows; a file of which it saw only the patched lines must be read before it is overwritten. */
function remember({ path, old, moved }: PatchedFile, steps: FileStep[], { seenFiles }: ToolContext): void {
  const real = (moved?.path ?? path).real;
  const after = steps.find(({ realPath }) => realPath === real)?.after;
  if (after === undefined || (old !== undefined && seenFiles.get(path.real) !== old.hash)) return;
  seenFiles.set(real, contentHash(after));
}
