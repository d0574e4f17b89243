// Glob patterns over paths relative to a folder. Loads the matcher with the first pattern.
import { PaiError } from '../../base/error.js';

/** Matching backtracks: a pattern such as `*a*a*a…*b` on a long name would hold the thread for hours. */
const mostWildcards = { inOneName: 3, acrossFolders: 4 };

/** A test for relative paths with `/`. A pattern without a slash matches names at any depth. Throws PaiError. */
export async function createGlob(pattern: string): Promise<(relativePath: string) => boolean> {
  const { default: picomatch } = await import('picomatch');
  const plain = pattern.replace(/^\.\//, '');
  if (plain === '') throw new PaiError('tool', 'The glob pattern is empty');
  refuseSlow(plain);
  return picomatch(plain.includes('/') ? plain : `**/${plain}`, { dot: true });
}

function refuseSlow(pattern: string): void {
  const names = pattern.split('/');
  const across = names.filter((name) => name === '**').length;
  const inName = Math.max(...names.map((name) => (name === '**' ? 0 : (name.match(/\*+|[?@!+]\(/g)?.length ?? 0))));
  if (across <= mostWildcards.acrossFolders && inName <= mostWildcards.inOneName) return;
  const { inOneName, acrossFolders } = mostWildcards;
  const limits = `at most ${inOneName} in one name and ${acrossFolders} times **`;
  throw new PaiError('tool', `The glob pattern has too many wildcards (${limits})`, 'Use a simpler pattern.');
}
