// What a server itself says it serves (`GET /models`), and which of the user's own machine's servers are running.
import { PaiError } from '../base/error.js';
import type { CatalogProvider } from './catalog-data.js';
import { describeFailure } from './error-mapping.js';
import { getJson, type ServerAddress } from './plain-post.js';

export interface ServedModel {
  model: string;
  /** Tokens; absent: the server does not say. */
  contextWindow?: number;
}

export interface FoundServer {
  provider: string;
  name: string;
  baseUrl: string;
  models: ServedModel[];
}

/** A server on loopback answers within this, or is not there. */
const loopbackLimitMs = 300;
const mostModels = 2000;

/** Throws PaiError with what to do. */
export async function listServed(
  server: ServerAddress & { keyVariable?: string },
  timeoutMs: number,
): Promise<ServedModel[]> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  try {
    return readList(await getJson(server, '/models', abort.signal), server.baseUrl);
  } catch (error) {
    if (abort.signal.aborted)
      throw new PaiError('network', `nothing came from ${server.baseUrl}/models in time`, undefined, error);
    const { baseUrl, apiKey, keyVariable } = server;
    const context = {
      baseUrl,
      model: 'models',
      secrets: apiKey ? [apiKey] : [],
      ...(keyVariable ? { keyVariable } : {}),
    };
    const { code, message, hint } = describeFailure(error, context).error;
    throw new PaiError(code, message, hint, error);
  } finally {
    clearTimeout(timer);
  }
}

/** Those that answer now; the others are left out. Never rejects. */
export async function findLocalServers(
  providers: readonly CatalogProvider[],
  timeoutMs = loopbackLimitMs,
): Promise<FoundServer[]> {
  const looks = providers
    .filter(({ isLocal }) => isLocal)
    .map(async ({ provider, name, baseUrl }) => {
      const models = await listServed({ baseUrl }, timeoutMs).catch(() => undefined);
      return models ? [{ provider, name, baseUrl, models }] : [];
    });
  return (await Promise.all(looks)).flat();
}

function readList(answer: unknown, baseUrl: string): ServedModel[] {
  // Some gateways answer with the bare list.
  const list = Array.isArray(answer) ? answer : (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(list))
    throw new PaiError(
      'model',
      `${baseUrl}/models is no list of models`,
      'Check the base URL; it usually ends in /v1.',
    );
  return list.slice(0, mostModels).flatMap((entry: unknown) => {
    const { id, context_length, max_model_len, max_context_length } = (entry ?? {}) as Record<string, unknown>;
    if (typeof id !== 'string' || id === '') return [];
    const contextWindow = [max_model_len, context_length, max_context_length].find(isCount);
    return [{ model: id, ...(contextWindow === undefined ? {} : { contextWindow }) }];
  });
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
