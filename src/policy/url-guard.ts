// Which addresses of the web a tool may ask: public http(s) ones, and hosts the user has named. Pure; resolves no names and sends nothing.
import ipaddr from 'ipaddr.js';

/** Hosts that are allowed although they are not public: names or addresses, with a port or without, or all of them. */
export type AllowedPrivate = 'all' | readonly string[];

export type UrlVerdict =
  | { url: URL /** The user has named this host: its addresses need not be public. */; named: boolean }
  | { refused: string };

/** Names that never mean a host of the public web. */
const privateName =
  /^(?:localhost|broadcasthost|ip6-localhost|ip6-loopback)$|\.(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa)$/;
/** Public by its number, but the host that machines in Azure ask for their secrets. */
const metadataAddresses = new Set(['168.63.129.16']);

/** What is known of an address before its name is resolved. `text` is what the model wrote or where a redirect leads. */
export function judgeUrl(text: string, allowed: AllowedPrivate = []): UrlVerdict {
  if (!URL.canParse(text)) return { refused: 'this is no whole address; it begins with http:// or https://' };
  // The parser writes every notation of a number (octal, hex, one whole number, wide digits) as a plain address.
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { refused: `only http and https are allowed, not ${url.protocol.slice(0, -1)}` };
  if (url.username !== '' || url.password !== '')
    return { refused: 'an address with a name or password in it is not allowed' };
  const host = hostOf(url);
  if (isNamed(url, host, allowed)) return { url, named: true };
  const reason = ipaddr.isValid(host) ? judgeAddress(host) : judgeName(host);
  return reason === undefined ? { url, named: false } : { refused: `${host} ${reason}` };
}

/** Why this IP address must not be connected to; undefined when it is a public one. */
export function judgeAddress(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return 'is no IP address';
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (metadataAddresses.has(parsed.toString())) return 'is an address of a cloud provider for its machines';
  // Only what is handed out as public counts; forms that hold another address (mapped, NAT64, 6to4, Teredo) are not.
  const isGlobal = parsed.kind() === 'ipv4' || (parsed.toByteArray()[0]! & 0xe0) === 0x20;
  return range === 'unicast' && isGlobal ? undefined : `is not a public address (${wordsFor[range] ?? range})`;
}

const wordsFor: Record<string, string> = {
  linkLocal: 'link-local',
  carrierGradeNat: 'shared by a provider',
  uniqueLocal: 'private',
  ipv4Mapped: 'holds an IPv4 address',
  rfc6052: 'holds an IPv4 address',
  rfc6145: 'holds an IPv4 address',
  '6to4': 'holds an IPv4 address',
  teredo: 'holds an IPv4 address',
  unicast: 'not handed out',
};

function judgeName(host: string): string | undefined {
  if (privateName.test(host)) return 'is a name in this machine or its own network';
  if (host === '' || host.startsWith('.') || host.includes('..')) return 'is no name of a host';
  return host.includes('.') ? undefined : 'is a name without a domain, so it is in the own network';
}

/** Without the brackets of IPv6 and the dot that ends a whole name. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function isNamed(url: URL, host: string, allowed: AllowedPrivate): boolean {
  if (allowed === 'all') return true;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return allowed.some((entry) => {
    const wanted = entry.trim().toLowerCase();
    return wanted !== '' && [host, `${host}:${port}`, `[${host}]`, `[${host}]:${port}`].includes(wanted);
  });
}

/** The setting's text: hosts with commas between, or `all`. */
export function parseAllowedPrivate(text: string): AllowedPrivate {
  const hosts = text
    .split(/[\s,]+/)
    .map((host) => host.toLowerCase())
    .filter((host) => host !== '');
  return hosts.includes('all') ? 'all' : hosts;
}
