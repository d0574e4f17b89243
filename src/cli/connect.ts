// Connecting a model, as the screen's dialogs need it: what can be connected, what runs on this machine, one test, and keeping it.

import { asObject } from '../base/json-text.js';
import { readCredentials, type StoredRow, withServer } from '../config/credentials.js';
import { pathsUnder } from '../config/paths.js';
import { readConfigFile } from '../config/read-config-file.js';
import { createPrompts } from '../prompt/load-prompt.js';
import { findModel, findProvider } from '../provider/catalog.js';
import type { CatalogProvider } from '../provider/catalog-data.js';
import { checkModel } from '../provider/check-model.js';
import { findLocalServers, listServed } from '../provider/served-models.js';
import { openJsonStore } from '../storage/json-store.js';
import type { ConnectChoice, ConnectOffer, ConnectPlace, ConnectServices, OfferedModel } from '../tui/connect.js';
import { connectedServer } from './connected-server.js';
import { type Catalog, loadCatalog } from './load-catalog.js';

const testLimitMs = 30_000;
const listLimitMs = 5000;

type Connect = Omit<ConnectServices, 'isNeeded' | 'keep'> & {
  /** Writes it down; the sentence is for the user. Throws PaiError('storage' | 'config'). */
  write(choice: ConnectChoice): Promise<string | undefined>;
};

export function connectUnder(home: string): Connect {
  const catalog = loadCatalog(home);
  const keyOf = ({ provider, baseUrl, key }: ConnectPlace) => key ?? foundKey(home, catalog, provider, baseUrl);
  return {
    offers: async () =>
      catalog.providers.filter(({ isLocal }) => !isLocal).map((entry) => offerOf(home, catalog, entry)),
    findLocal: () => findLocalServers(catalog.providers),
    models: (place) => listServed(addressOf(place.baseUrl, keyOf(place)), listLimitMs),
    async test(choice, signal) {
      const profile = findModel(choice.provider, choice.model, catalog.providers);
      const [keyVariable] = choice.key ? [] : findProvider(choice.provider, catalog.providers).keyVariables;
      const question = createPrompts(pathsUnder(home).promptFolder).load('checks/answer');
      const named = keyVariable ? { keyVariable } : {};
      const check = {
        ...addressOf(choice.baseUrl, keyOf(choice)),
        ...named,
        profile,
        question,
        timeoutMs: testLimitMs,
      };
      const result = await checkModel(check, signal);
      return result.ok ? { durationMs: result.durationMs } : { error: result.error };
    },
    write: (choice) => write(home, choice, findModel(choice.provider, choice.model, catalog.providers).assumed),
  };
}

const addressOf = (baseUrl: string, apiKey: string | undefined) => ({ baseUrl, ...(apiKey ? { apiKey } : {}) });

/** The key that is there already for this address. */
function foundKey(home: string, catalog: Catalog, provider: string, baseUrl: string): string | undefined {
  const server = connectedServer(home, catalog, provider);
  return server?.baseUrl === baseUrl ? server.apiKey : undefined;
}

function offerOf(
  home: string,
  catalog: Catalog,
  { provider, name, baseUrl, keyVariables, models }: CatalogProvider,
): ConnectOffer {
  const keyVariable = keyVariables.find((variable) => process.env[variable]?.trim());
  const isFound = keyVariables.length === 0 || foundKey(home, catalog, provider, baseUrl) !== undefined;
  return {
    provider,
    name,
    baseUrl,
    key: provider === 'custom' ? 'optional' : isFound ? 'found' : 'needed',
    ...(keyVariable ? { keyVariable } : {}),
    models: models.map(({ model, contextWindow }): OfferedModel => ({ model, contextWindow })),
  };
}

/** `isUnknown`: the catalogue does not know the model, so that what its server said of the window is worth keeping. */
async function write(home: string, choice: ConnectChoice, isUnknown: boolean): Promise<string | undefined> {
  const { provider, baseUrl, model, key, contextWindow } = choice;
  const { credentialsFile, configFile } = pathsUnder(home);
  // A file that a person must mend first is not replaced.
  readCredentials(credentialsFile);
  const isOwn = provider === 'custom';
  if (key !== undefined || isOwn) {
    const row = { provider, baseUrl, ...(key === undefined ? {} : { key }) };
    const store = openJsonStore<{ servers: StoredRow[] }>(credentialsFile, {
      parse: asServers,
      defaults: { servers: [] },
    });
    await store.update((file) => ({ ...file, servers: withServer(file.servers ?? [], row) }));
  }
  const config = Object.fromEntries(readConfigFile(configFile)?.entries ?? []);
  if (config.apiKey !== undefined && (config.provider !== provider || key !== undefined))
    return `${configFile} has a key of its own and stays as it is; the next start uses what it says.`;
  await openJsonStore(configFile, { parse: asObject, defaults: {} }).update((members) => {
    // What was said of another server's address, or another model's window, is not true of this one.
    if (members.provider !== provider || isOwn) delete members.baseUrl;
    if (members.provider !== provider || members.model !== model) delete members.contextWindow;
    const told = isUnknown && contextWindow !== undefined ? { contextWindow } : {};
    return { ...members, provider, model, ...told };
  });
  return stronger();
}

/** What is set in the environment wins at the next start. */
function stronger(): string | undefined {
  const name = ['PAICLI_PROVIDER', 'PAICLI_MODEL', 'PAICLI_BASE_URL'].find((variable) => process.env[variable]?.trim());
  return name && `${name} is set and is stronger at the next start.`;
}

function asServers(value: unknown): { servers: StoredRow[] } {
  return asObject(value) as unknown as { servers: StoredRow[] };
}
