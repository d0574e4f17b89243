// web_search: titles, addresses and snippets from the search service the user has set up.
import * as z from 'zod';
import type { PreparedCall, Tool } from './tool.js';
import { fenceUntrusted } from './untrusted.js';
import { askSearch, type SearchService } from './web/ask-search.js';
import { usualWebLimits } from './web/get-resource.js';
import { providerSpecs, type SearchHit } from './web/search-providers.js';

const usualCount = 8;
const schema = z.object({ query: z.string().min(1).max(400), count: z.int().min(1).max(20).optional() });

const notSetUp =
  'No search service is set up. The user can set one: searchProvider (searxng with searchBaseUrl; brave, serpapi or zhipu with searchApiKey) in ~/.paicli/config.json, or PAICLI_SEARCH_PROVIDER, PAICLI_SEARCH_BASE_URL and PAICLI_SEARCH_API_KEY.';

/** Without a service each call answers how to set one up. */
export function createWebSearchTool(
  service?: SearchService,
  totalMs: number = usualWebLimits.totalMs,
): Tool<typeof schema> {
  return {
    name: 'web_search',
    schema,
    readOnly: true,
    usesNetwork: true,
    async prepare({ query, count = usualCount }): Promise<PreparedCall> {
      const missing = whatIsMissing(service);
      if (!service || missing !== undefined) return withoutService(query, missing ?? notSetUp);
      const { label } = providerSpecs[service.provider];
      return {
        title: query.length > 100 ? `${query.slice(0, 100)}…` : query,
        // The address of the service, without what is asked: a rule is for the service.
        access: { reads: [], writes: [], network: true, url: addressOf(service) },
        preview: [{ kind: 'text', text: `asks ${label}: ${query}` }],
        async run({ signal }) {
          const hits = await askSearch(service, query, { count, totalMs, signal });
          return {
            ok: true,
            text: hits.length === 0 ? 'Nothing was found.' : fenceUntrusted(label, hits.map(asText).join('\n\n')),
            display: [{ kind: 'list', title: `results of ${label}`, items: hits.map(asLine), total: hits.length }],
          };
        },
      };
    },
  };
}

function whatIsMissing(service: SearchService | undefined): string | undefined {
  if (!service) return notSetUp;
  const { label, baseUrl, needsKey } = providerSpecs[service.provider];
  if (service.baseUrl === undefined && baseUrl === undefined)
    return `${label} needs its address: the setting searchBaseUrl.`;
  return needsKey && !service.apiKey ? `${label} needs a key: the setting searchApiKey.` : undefined;
}

function withoutService(query: string, why: string): PreparedCall {
  return {
    title: query.slice(0, 100),
    access: { reads: [], writes: [] },
    preview: [],
    run: async () => ({ ok: false, text: why, display: [{ kind: 'text', text: why, tone: 'warning' }] }),
  };
}

function addressOf({ provider, baseUrl }: SearchService): string {
  return new URL(baseUrl ?? providerSpecs[provider].baseUrl ?? '').origin;
}

const asText = ({ title, url, snippet }: SearchHit, at: number) =>
  [`${at + 1}. ${title || url}`, `   ${url}`, ...(snippet ? [`   ${snippet}`] : [])].join('\n');
const asLine = ({ title, url }: SearchHit) => (title ? `${title} · ${url}` : url);
