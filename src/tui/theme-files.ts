// Themes by name: those that come with the program, and the user's own files. A fault in a file is told and costs no more than its one line.
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isObject, lineOfMember, parseJsonObject } from '../base/json-text.js';
import { colorIndex, type Look, type Looks, type ThemeData } from './theme-data.js';
import { dark } from './themes/dark.js';
import { defaultLooks } from './themes/default.js';
import { highContrast } from './themes/high-contrast.js';
import { light } from './themes/light.js';

const defaultTheme: ThemeData = { name: 'default', about: "your terminal's own 16 colours", looks: defaultLooks };
export const builtInThemes: readonly ThemeData[] = [defaultTheme, dark, light, highContrast];

export interface FoundTheme {
  theme: ThemeData;
  /** What is wrong with its file, one sentence each. */
  faults: string[];
}

/** A built-in theme, or else the user's own `folder/NAME.json`; undefined when there is none. */
export function findTheme(name: string, folder: string | undefined): FoundTheme | undefined {
  const theme = builtInThemes.find((candidate) => candidate.name === name);
  if (theme) return { theme, faults: [] };
  return folder !== undefined && isThemeName(name) ? readTheme(join(folder, `${name}.json`)) : undefined;
}

/** Names of all themes, the built-in ones first. */
export async function themeNames(folder: string | undefined): Promise<string[]> {
  const files = folder === undefined ? [] : await readdir(folder).catch(whenThereIsNone);
  const own = files.filter((file) => file.endsWith('.json')).map((file) => basename(file, '.json'));
  return [...new Set([...builtInThemes.map(({ name }) => name), ...own.filter(isThemeName).sort()])];
}

/** A name is one part of a path, so that no setting can name a file elsewhere. */
const isThemeName = (name: string) => /^[\w-]{1,64}$/.test(name);

function whenThereIsNone(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}

function readTheme(path: string): FoundTheme | undefined {
  const name = basename(path, '.json');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    return { theme: { name, about: path, looks: {} }, faults: [`${path} cannot be read (${code}).`] };
  }
  const { value, fault } = parseJsonObject(path, text);
  return fault === undefined
    ? parseTheme(name, path, text, value)
    : { theme: { name, about: path, looks: {} }, faults: [fault] };
}

/** Exported for tests: `members` are `role: {fg, bg, bold, …}` and `extends: NAME` of a built-in theme. */
function parseTheme(name: string, path: string, text: string, members: Record<string, unknown>): FoundTheme {
  const faults: string[] = [];
  const say = (member: string, what: string) => faults.push(`${path}:${lineOfMember(text, member)}: ${what}`);
  const base = builtInThemes.find((theme) => theme.name === members.extends);
  if (members.extends !== undefined && !base)
    say('extends', `there is no theme "${String(members.extends)}" to extend.`);
  const looks: Partial<Looks> = { ...base?.looks };
  for (const [role, value] of Object.entries(members)) {
    if (role === 'extends' || role === '$schema') continue;
    if (!Object.hasOwn(defaultLooks, role)) say(role, `"${role}" is no role of a theme.`);
    else if (!isObject(value)) say(role, `"${role}" takes an object such as {"fg": "cyan", "bold": true}.`);
    else looks[role as keyof Looks] = parseLook(value, (what) => say(role, `"${role}": ${what}`));
  }
  return { theme: { name, about: 'your own', looks }, faults };
}

function parseLook(members: Record<string, unknown>, say: (what: string) => void): Look {
  const look: Look = {};
  for (const [key, value] of Object.entries(members)) {
    if (key === 'fg' || key === 'bg') {
      const index = typeof value === 'string' || typeof value === 'number' ? colorIndex(value) : undefined;
      if (index === undefined) say(`${JSON.stringify(value)} is no colour; take red, bright-red… or 0 to 255.`);
      else look[key] = index;
    } else if (key === 'bold' || key === 'dim' || key === 'italic' || key === 'underline' || key === 'inverse') {
      if (typeof value === 'boolean') look[key] = value;
      else say(`${key} takes true or false.`);
    } else say(`"${key}" is no part of a look.`);
  }
  return look;
}
