// Glob patterns over paths relative to a folder. Loads the matcher with the first pattern.
import { PaiError } from '../../base/error.js';

/** A test for relative paths with `/`. A pattern without a slash matches names at any depth. Throws PaiError. */
export async function createGlob(pattern: string): Promise<(relativePath: string) => boolean> {
  const { default: picomatch } = await import('picomatch');
  const plain = pattern.replace(/^\.\//, '');
  if (plain === '') throw new PaiError('tool', 'The glob pattern is empty');
  return picomatch(plain.includes('/') ? plain : `**/${plain}`, { dot: true });
}
