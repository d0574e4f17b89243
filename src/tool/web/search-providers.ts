// The search services: how each is asked and what its answer looks like. Sends nothing itself.

const searchProviders = ['searxng', 'brave', 'serpapi', 'zhipu'] as const;
export type SearchProvider = (typeof searchProviders)[number];

export interface SearchHit {
  title: string;
  url: string;
  snippet: string;
}

export interface SearchQuestion {
  query: string;
  count: number;
  /** The key, where the service wants one. */
  key: string;
}

export interface ProviderSpec {
  label: string;
  /** Absent: the user's own server. */
  baseUrl?: string;
  needsKey: boolean;
  /** Address below the base, headers, and the JSON of a POST. */
  ask(base: string, question: SearchQuestion): { url: string; headers?: Record<string, string>; json?: string };
  /** The hits in a parsed answer; undefined when it has not this shape. */
  hits(answer: unknown): unknown[] | undefined;
  /** Names of a hit's members. */
  members: { title: string; url: string; snippet: string };
}

const withQuery = (address: string, query: Record<string, string>) => `${address}?${new URLSearchParams(query)}`;

export const providerSpecs: Readonly<Record<SearchProvider, ProviderSpec>> = {
  searxng: {
    label: 'SearXNG',
    needsKey: false,
    ask: (base, { query, key }) => ({
      url: withQuery(`${base}/search`, { q: query, format: 'json' }),
      ...(key ? { headers: { authorization: `Bearer ${key}` } } : {}),
    }),
    hits: (answer) => listAt(answer, 'results'),
    members: { title: 'title', url: 'url', snippet: 'content' },
  },
  brave: {
    label: 'Brave Search',
    baseUrl: 'https://api.search.brave.com',
    needsKey: true,
    ask: (base, { query, count, key }) => ({
      url: withQuery(`${base}/res/v1/web/search`, { q: query, count: String(count) }),
      headers: { 'x-subscription-token': key },
    }),
    // Where nothing was found there is no list at all.
    hits: (answer) => listAt(memberOf(answer, 'web') ?? (memberOf(answer, 'query') && { results: [] }), 'results'),
    members: { title: 'title', url: 'url', snippet: 'description' },
  },
  serpapi: {
    label: 'SerpApi',
    baseUrl: 'https://serpapi.com',
    needsKey: true,
    ask: (base, { query, count, key }) => ({
      url: withQuery(`${base}/search.json`, { engine: 'google', q: query, num: String(count), api_key: key }),
    }),
    hits: (answer) => listAt(answer, 'organic_results') ?? (memberOf(answer, 'search_information') ? [] : undefined),
    members: { title: 'title', url: 'link', snippet: 'snippet' },
  },
  zhipu: {
    label: 'Zhipu',
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    needsKey: true,
    ask: (base, { query, count, key }) => ({
      url: `${base}/web_search`,
      headers: { authorization: `Bearer ${key}` },
      // The service takes no longer question.
      json: JSON.stringify({
        search_query: query.slice(0, 70),
        search_engine: 'search_std',
        search_intent: false,
        count,
      }),
    }),
    hits: (answer) => listAt(answer, 'search_result'),
    members: { title: 'title', url: 'link', snippet: 'content' },
  },
};

/** The hits as one shape: addresses of the web only, each once, texts cut and without tags. */
export function hitsOf(spec: ProviderSpec, answer: unknown, count: number): SearchHit[] | undefined {
  const seen = new Set<string>();
  const hits = spec.hits(answer)?.flatMap((raw) => {
    const text = (name: string) => plain(memberOf(raw, name));
    const url = memberOf(raw, spec.members.url);
    if (typeof url !== 'string' || !/^https?:\/\/\S+$/.test(url) || url.length > 2000 || seen.has(url)) return [];
    seen.add(url);
    return [{ title: text(spec.members.title).slice(0, 300), url, snippet: text(spec.members.snippet).slice(0, 600) }];
  });
  return hits?.slice(0, count);
}

function plain(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value
    .slice(0, 10_000)
    .replace(/<\/?(?:strong|b|em|i|mark|span)\b[^<>]*>/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function listAt(value: unknown, name: string): unknown[] | undefined {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : undefined;
}
