// Changes several files, all or none: what fails half-way is put back. Decides nothing and checks nothing but that.
import { unlink } from 'node:fs/promises';
import { PaiError } from '../../base/error.js';
import { writeAtomically } from './atomic-write.js';

export interface FileStep {
  realPath: string;
  shownPath: string;
  /** Undefined when there is no file before, or none after. */
  before: Uint8Array | undefined;
  after: Uint8Array | undefined;
  /** Permission bits; the system's default without. */
  mode: number | undefined;
}

/** Does all steps in order. Throws PaiError when one fails, after the ones before it were undone. */
export async function writeTogether(steps: FileStep[]): Promise<void> {
  const done: FileStep[] = [];
  try {
    for (const step of steps) {
      await put(step, step.after);
      done.unshift(step);
    }
  } catch (cause) {
    const left: string[] = [];
    for (const step of done) await put(step, step.before).catch(() => left.push(step.shownPath));
    const problem = cause instanceof Error ? cause.message : String(cause);
    if (left.length === 0) throw new PaiError('tool', problem, 'No file was changed.', cause);
    const message = `${problem}; these files had been changed and could not be put back: ${left.join(', ')}`;
    throw new PaiError('tool', message, 'Look at them before going on.', cause);
  }
}

async function put({ realPath, shownPath, mode }: FileStep, bytes: Uint8Array | undefined): Promise<void> {
  if (bytes !== undefined) return writeAtomically(realPath, bytes, mode);
  try {
    await unlink(realPath);
  } catch (cause) {
    throw new PaiError('tool', `${shownPath} could not be deleted: ${(cause as Error).message}`, undefined, cause);
  }
}
