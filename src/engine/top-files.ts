// What lies in the working folder, in a few lines, for whoever plans.
import { readdir } from 'node:fs/promises';

const mostNames = 200;

/** Names at the top of the folder, folders with `/`; hidden ones and what is never looked into are left out. */
export async function listTopFiles(cwd: string): Promise<string> {
  const entries = await readdir(cwd, { withFileTypes: true });
  const names = entries
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort();
  const left = names.length - mostNames;
  const shown = names.slice(0, mostNames).map((name) => name.replace(/\p{Cc}/gu, '?'));
  return `Files in the working folder: ${shown.join(', ') || 'none'}${left > 0 ? ` and ${left} more` : ''}`;
}
