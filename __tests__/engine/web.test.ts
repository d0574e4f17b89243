// The web through the engine: what is asked, what is denied, and that the settings reach the tools.
import { expect, test } from '@jest/globals';
import { engineHarness } from '../support/engine-harness.js';
import { webServers } from '../support/web-servers.js';

const start = engineHarness();
const serve = webServers();
const calls = (name: string, args: Record<string, unknown>) => [
  { calls: [{ name, arguments: args }] },
  { text: 'done' },
];

test.each([
  ['ask', 1, 'ok'],
  ['edits', 1, 'ok'],
  ['all', 0, 'ok'],
  ['never', 0, 'denied'],
] as const)('at level %s a fetch asks %d times and is %s', async (approvals, asked, outcome) => {
  const server = await serve((_request, response) => response.end('page'));
  const web = { allowPrivate: server.host };
  const harness = start({ replies: calls('web_fetch', { url: server.url }), init: { approvals, web } });
  harness.answerApprovals(() => ({ kind: 'once' }));
  await harness.turn('read it');
  expect(harness.all('approval.requested')).toHaveLength(asked);
  expect(harness.all('tool.completed')).toMatchObject([{ outcome }]);
  expect(server.asked).toHaveLength(outcome === 'ok' ? 1 : 0);
});

test('an address of this machine is denied at every level without a question', async () => {
  const server = await serve((_request, response) => response.end('page'));
  const harness = start({ replies: calls('web_fetch', { url: server.url }), init: { approvals: 'all' } });
  await harness.turn('read it');
  expect(harness.all('tool.completed')).toMatchObject([
    { outcome: 'denied', text: expect.stringContaining('is not a public address (loopback)') },
  ]);
  expect(server.asked).toEqual([]);
});

test("the user's own search service is asked, also on this machine", async () => {
  const results = [{ title: 'Hit', url: 'https://one.example/', content: 'words' }];
  const server = await serve((_request, response) => response.end(JSON.stringify({ results })));
  const web = { search: { provider: 'searxng' as const, baseUrl: server.url } };
  const harness = start({ replies: calls('web_search', { query: 'x' }), init: { approvals: 'all', web } });
  await harness.turn('find it');
  expect(harness.all('tool.completed')).toMatchObject([{ outcome: 'ok', text: expect.stringContaining('1. Hit') }]);
});
