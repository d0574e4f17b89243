// Reads the user's own layouts. What is wrong with one is said; the others are taken.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PaiError } from '../base/error.js';
import { jsonFaultAt, lineAt } from '../base/json-text.js';
import { cleanOneLine } from '../view/clean.js';
import { checkLayout } from './check-layout.js';
import type { Layout } from './layout.js';

export interface UserLayouts {
  layouts: Layout[];
  /** One line a file that is no layout. */
  problems: string[];
}

/** Every `*.json` of the folder; a folder that does not exist has none. */
export async function readUserLayouts(folder: string): Promise<UserLayouts> {
  const found: UserLayouts = { layouts: [], problems: [] };
  for (const file of await jsonFiles(folder, found.problems)) {
    try {
      const text = await readFile(join(folder, file), 'utf8');
      found.layouts.push(checkLayout(parse(text), file.slice(0, -'.json'.length)));
    } catch (error) {
      found.problems.push(cleanOneLine(`layouts/${file}: ${(error as Error).message}`));
    }
  }
  return found;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const line = lineAt(text, jsonFaultAt(text));
    throw new PaiError('config', `line ${line} is not valid JSON`, 'Correct it, or remove the file.', error);
  }
}

async function jsonFiles(folder: string, problems: string[]): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => name.endsWith('.json')).sort();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') problems.push(cleanOneLine(`${folder}: ${message}`));
    return [];
  }
}
