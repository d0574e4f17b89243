// Puts a whole file in place at once: a reader sees the old bytes or the new ones, never a half. Decides nothing.
import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PaiError } from '../../base/error.js';

/**
 * Writes bytes to a real path (links must be resolved by the caller: a link here would be replaced). Parent folders are
 * made. `mode` are the permission bits to keep; without it the system's default for new files holds. Throws PaiError.
 */
export async function writeAtomically(realPath: string, bytes: Uint8Array, mode?: number): Promise<void> {
  const folder = dirname(realPath);
  // A short name of our own: the file's name may already be as long as a name can be.
  const temporary = join(folder, `.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await mkdir(folder, { recursive: true });
    await writeAndSync(temporary, bytes, mode);
    await rename(temporary, realPath);
    await syncFolder(folder);
  } catch (cause) {
    await unlink(temporary).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    });
    const message = `${basename(realPath)} could not be written in ${folder}: ${(cause as Error).message}`;
    throw new PaiError('tool', message, 'The file is as it was before.', cause);
  }
}

async function writeAndSync(path: string, bytes: Uint8Array, mode: number | undefined): Promise<void> {
  const file = await open(path, 'wx', mode ?? 0o666);
  try {
    await file.writeFile(bytes);
    // The mode of open() is narrowed by the umask; the old file's bits are kept as they were.
    if (mode !== undefined) await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the rename itself durable; file systems that cannot sync a folder do without. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  if (handle === undefined) return; // a folder that may be written but not read
  try {
    await handle.sync();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EINVAL' && code !== 'EPERM' && code !== 'EISDIR') throw error;
  } finally {
    await handle.close();
  }
}
