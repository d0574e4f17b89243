// Gets what a web address holds: every step of the way is checked, also after redirects, and all of it is bounded in time and size.
import { PaiError } from '../../base/error.js';
import { type AllowedPrivate, hostOf, judgeUrl } from '../../policy/url-guard.js';
import { exchange, type WebAnswer, type WebHead } from './exchange.js';
import { hostAddresses, type ResolveHost } from './host-addresses.js';

export interface WebLimits {
  /** From the first name that is resolved to the last byte. */
  totalMs: number;
  maxBytes: number;
  maxRedirects: number;
}

export const usualWebLimits: WebLimits = { totalMs: 20_000, maxBytes: 5_000_000, maxRedirects: 5 };

export interface ResourceRequest {
  url: string;
  allowedPrivate: AllowedPrivate;
  resolve: ResolveHost;
  limits: WebLimits;
  ca?: string | undefined;
  signal: AbortSignal;
  headers: Record<string, string>;
  /** Is the body worth reading? Bodies of redirects never are. */
  wantsBody(head: WebHead): boolean;
}

export interface Resource extends WebAnswer {
  /** Where the redirects ended. */
  url: URL;
  /** It redirects to this other host, which is a decision of its own and was not asked. */
  elsewhere?: URL;
}

/** Throws PaiError: 'denied' for a refused address, 'network' when no answer came in time. */
export async function getResource(request: ResourceRequest): Promise<Resource> {
  const { limits, signal } = request;
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(), limits.totalMs);
  try {
    return await follow(request, AbortSignal.any([signal, timer.signal]));
  } catch (error) {
    if (signal.aborted || !timer.signal.aborted) throw error;
    const { host } = new URL(request.url);
    throw new PaiError('network', `${host} did not send all of its answer within ${limits.totalMs / 1000} s`);
  } finally {
    clearTimeout(timeout);
  }
}

async function follow(request: ResourceRequest, signal: AbortSignal): Promise<Resource> {
  const { resolve, limits, ca, headers, wantsBody } = request;
  let { url, named } = admit(request.url, request.allowedPrivate, '');
  // Approval was given for the first host: a public one must not lead on to one in the user's own network.
  const allowedLater = named ? request.allowedPrivate : [];
  for (let redirects = 0; ; redirects++) {
    const addresses = await hostAddresses(url, { named, resolve, signal });
    const answer = await exchange({
      url,
      addresses,
      headers,
      ca,
      signal,
      maxBytes: limits.maxBytes,
      wantsBody: (head) => redirectOf(head) === undefined && wantsBody(head),
    });
    const target = redirectOf(answer);
    if (target === undefined) return { ...answer, url };
    if (redirects >= limits.maxRedirects)
      throw new PaiError('network', `${url.host} redirects again and again: more than ${limits.maxRedirects} times`);
    const next = admit(
      URL.canParse(target, url) ? new URL(target, url).href : target,
      allowedLater,
      ` (${url.host} redirects there)`,
    );
    if (url.protocol === 'https:' && next.url.protocol === 'http:')
      throw new PaiError('denied', `${url.host} redirects from https to http, where anybody could change the answer`);
    // Whoever allowed this host has not allowed every host it may send one to.
    if (siteOf(next.url) !== siteOf(url)) return { ...answer, url, elsewhere: next.url };
    ({ url, named } = next);
  }
}

/** Throws PaiError('denied') for what may not be asked. */
export function admit(text: string, allowed: AllowedPrivate, context: string): { url: URL; named: boolean } {
  const verdict = judgeUrl(text, allowed);
  if (!('refused' in verdict)) return verdict;
  throw new PaiError(
    'denied',
    `${text.slice(0, 200)}: ${verdict.refused}${context}`,
    'The user can name hosts of their own in the setting webAllowPrivate.',
  );
}

const siteOf = (url: URL) => hostOf(url).replace(/^www\./, '');

function redirectOf({ status, headers }: WebHead): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? headers.location : undefined;
}
