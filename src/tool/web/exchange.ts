// One HTTP request and its bounded answer, over node:http. Owns the connection to the given addresses and the bounds; judges no address.
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { PaiError } from '../../base/error.js';
import type { HostAddress } from './host-addresses.js';

export interface WebRequest {
  url: URL;
  /** Where the connection goes, whatever the host's name means by then; absent: the system resolves it. */
  addresses?: readonly HostAddress[];
  headers?: Record<string, string>;
  /** Certificates to trust in place of the usual ones. */
  ca?: string | undefined;
  /** JSON to be sent with POST; absent: GET. */
  json?: string;
  signal: AbortSignal;
  /** Bytes of the body after decompression; the rest is not read. */
  maxBytes: number;
  /** Is the body of this answer worth reading? Default: always. */
  wantsBody?(head: WebHead): boolean;
}

export interface WebHead {
  status: number;
  headers: IncomingHttpHeaders;
}

export interface WebAnswer extends WebHead {
  body: Buffer;
  /** The body went on after `maxBytes`. */
  cut: boolean;
}

/** How much longer than its contents a packed answer may be. */
const spareBytes = 1_000_000;

/** Throws PaiError('network') when no answer came; what an abort throws says nothing, the caller knows why it aborted. */
export async function exchange(request: WebRequest): Promise<WebAnswer> {
  try {
    const message = await send(request);
    const head = { status: message.statusCode ?? 0, headers: message.headers };
    if (request.wantsBody?.(head) === false) {
      message.destroy();
      return { ...head, body: Buffer.alloc(0), cut: false };
    }
    return { ...head, ...(await readBody(message, request)) };
  } catch (error) {
    if (error instanceof PaiError) throw error;
    throw new PaiError('network', `${request.url.host} did not answer: ${reasonOf(error)}`, undefined, error);
  }
}

async function send({ url, addresses, headers, ca, json, signal }: WebRequest): Promise<IncomingMessage> {
  const http = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const options: RequestOptions & { ca?: string } = {
    method: json === undefined ? 'GET' : 'POST',
    // A connection of its own: a kept one could lead to an address of an earlier check.
    agent: false,
    signal,
    headers: {
      'user-agent': 'Mozilla/5.0 (compatible; PaiCLI)',
      'accept-encoding': 'gzip, br',
      ...headers,
      ...(json === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(json)) }),
    },
    ...(ca === undefined ? {} : { ca }),
    ...(addresses ? { lookup: lookupOf(addresses) } : {}),
  };
  return new Promise((resolve, reject) => {
    const request = http.request(url, options, (response) => {
      // Whoever reads the body gets its error; one after the last read has nobody to tell.
      response.on('error', () => {});
      resolve(response);
    });
    request.on('error', reject);
    request.end(json);
  });
}

/** Answers from what was checked, so that a name cannot mean another address a moment later. */
function lookupOf(addresses: readonly HostAddress[]): NonNullable<RequestOptions['lookup']> {
  return (_host, options, done) => {
    if (options.all) done(null, [...addresses]);
    else done(null, addresses[0]!.address, addresses[0]!.family);
  };
}

async function readBody(
  message: IncomingMessage,
  { url, maxBytes }: WebRequest,
): Promise<Pick<WebAnswer, 'body' | 'cut'>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of await decompressed(message, url, maxBytes)) {
    parts.push(part as Buffer);
    size += (part as Buffer).length;
    if (size > maxBytes) break; // ends the stream and with it the connection
  }
  const body = Buffer.concat(parts);
  return { body: body.subarray(0, maxBytes), cut: body.length > maxBytes };
}

async function decompressed(message: IncomingMessage, url: URL, maxBytes: number): Promise<Readable> {
  const encoding = (message.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return message;
  const zlib = await import('node:zlib');
  // A body that breaks off is still read as far as it goes.
  const makers: Record<string, () => Transform> = {
    gzip: () => zlib.createGunzip({ finishFlush: zlib.constants.Z_SYNC_FLUSH }),
    'x-gzip': () => zlib.createGunzip({ finishFlush: zlib.constants.Z_SYNC_FLUSH }),
    deflate: () => zlib.createInflate({ finishFlush: zlib.constants.Z_SYNC_FLUSH }),
    br: () => zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }),
  };
  const make = makers[encoding];
  if (!make) {
    message.destroy();
    throw new PaiError('network', `${url.host} compresses its answer in a way that is not known: ${encoding}`);
  }
  let received = 0;
  const reader = pipeline(message, make(), () => {}) as unknown as Transform;
  // Packed bytes that unpack to nothing could go on for ever.
  message.on('data', (part: Buffer) => {
    received += part.length;
    if (received > maxBytes + spareBytes) message.destroy(new Error('its packed answer is too long'));
  });
  return reader;
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return message || code || String(error);
}
