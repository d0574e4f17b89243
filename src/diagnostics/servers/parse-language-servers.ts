// The setting that names language servers: JSON, from suffix to command. Starts nothing.
import { PaiError } from '../../base/error.js';

const example = '{".py": ["pyright-langserver", "--stdio"]}';

/** Throws PaiError('config'). */
export function parseLanguageServers(text: string): Record<string, string[]> {
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('it is not an object');
  for (const [suffix, command] of Object.entries(value)) {
    if (!/^\.[\w.+-]+$/.test(suffix)) throw wrong(`${JSON.stringify(suffix)} is no suffix such as ".py"`);
    const isCommand = Array.isArray(command) && command.length > 0 && command.every((word) => typeof word === 'string');
    if (!isCommand || command[0] === '') throw wrong(`the command of ${suffix} is no list of words`);
  }
  return value as Record<string, string[]>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}

function wrong(why: string): PaiError {
  return new PaiError('config', `languageServers cannot be used: ${why}`, `It looks like ${example}`);
}
