// What a folder's own config.json may set and says it does. One reading gives both, so that what is asked is what is used.
import { PaiError } from '../base/error.js';
import type { FolderSaying } from '../protocol/folder-trust.js';
import type { SettingEntry } from './load-settings.js';
import { parseSetting } from './parse-setting.js';
import { type ConfigFile, parseConfigText } from './read-config-file.js';
import type { SettingKey, SettingRow } from './setting-row.js';
import { settingsTable } from './settings-table.js';
import { withoutLogin } from './summarize-settings.js';

export interface FolderSettings {
  entries: SettingEntry[];
  /** One for each entry; the grave ones first. */
  says: FolderSaying[];
  /** What is not used and why, one sentence each. */
  faults: string[];
}

/** `path` is only for the texts. Never throws: what is wrong is not used. */
export function readFolderSettings(path: string, text: string): FolderSettings {
  const found: FolderSettings = { entries: [], says: [], faults: [] };
  const file = faultOf(found, () => parseConfigText(path, text));
  for (const [key, raw] of file?.entries ?? []) take(found, file!, key, raw);
  found.says.sort((a, b) => Number(b.isGrave ?? false) - Number(a.isGrave ?? false));
  return found;
}

function take(found: FolderSettings, file: ConfigFile, key: string, raw: unknown): void {
  if (key === 'version' || key === '$schema') return;
  const place = file.placeOf(key);
  const row = settingsTable.find((candidate) => candidate.key === key);
  if (!row) found.faults.push(`${place}: "${key}" is no setting and is not used.`);
  else if (row.personal) found.faults.push(`${place}: ${key} is not used; only you can set it, not a folder.`);
  else {
    const origin = `set in ${place}`;
    const value = faultOf(found, () => parseSetting(row, raw, origin));
    if (value === undefined) return;
    found.entries.push({ row, raw, origin });
    found.says.push(sayingOf(row, String(value)));
  }
}

function faultOf<T>({ faults }: FolderSettings, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof PaiError)) throw error;
    faults.push(`${error.message}; it is not used.`);
    return undefined;
  }
}

function sayingOf({ key, type }: SettingRow, value: string): FolderSaying {
  const warning = warnings[key]?.(value);
  const text = `${key} = ${shorten(withoutLogin(value, type))}`;
  return warning === undefined ? { text } : { text: `${text}: ${warning}`, isGrave: true };
}

/** What a person should know before they say yes. */
const warnings: Partial<Record<SettingKey, (value: string) => string | undefined>> = {
  provider: () => 'what you write and what is read here goes to it',
  // The host as it is reached, whatever stands before it in the address.
  baseUrl: (value) => `what you write and what is read here goes to ${new URL(value).host}`,
  approvals: (value) =>
    value === 'edits'
      ? 'files are changed without asking'
      : value === 'all'
        ? 'nothing is asked before it runs'
        : undefined,
};

const mostCharacters = 300;
const shorten = (text: string) =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters)}… (${text.length} characters)` : text;
