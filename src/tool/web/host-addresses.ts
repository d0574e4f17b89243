// From the name of a host to the addresses a connection may go to. Owns the check of what a name stands for.
import { PaiError } from '../../base/error.js';
import { hostOf, judgeAddress } from '../../policy/url-guard.js';

export interface HostAddress {
  address: string;
  family: number;
}

/** The addresses of a name; rejects when it has none. */
export type ResolveHost = (host: string) => Promise<HostAddress[]>;

export const resolveBySystem: ResolveHost = async (host) => {
  const { lookup } = await import('node:dns/promises');
  return lookup(host, { all: true });
};

/**
 * Where to connect for this URL. A name with even one address that is not public is refused, unless the user has named the host.
 * Throws PaiError: 'network' for an unknown name, 'denied' for a refused one.
 */
export async function hostAddresses(
  url: URL,
  { named, resolve, signal }: { named: boolean; resolve: ResolveHost; signal: AbortSignal },
): Promise<HostAddress[]> {
  const host = hostOf(url);
  const found = await unlessAborted(resolve(host), signal).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOTFOUND' ? 'its name is not known' : message;
    throw new PaiError('network', `${host} was not found: ${why}`, undefined, error);
  });
  if (found.length === 0) throw new PaiError('network', `${host} was not found: its name has no address`);
  for (const { address } of named ? [] : found) {
    const reason = judgeAddress(address);
    if (reason !== undefined) throw new PaiError('denied', `${host} leads to ${address}, which ${reason}`);
  }
  return found;
}

/** Resolving cannot be stopped; it is no longer waited for. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('stopped'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
