// Which server and model to use, from what is set and which keys are there. Owns the rules of that choice; makes no request.
import { PaiError } from '../base/error.js';
import type { StoredServer } from './credentials.js';
import { parseSetting } from './parse-setting.js';
import type { Secret } from './secret.js';
import type { SettingKey, SettingValues } from './setting-row.js';
import { settingsTable } from './settings-table.js';

/** What this folder must know of a provider; the catalogue has more. */
export interface KnownProvider {
  id: string;
  /** Environment variables that may hold its key, the best first, e.g. `DEEPSEEK_API_KEY`; empty: it needs none. */
  keyVariables: readonly string[];
  /** Empty where the user gives it. */
  baseUrl: string;
  /** Absent where the user's own server decides. */
  defaultModel?: string | undefined;
}

export interface ModelChoice {
  provider: string;
  model: string;
  /** Absent for the demo model only. */
  baseUrl?: string;
  apiKey?: Secret;
  /** The key is one that was given to the program itself. */
  isStoredKey?: true;
  notices: string[];
}

type Origins = Partial<Record<SettingKey, string>>;
type Env = NodeJS.ProcessEnv;

/** Where the demo comes from when nothing at all is set. */
export const nothingFound = 'built in, no key was found';

/** Throws PaiError('config') in one line when what is set leaves no usable choice. Adds to `origins` what it found itself. */
export function chooseProvider(
  values: Partial<SettingValues>,
  origins: Origins,
  env: Env,
  providers: readonly KnownProvider[],
  stored: readonly StoredServer[] = [],
): ModelChoice {
  const id = values.provider ?? guessProvider(values, origins, env, providers, stored);
  const known = providers.find((provider) => provider.id === id);
  if (id === 'demo') return { provider: 'demo', model: known?.defaultModel ?? 'demo', notices: [] };
  if (!known && id !== 'custom')
    throw new PaiError(
      'config',
      `provider: "${id}" is not one of ${[...new Set([...providers.map((provider) => provider.id), 'custom', 'demo'])].join(', ')} (${origins.provider})`,
      'For any other OpenAI-compatible server set PAICLI_BASE_URL.',
    );
  const ofStore = stored.find(({ provider }) => provider === id);
  const baseUrl = values.baseUrl ?? envUrl(id, origins, env) ?? (known?.baseUrl || ofStore?.baseUrl || '');
  if (!values.baseUrl && !known?.baseUrl && baseUrl === ofStore?.baseUrl)
    origins.baseUrl ??= 'given with its key, in credentials.json';
  if (!baseUrl)
    throw new PaiError('config', `baseUrl: not set, and provider "${id}" has none of its own`, 'Set PAICLI_BASE_URL.');
  const ownKey = values.apiKey ?? envKey(known, origins, env);
  // A stored key is for the address it was given for.
  const storedKey = ownKey || ofStore?.baseUrl !== baseUrl ? undefined : ofStore.key;
  if (storedKey) origins.apiKey = 'given to PaiCLI, in credentials.json';
  const apiKey = ownKey ?? storedKey;
  if (!apiKey && known?.keyVariables[0] && baseUrl === known.baseUrl)
    throw new PaiError('config', `apiKey: not set for provider "${id}"`, `Set ${known.keyVariables[0]}.`);
  const model = values.model ?? known?.defaultModel;
  if (!model)
    throw new PaiError(
      'config',
      `model: not set, and provider "${id}" has no usual one`,
      'Set PAICLI_MODEL or use --model.',
    );
  return {
    provider: id,
    model,
    baseUrl,
    ...(apiKey ? { apiKey } : {}),
    ...(storedKey ? { isStoredKey: true as const } : {}),
    notices: unsentKey(id, apiKey, env),
  };
}

/** No provider is named: a base URL decides, then a key that is there; with nothing at all it is the demo model. */
function guessProvider(
  values: Partial<SettingValues>,
  origins: Origins,
  env: Env,
  providers: readonly KnownProvider[],
  stored: readonly StoredServer[],
): string {
  if (values.baseUrl) {
    origins.provider = `by ${origins.baseUrl}`;
    return providers.find(({ baseUrl }) => baseUrl && hostOf(baseUrl) === hostOf(values.baseUrl!))?.id ?? 'custom';
  }
  if (env.OPENAI_BASE_URL?.trim() && providers.some(({ id }) => id === 'openai')) {
    origins.provider = 'by OPENAI_BASE_URL';
    return 'openai';
  }
  for (const provider of providers) {
    const variable = provider.id === 'custom' ? undefined : keyVariableOf(provider, env);
    if (variable === undefined) continue;
    origins.provider = `by ${variable}`;
    return provider.id;
  }
  if (values.apiKey)
    throw new PaiError(
      'config',
      `provider: not set, so it is not known whose key apiKey is (${origins.apiKey})`,
      'Set PAICLI_PROVIDER or PAICLI_BASE_URL.',
    );
  const [newest] = stored;
  if (newest) {
    origins.provider = 'connected last';
    return newest.provider;
  }
  origins.provider = nothingFound;
  return 'demo';
}

const keyVariableOf = (provider: KnownProvider, env: Env) => provider.keyVariables.find((name) => env[name]?.trim());
const hostOf = (url: string) => new URL(url).host;
const rowOf = (key: SettingKey) => settingsTable.find((row) => row.key === key)!;

/** OPENAI_BASE_URL is a habit of OpenAI's own tools, so it speaks of that provider only. */
function envUrl(id: string, origins: Origins, env: Env): string | undefined {
  if (id !== 'openai' || !env.OPENAI_BASE_URL?.trim()) return undefined;
  origins.baseUrl = 'set by OPENAI_BASE_URL';
  return parseSetting(rowOf('baseUrl'), env.OPENAI_BASE_URL, origins.baseUrl) as string;
}

function envKey(known: KnownProvider | undefined, origins: Origins, env: Env): Secret | undefined {
  const variable = known && keyVariableOf(known, env);
  if (variable === undefined) return undefined;
  origins.apiKey = `set by ${variable}`;
  return parseSetting(rowOf('apiKey'), env[variable], origins.apiKey) as Secret;
}

/** OpenAI's key is never sent to a server that merely speaks its language. */
function unsentKey(id: string, apiKey: Secret | undefined, env: Env): string[] {
  if (id !== 'custom' || apiKey || !env.OPENAI_API_KEY?.trim()) return [];
  return ['OPENAI_API_KEY is not sent to another server; if it needs a key, set PAICLI_API_KEY.'];
}
