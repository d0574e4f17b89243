// Which search service is asked, from the settings and the services' own variables. Owns that a key reaches only the service it is for.
import { Secret } from './secret.js';
import type { SettingValues } from './setting-row.js';

export interface ChosenSearch {
  provider: NonNullable<SettingValues['searchProvider']>;
  baseUrl?: string;
  apiKey?: Secret;
}

/** The services' own variables, the strongest first. */
const keyVariables: Readonly<Record<ChosenSearch['provider'], readonly string[]>> = {
  searxng: [],
  brave: ['BRAVE_API_KEY', 'BRAVE_SEARCH_API_KEY'],
  serpapi: ['SERPAPI_API_KEY'],
  zhipu: ['ZHIPU_API_KEY', 'ZHIPUAI_API_KEY'],
};
/** Not Zhipu: its variables are set for its models, and a search costs. */
const chosenByKey = ['brave', 'serpapi'] as const;

/** Undefined when nothing says which: without a named one it is the address's SearXNG, else the one whose variable is set. */
export function chooseSearch(
  { searchProvider, searchBaseUrl, searchApiKey }: Partial<SettingValues>,
  env: NodeJS.ProcessEnv,
): ChosenSearch | undefined {
  const named = searchProvider ?? (searchBaseUrl ? 'searxng' : undefined);
  const provider = named ?? chosenByKey.find((candidate) => keyOf(candidate, env) !== undefined);
  if (provider === undefined) return undefined;
  // A key without a named service could be of any.
  const apiKey = (searchProvider ? searchApiKey : undefined) ?? (searchBaseUrl ? undefined : keyOf(provider, env));
  return { provider, ...(searchBaseUrl ? { baseUrl: searchBaseUrl } : {}), ...(apiKey ? { apiKey } : {}) };
}

function keyOf(provider: ChosenSearch['provider'], env: NodeJS.ProcessEnv): Secret | undefined {
  const value = keyVariables[provider].map((name) => env[name]?.trim()).find((it) => it && /^[\x21-\x7e]+$/.test(it));
  return value ? new Secret(value) : undefined;
}
