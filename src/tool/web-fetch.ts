// web_fetch: what one public address of the web holds, as text marked as data.
import * as z from 'zod';
import type { AllowedPrivate } from '../policy/url-guard.js';
import type { Display } from '../protocol/display.js';
import type { PreparedCall, Tool, ToolResult } from './tool.js';
import { fenceUntrusted } from './untrusted.js';
import { describeContent, kindOfType, mediaTypeOf } from './web/content-kind.js';
import { type PageFormat, type ReadPage, readPage } from './web/convert.js';
import { admit, getResource, type Resource, usualWebLimits, type WebLimits } from './web/get-resource.js';
import { type ResolveHost, resolveBySystem } from './web/host-addresses.js';

export interface WebFetchOptions {
  /** Hosts the user has named although they are not public. */
  allowedPrivate?: AllowedPrivate;
  resolve?: ResolveHost;
  limits?: WebLimits;
  /** Certificates to trust in place of the usual ones. */
  ca?: string;
}

/** Characters of one result; below what the executor would put into a file. */
const maxCharacters = 24_000;
const maxShown = 4000;
/** Pages kept for reading on, so that the next part is of the same text and needs no further approval. */
const maxKept = 4;

const schema = z.object({
  url: z.string().min(1).max(8000),
  format: z.enum(['markdown', 'text', 'raw']).optional(),
  offset: z.int().min(0).optional(),
});

interface Fetched {
  url: string;
  status: number;
  page: ReadPage;
}

export function createWebFetchTool({
  allowedPrivate = [],
  resolve = resolveBySystem,
  limits = usualWebLimits,
  ca,
}: WebFetchOptions = {}): Tool<typeof schema> {
  const kept = new Map<string, Fetched>();
  const keep = (key: string, fetched: Fetched) => {
    kept.delete(key);
    kept.set(key, fetched);
    for (const oldest of [...kept.keys()].slice(0, -maxKept)) kept.delete(oldest);
  };
  return {
    name: 'web_fetch',
    schema,
    readOnly: true,
    usesNetwork: true,
    limits: [
      `${maxCharacters.toLocaleString('en-US')} characters in one result`,
      `${usualWebLimits.maxBytes / 1_000_000} MB and ${usualWebLimits.totalMs / 1000} s for an answer`,
    ],
    async prepare({ url: given, format = 'markdown', offset = 0 }): Promise<PreparedCall> {
      const { url } = admit(given, allowedPrivate, '');
      const key = `${format} ${url.href}`;
      const earlier = offset > 0 ? kept.get(key) : undefined;
      return {
        title: titleOf(url, offset),
        access: { reads: [], writes: [], ...(earlier ? {} : { network: true, url: url.href }) },
        preview: [{ kind: 'text', text: `GET ${url.href}` }],
        async run({ signal }) {
          if (earlier) return resultOf(earlier, offset);
          const resource = await getResource({
            url: url.href,
            allowedPrivate,
            resolve,
            limits,
            ca,
            signal,
            headers: { accept: 'text/html, application/xhtml+xml, text/markdown, text/plain;q=0.9, */*;q=0.5' },
            wantsBody: ({ headers }) => kindOfType(mediaTypeOf(headers)) !== 'binary',
          });
          if (resource.elsewhere) return otherHost(resource.url, resource.elsewhere);
          const fetched = await read(resource, format, signal);
          if (!fetched) return refused(resource);
          keep(key, fetched);
          return resultOf(fetched, offset);
        },
      };
    },
  };
}

async function read(resource: Resource, format: PageFormat, signal: AbortSignal): Promise<Fetched | undefined> {
  const page = await readPage(resource, format, signal);
  return page && { url: resource.url.href, status: resource.status, page };
}

function titleOf({ host, pathname }: URL, offset: number): string {
  const place = `${host}${pathname === '/' ? '' : pathname}`;
  return `${place.length > 100 ? `${place.slice(0, 100)}…` : place}${offset > 0 ? ` from ${offset}` : ''}`;
}

function otherHost(url: URL, elsewhere: URL): ToolResult {
  const text = `${url.href} redirects to another host: ${elsewhere.href}`;
  return {
    ok: true,
    text: `${text}\nCall web_fetch with that address to read it.`,
    display: [{ kind: 'text', text, tone: 'dim' }],
  };
}

function refused({ url, status, headers }: Resource): ToolResult {
  const text = `${url.href} (status ${status}) is ${describeContent(headers)}; only text can be fetched.`;
  return { ok: false, text, display: [{ kind: 'text', text, tone: 'error' }] };
}

/** The part from `offset` on. A status of an error is an answer too, and often says what is wrong. */
function resultOf({ url, status, page }: Fetched, offset: number): ToolResult {
  const total = page.text.length;
  const part = page.text.slice(offset, offset + maxCharacters).replace(/[\ud800-\udbff]$/, '');
  const end = offset + part.length;
  const notes = [
    ...page.notes,
    ...(total > part.length ? [`characters ${offset}–${end} of ${total}`] : []),
    ...(end < total ? [`read on with offset ${end}`] : []),
  ];
  const state = `${url} · status ${status}`;
  const about = [state, ...notes].join(' · ');
  const content = [...(page.title && offset === 0 ? [`Title: ${page.title}`, ''] : []), part].join('\n');
  const empty = offset > 0 && part === '' ? 'There is nothing from this offset on.' : 'It holds no text.';
  return {
    ok: status < 400,
    text: `${about}\n${part === '' ? empty : fenceUntrusted(url, content)}`,
    display: displayOf(about, content, status),
  };
}

function displayOf(about: string, content: string, status: number): Display[] {
  const shown = content.length > maxShown ? `${content.slice(0, maxShown)}…` : content;
  return [
    { kind: 'text', text: about, tone: status < 400 ? 'dim' : 'warning' },
    ...(shown.trim() === '' ? [] : [{ kind: 'text' as const, text: shown }]),
  ];
}
