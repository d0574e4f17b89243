import { afterEach, expect, test } from '@jest/globals';
import { plainRules } from '../../../src/provider/catalog-data.js';
import { openClient } from '../../../src/provider/openai-client.js';
import { toWireRequest } from '../../../src/provider/wire.js';

const before = process.env.OPENAI_ORG_ID;
afterEach(() => {
  if (before === undefined) delete process.env.OPENAI_ORG_ID;
  else process.env.OPENAI_ORG_ID = before;
});

/** The organization that a server at this address is told. */
async function organizationToldTo(baseUrl: string): Promise<string | null> {
  let told: string | null = null;
  const post = await openClient({
    baseUrl,
    apiKey: 'key',
    http: async (_url, init) => {
      told = new Map(init?.headers ?? []).get('openai-organization') ?? null;
      throw new Error('no network here');
    },
  });
  const request = toWireRequest({ model: 'm', messages: [{ role: 'user', text: 'x' }], tools: [] }, plainRules);
  await expect(post(request, new AbortController().signal)).rejects.toThrow();
  return told;
}

test.each([
  ['https://api.openai.com/v1', 'org-1'],
  ['https://models.test/v1', null],
  ['https://not-openai.com/v1', null],
])('%s is told the organization of the environment: %s', async (baseUrl, told) => {
  process.env.OPENAI_ORG_ID = 'org-1';
  expect(await organizationToldTo(baseUrl)).toBe(told);
});
