// Gathers the settings: built-in, the user's file, a trusted folder's, environment, flags, the later the stronger. Reads one small file and writes nothing.
import { PaiError } from '../base/error.js';
import { chooseProvider, type KnownProvider } from './choose-provider.js';
import { type Credentials, readCredentials } from './credentials.js';
import { parseSetting } from './parse-setting.js';
import { pathsUnder } from './paths.js';
import { readConfigFile } from './read-config-file.js';
import type { SettingKey, SettingRow, SettingValues } from './setting-row.js';
import { settingsTable } from './settings-table.js';

export interface Settings extends SettingValues {
  provider: string;
  model: string;
  /** Where each value was set, e.g. `set by PAICLI_MODEL`; absent: built in. */
  origins: Partial<Record<SettingKey, string>>;
  /** The key is one that was given to the program itself. */
  isStoredKey?: true;
  /** Sentences the user should see once. */
  notices: string[];
}

export interface SettingSources {
  home: string;
  env: NodeJS.ProcessEnv;
  /** Raw values of flags by setting key; undefined ones are not set. */
  flags: Partial<Record<SettingKey, string | number | boolean | undefined>>;
  /** What the working folder's own file sets; only of a folder that the user trusts. */
  folder?: readonly SettingEntry[];
  providers: readonly KnownProvider[];
}

/**
 * Throws PaiError('config') in one line that names the key, the value and where it was set. A folder's settings that
 * leave no usable choice are left out, and that is a notice: they must not keep anybody from working there.
 */
export function loadSettings(sources: SettingSources): Settings {
  const { folder = [], ...others } = sources;
  if (folder.length === 0) return gather(others, []);
  try {
    return gather(others, folder);
  } catch (error) {
    if (!(error instanceof PaiError)) throw error;
    const settings = gather(others, []);
    const left = `The folder's own settings are not used: ${error.message}`;
    return { ...settings, notices: [...settings.notices, left] };
  }
}

function gather(sources: SettingSources, folder: readonly SettingEntry[]): Settings {
  const notices: string[] = [];
  const origins: Settings['origins'] = {};
  const values = { ...defaults() };
  apply(values, origins, fileLayer(sources, notices));
  // A server or a model that the user has chosen anyway stays the user's choice.
  apply(values, origins, folder, { keepEqual: true });
  for (const layer of [envLayer(sources.env), flagLayer(sources.flags)]) apply(values, origins, layer);
  const { env, providers } = sources;
  const { servers } = storedServers(sources, notices);
  const { notices: choiceNotices, ...choice } = chooseProvider(values, origins, env, providers, servers);
  if (isFoldersServer(choice, origins, folder, sources.providers)) {
    if (choice.apiKey || choiceNotices.length > 0) choiceNotices.splice(0, Infinity, keptBack(choice, origins));
    for (const holder of [values, choice, origins]) delete holder.apiKey;
    delete choice.isStoredKey;
  }
  if (choice.provider === 'demo') for (const key of ofProvider) delete values[key];
  return { ...values, ...choice, origins, notices: [...notices, ...choiceNotices] };
}

function storedServers({ home }: SettingSources, notices: string[]): Credentials {
  const path = pathsUnder(home).credentialsFile;
  const credentials = readCredentials(path);
  if (credentials.isOpenToOthers) notices.push(`${path} holds keys and can be read by others; run: chmod 600 ${path}`);
  return credentials;
}

export interface SettingEntry {
  row: SettingRow;
  raw: unknown;
  origin: string;
}

const keptBack = ({ baseUrl }: { baseUrl?: string }, origins: Settings['origins']) =>
  `No key of yours is sent to ${baseUrl} (${origins.baseUrl}); if it needs one, set PAICLI_BASE_URL to it yourself.`;

/** A folder named the server, and it is not where the provider's keys belong. */
function isFoldersServer(
  { provider, baseUrl = '' }: { provider: string; baseUrl?: string },
  origins: Settings['origins'],
  folder: readonly SettingEntry[],
  providers: readonly KnownProvider[],
): boolean {
  if (!folder.some(({ row, origin }) => row.key === 'baseUrl' && origin === origins.baseUrl)) return false;
  const known = providers.find(({ id }) => id === provider)?.baseUrl;
  return !known || new URL(known).origin !== new URL(baseUrl).origin;
}

/** Settings that mean something for one provider only. */
const ofProvider = ['model', 'baseUrl', 'apiKey', 'contextWindow'] as const;

/** The same for a search service. */
const ofSearchProvider = ['searchBaseUrl', 'searchApiKey'] as const;

/** A layer that names another provider leaves behind what weaker layers said about theirs: a key must not reach another server. */
function apply(
  values: SettingValues,
  origins: Settings['origins'],
  layer: readonly SettingEntry[],
  { keepEqual = false } = {},
): void {
  const parsed = layer.map(({ row, raw, origin }) => ({ key: row.key, value: parseSetting(row, raw, origin), origin }));
  const provider = parsed.find(({ key }) => key === 'provider')?.value;
  if (provider !== undefined && values.provider !== undefined && provider !== values.provider)
    for (const key of ofProvider) {
      delete values[key];
      delete origins[key];
    }
  const search = parsed.find(({ key }) => key === 'searchProvider')?.value;
  if (search !== undefined && search !== values.searchProvider)
    for (const key of ofSearchProvider) {
      delete values[key];
      delete origins[key];
    }
  for (const { key, value, origin } of parsed) {
    if (keepEqual && values[key] === value) continue;
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

function fileLayer({ home }: SettingSources, notices: string[]): SettingEntry[] {
  const path = pathsUnder(home).configFile;
  const file = readConfigFile(path);
  if (!file) return [];
  const entries: SettingEntry[] = [];
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
function envLayer(env: NodeJS.ProcessEnv): SettingEntry[] {
  return settingsTable.flatMap((row) => {
    const name = row.env.find((candidate) => env[candidate]?.trim());
    return name === undefined ? [] : [{ row, raw: env[name], origin: `set by ${name}` }];
  });
}

function flagLayer(flags: SettingSources['flags']): SettingEntry[] {
  return settingsTable.flatMap((row) => {
    const raw = flags[row.key];
    return raw === undefined ? [] : [{ row, raw, origin: `set by ${row.flag ?? row.key}` }];
  });
}
