// Gathers the settings: built-in, the user's file, environment, flags, the later the stronger. Reads one small file and writes nothing.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chooseProvider, type KnownProvider } from './choose-provider.js';
import { parseSetting } from './parse-setting.js';
import { pathsUnder } from './paths.js';
import { readConfigFile } from './read-config-file.js';
import { type SettingKey, type SettingRow, type SettingValues, settingsTable } from './settings-table.js';

export interface Settings extends SettingValues {
  provider: string;
  model: string;
  /** Where each value was set, e.g. `set by PAICLI_MODEL`; absent: built in. */
  origins: Partial<Record<SettingKey, string>>;
  /** Sentences the user should see once. */
  notices: string[];
}

export interface SettingSources {
  home: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Raw values of flags by setting key; undefined ones are not set. */
  flags: Partial<Record<SettingKey, string | number | boolean | undefined>>;
  /** The folder's own settings are not read: they need trust, and nothing gives it yet. */
  trusted: false;
  providers: readonly KnownProvider[];
}

/** Throws PaiError('config') in one line that names the key, the value and where it was set. */
export function loadSettings(sources: SettingSources): Settings {
  const notices: string[] = [];
  const origins: Settings['origins'] = {};
  const values = { ...defaults() };
  for (const layer of [fileLayer(sources, notices), envLayer(sources.env), flagLayer(sources.flags)])
    apply(values, origins, layer);
  const { notices: choiceNotices, ...choice } = chooseProvider(values, origins, sources.env, sources.providers);
  if (choice.provider === 'demo') for (const key of ofProvider) delete values[key];
  return { ...values, ...choice, origins, notices: [...notices, ...choiceNotices] };
}

interface Entry {
  row: SettingRow;
  raw: unknown;
  origin: string;
}

/** Settings that mean something for one provider only. */
const ofProvider = ['model', 'baseUrl', 'apiKey', 'contextWindow'] as const;

/** A layer that names another provider leaves behind what weaker layers said about theirs: a key must not reach another server. */
function apply(values: SettingValues, origins: Settings['origins'], layer: Entry[]): void {
  const parsed = layer.map(({ row, raw, origin }) => ({ key: row.key, value: parseSetting(row, raw, origin), origin }));
  const provider = parsed.find(({ key }) => key === 'provider')?.value;
  if (provider !== undefined && values.provider !== undefined && provider !== values.provider)
    for (const key of ofProvider) {
      delete values[key];
      delete origins[key];
    }
  for (const { key, value, origin } of parsed) {
    Object.assign(values, { [key]: value });
    origins[key] = origin;
  }
}

function defaults(): SettingValues {
  const rows = settingsTable.filter((row) => row.default !== undefined);
  return Object.fromEntries(rows.map((row) => [row.key, row.default])) as unknown as SettingValues;
}

/** Members of the file that are no settings. */
const otherMembers = new Set(['version', '$schema']);

function fileLayer({ home, cwd }: SettingSources, notices: string[]): Entry[] {
  const path = pathsUnder(home).configFile;
  const own = join(cwd, '.paicli', 'config.json');
  if (own !== path && existsSync(own)) notices.push(`${own} is not used: this folder is not trusted.`);
  const file = readConfigFile(path);
  if (!file) return [];
  const entries: Entry[] = [];
  for (const [key, raw] of file.entries) {
    const row = settingsTable.find((candidate) => candidate.key === key);
    if (row) entries.push({ row, raw, origin: `set in ${file.placeOf(key)}` });
    else if (!otherMembers.has(key)) notices.push(`${file.placeOf(key)}: "${key}" is no setting and is not used.`);
  }
  if (file.isOpenToOthers && entries.some(({ row }) => row.type.kind === 'secret'))
    notices.push(`${path} holds a key and can be read by others; run: chmod 600 ${path}`);
  return entries;
}

/** An empty variable counts as not set. */
function envLayer(env: NodeJS.ProcessEnv): Entry[] {
  return settingsTable.flatMap((row) => {
    const name = row.env.find((candidate) => env[candidate]?.trim());
    return name === undefined ? [] : [{ row, raw: env[name], origin: `set by ${name}` }];
  });
}

function flagLayer(flags: SettingSources['flags']): Entry[] {
  return settingsTable.flatMap((row) => {
    const raw = flags[row.key];
    return raw === undefined ? [] : [{ row, raw, origin: `set by ${row.flag ?? row.key}` }];
  });
}
