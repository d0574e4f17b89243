// The servers whose models can be used: the one set up for this run, those whose key is there, and those running on this machine.
import { chooseProvider } from '../config/choose-provider.js';
import { readCredentials, type StoredServer } from '../config/credentials.js';
import { pathsUnder } from '../config/paths.js';
import { findModel, knownProviders, listModels } from '../provider/catalog.js';
import { type CatalogProvider, catalogProviders } from '../provider/catalog-data.js';
import type { ModelProfile } from '../provider/model-profile.js';
import { type FoundServer, findLocalServers, listServed, type ServedModel } from '../provider/served-models.js';
import type { EngineInit } from './engine-init.js';

export interface Server {
  baseUrl: string;
  /** Plain text, as in EngineInit. */
  apiKey?: string;
  keyVariable?: string;
}

export interface Servers {
  has(provider: string): boolean;
  /** Throws PaiError('config') when it cannot be used, with what to do. */
  find(provider: string): Server;
  profile(provider: string, model: string): ModelProfile;
  /** Whether the server is known to have a model of this name. */
  lists(provider: string, model: string): boolean;
  /** Its models are named after other providers. */
  isGateway(provider: string): boolean;
  /** Its key and address are there. */
  isReady(provider: string): boolean;
  /** All models that can be switched to, those of `current`'s server first. Never rejects. */
  offered(current: ModelProfile): Promise<ModelProfile[]>;
}

export type FindServers = (providers: readonly CatalogProvider[]) => Promise<FoundServer[]>;

/** How long a server elsewhere may take to list its models. */
const listLimitMs = 2000;

export function createServers(init: EngineInit, findServers: FindServers = (all) => findLocalServers(all)): Servers {
  const catalog = init.catalog ?? catalogProviders;
  /** What servers said they have, by provider and model, with the window if they said it. */
  const told = new Map<string, number | undefined>();
  const entryOf = (provider: string) => catalog.find((entry) => entry.provider === provider);
  const stored = () => readCredentials(pathsUnder(init.home).credentialsFile).servers;

  function find(provider: string): Server {
    const keyVariable = entryOf(provider)?.keyVariables[0];
    const named = keyVariable ? { keyVariable } : {};
    if (provider === init.provider) return { ...ofStart(), ...named };
    const { baseUrl = '', apiKey } = choose(provider, stored());
    return { baseUrl, ...(apiKey ? { apiKey: apiKey.reveal() } : {}), ...named };
  }

  function ofStart(): Server {
    const { baseUrl = '', isStoredKey, provider } = init;
    const newer = isStoredKey
      ? stored()
          .find((server) => server.provider === provider && server.baseUrl === baseUrl)
          ?.key?.reveal()
      : undefined;
    const apiKey = newer ?? init.apiKey;
    return { baseUrl, ...(apiKey ? { apiKey } : {}) };
  }

  function choose(provider: string, servers: readonly StoredServer[]) {
    // What this variable holds belongs to the server of the start, and to no other.
    const { PAICLI_API_KEY: _ofStart, ...env } = process.env;
    return chooseProvider({ provider, model: 'any' }, {}, env, knownProviders(catalog), servers);
  }

  function isReady(provider: string, servers = stored()): boolean {
    try {
      choose(provider, servers);
      return true;
    } catch {
      return false; // no key, or no address: it is not set up
    }
  }

  function profile(provider: string, model: string): ModelProfile {
    const found = findModel(provider, model, catalog);
    const set = provider === init.provider ? init.contextWindow : undefined;
    const said = told.get(`${provider}/${model}`);
    // What was set is about the model of the start; of another one its server knows better.
    const window = model === init.model ? (set ?? said) : (said ?? set);
    return window === undefined ? found : { ...found, contextWindow: window, assumed: false };
  }

  function note(provider: string, models: readonly ServedModel[]): ModelProfile[] {
    for (const { model, contextWindow } of models) told.set(`${provider}/${model}`, contextWindow);
    return models.map(({ model }) => profile(provider, model));
  }

  /** What the catalogue knows, or else what the server says. */
  async function modelsOf(provider: string): Promise<ModelProfile[]> {
    const listed = listModels(provider, catalog).map(({ model }) => profile(provider, model));
    if (listed.length > 0) return listed;
    // A server that does not answer, or has no such list, is no reason to offer none of the others.
    return note(provider, await listServed(find(provider), listLimitMs).catch(() => []));
  }

  return {
    has: (provider) => entryOf(provider) !== undefined,
    find,
    profile,
    lists: (provider, model) =>
      told.has(`${provider}/${model}`) || entryOf(provider)?.models.some((known) => known.model === model) === true,
    isGateway: (provider) => entryOf(provider)?.models.some(({ model }) => model.includes('/')) === true,
    isReady: (provider) => isReady(provider),
    async offered(current) {
      const servers = stored();
      const ready = catalog
        .filter(({ provider, isLocal }) => !isLocal && provider !== init.provider && isReady(provider, servers))
        .map(({ provider }) => provider);
      const start = entryOf(init.provider) ? [init.provider] : [];
      const [local, others] = await Promise.all([
        findServers(catalog),
        Promise.all([...start, ...ready].map(modelsOf)),
      ]);
      const found = local.filter(({ provider }) => provider !== init.provider);
      const all = [...others.flat(), ...found.flatMap(({ provider, models }) => note(provider, models))];
      const isCurrent = ({ provider, model }: ModelProfile) => provider === current.provider && model === current.model;
      const whole = all.some(isCurrent) ? all : [current, ...all];
      const first = whole.filter(({ provider }) => provider === current.provider);
      return [...first, ...whole.filter(({ provider }) => provider !== current.provider)];
    },
  };
}
