// Asks the search service the user has set up and says what went wrong in words. The key goes to that service only, and into no message.
import { PaiError } from '../../base/error.js';
import { exchange, type WebAnswer } from './exchange.js';
import { hitsOf, providerSpecs, type SearchHit, type SearchProvider } from './search-providers.js';

export interface SearchService {
  provider: SearchProvider;
  /** Of the user's own server, which may be a private one: it is their setting, not the model's. */
  baseUrl?: string;
  apiKey?: string;
}

const maxBytes = 2_000_000;

/** Throws PaiError that says what the service answered. Follows no redirect: the key would go with it. */
export async function askSearch(
  service: SearchService,
  query: string,
  { count, totalMs, signal }: { count: number; totalMs: number; signal: AbortSignal },
): Promise<SearchHit[]> {
  const spec = providerSpecs[service.provider];
  const base = (service.baseUrl ?? spec.baseUrl ?? '').replace(/\/+$/, '');
  const { url, ...how } = spec.ask(base, { query, count, key: service.apiKey ?? '' });
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(), totalMs);
  const both = AbortSignal.any([signal, timer.signal]);
  try {
    const answer = await exchange({ url: withoutLogin(url, how), ...how, signal: both, maxBytes });
    const hits = hitsOf(spec, parsed(answer, spec.label), count);
    if (hits === undefined)
      throw new PaiError('network', `${spec.label} answered with something that is no list of results`);
    return hits;
  } catch (error) {
    if (!timer.signal.aborted || signal.aborted) throw error;
    throw new PaiError('network', `${spec.label} did not answer within ${totalMs / 1000} s`);
  } finally {
    clearTimeout(timeout);
  }
}

/** A name and password in the base URL become a header, as they must not stand in a message. */
function withoutLogin(text: string, how: { headers?: Record<string, string> }): URL {
  const url = new URL(text);
  if (url.username === '' && url.password === '') return url;
  const login = Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`);
  how.headers = { ...how.headers, authorization: `Basic ${login.toString('base64')}` };
  url.username = '';
  url.password = '';
  return url;
}

function parsed({ status, body }: WebAnswer, label: string): unknown {
  if (status === 401 || status === 403) {
    const json = label === 'SearXNG' ? 'the server has to allow format json (search.formats)' : 'check searchApiKey';
    throw new PaiError('auth', `${label} refused the request (status ${status}): ${json}`);
  }
  if (status === 429)
    throw new PaiError('rate-limit', `${label} was asked too often (status 429)`, 'Wait before the next search.');
  if (status >= 300) throw new PaiError('network', `${label} answered with status ${status}`);
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch (error) {
    throw new PaiError('network', `${label} did not answer with JSON`, undefined, error);
  }
}
