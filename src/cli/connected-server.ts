// The server of a provider with the key that is there for it, as the command line asks it. Sends nothing.
import { PaiError } from '../base/error.js';
import { chooseProvider } from '../config/choose-provider.js';
import { readCredentials } from '../config/credentials.js';
import { pathsUnder } from '../config/paths.js';
import { knownProviders } from '../provider/catalog.js';
import type { Catalog } from './load-catalog.js';

export interface ConnectedServer {
  baseUrl: string;
  apiKey?: string;
}

/** Undefined when it is not set up. Throws PaiError('config') for files that cannot be read. */
export function connectedServer(home: string, { providers }: Catalog, provider: string): ConnectedServer | undefined {
  // What this variable holds may be another server's.
  const { PAICLI_API_KEY: _other, ...env } = process.env;
  const { servers } = readCredentials(pathsUnder(home).credentialsFile);
  try {
    const chosen = chooseProvider({ provider, model: 'any' }, {}, env, knownProviders(providers), servers);
    const { baseUrl = '', apiKey } = chosen;
    return { baseUrl, ...(apiKey ? { apiKey: apiKey.reveal() } : {}) };
  } catch (error) {
    if (error instanceof PaiError) return undefined; // no key or no address, which is no fault here
    throw error;
  }
}
