// Reads config.json and knows its lines, so that a fault can be named with its place. Owns no meaning of the settings.
import { readFileSync, statSync } from 'node:fs';
import { PaiError } from '../base/error.js';
import { isObject, jsonFaultAt, lineAt } from '../base/json-text.js';

export interface ConfigFile {
  entries: [key: string, value: unknown][];
  /** `file:line` of a key. */
  placeOf(key: string): string;
}

export interface OwnConfigFile extends ConfigFile {
  /** Others than the owner may read it. */
  isOpenToOthers: boolean;
}

/** Undefined when there is no file or it is blank. Throws PaiError('config') in one line with the place of the fault. */
export function readConfigFile(path: string): OwnConfigFile | undefined {
  const text = readText(path);
  const file = text === undefined ? undefined : parseConfigText(path, text);
  if (!file) return undefined;
  return { ...file, isOpenToOthers: process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0 };
}

/** The same for text that was read already; `path` only names it. */
export function parseConfigText(path: string, given: string): ConfigFile | undefined {
  // A power cut can leave the whole text with zero bytes behind it.
  const text = given.replace(/^\uFEFF/, '').replace(/\0+$/, '');
  if (text.trim() === '') return undefined;
  const value = parseJson(path, text);
  if (!isObject(value))
    throw new PaiError('config', `${path}:1 is not a JSON object of settings, e.g. {"model": "…"}`, fix);
  return {
    entries: Object.entries(value),
    placeOf(key) {
      const at = text.search(new RegExp(`"${key.replace(/[^\w]/g, '\\$&')}"\\s*:`));
      return at === -1 ? path : `${path}:${lineAt(text, at)}`;
    },
  };
}

const fix = 'Correct it, or move the file away to start without it.';

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new PaiError('config', `${path} cannot be read (${code})`, 'Check its owner and mode.', error);
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Node's own message quotes the text around the fault, which may be a key.
    throw new PaiError('config', `${path}:${lineAt(text, jsonFaultAt(text))} is not valid JSON`, fix, error);
  }
}
