// What the model is sent: always a history that strict servers take, and always the earlier bytes again.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Reply } from '../../src/provider/script.js';
import { engineHarness, modelServers } from '../support/engine-harness.js';

const start = engineHarness();
const serve = modelServers();
const files = {
  'a.txt': 'content of a\n',
  'b.txt': 'content of b\n',
  'c.txt': 'content of c\n',
  'd.txt': 'content of d\n',
};
const batch: Reply = {
  calls: [
    { id: 'a', name: 'read_file', arguments: { path: 'a.txt' } },
    { id: 'b', name: 'execute_command', arguments: { command: 'echo started; sleep 30' } },
    { id: 'c', name: 'write_file', arguments: { path: 'new.txt', content: 'made\n' } },
  ],
};
const read = (id: string, path: string): Reply => ({ calls: [{ id, name: 'read_file', arguments: { path } }] });

test('MH-01: stopped in the middle of a batch, each of its calls has its result and the next turn is taken', async () => {
  const server = await serve({ reply: batch }, { reply: { text: 'going on' } });
  const engine = start({ server, files, init: { approvals: 'all' } });
  const turn = engine.turn('do all three');
  await engine.waitFor('tool.progress');
  await engine.send({ type: 'turn.cancel' });
  expect((await turn).end).toMatchObject({ outcome: 'cancelled' });
  expect((await engine.turn('go on')).end).toMatchObject({ outcome: 'answered' });
  expect(server.requests[1]?.body.messages.slice(-4)).toMatchObject([
    { role: 'tool', tool_call_id: 'a', content: expect.stringContaining('content of a') },
    { role: 'tool', tool_call_id: 'b', content: expect.stringContaining('started and stopped') },
    { role: 'tool', tool_call_id: 'c', content: expect.stringContaining('not run') },
    { role: 'user', content: 'go on' },
  ]);
  expect(existsSync(join(engine.folders.project, 'new.txt'))).toBe(false);
});

test('MH-01: one call of a batch denied, the others run and all results come in call order', async () => {
  const server = await serve({ reply: batch }, { reply: { text: 'done' } });
  const engine = start({ server, files });
  engine.answerApprovals(({ callId }) => (callId === 'b' ? { kind: 'deny' } : { kind: 'once' }));
  await engine.turn('do all three');
  expect(server.requests[1]?.body.messages.slice(-3)).toMatchObject([
    { role: 'tool', tool_call_id: 'a', content: expect.stringContaining('content of a') },
    { role: 'tool', tool_call_id: 'b', content: expect.stringMatching(/^Denied by the user.*not run/) },
    { role: 'tool', tool_call_id: 'c', content: expect.not.stringContaining('not run') },
  ]);
  expect(readFileSync(join(engine.folders.project, 'new.txt'), 'utf8')).toBe('made\n');
});

test('MH-05: a call id that comes again in every turn, also after a restart, is run each time and keeps its own result', async () => {
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
  const server = await serve(
    ...names.flatMap((name) => [{ reply: read('read_file:0', name) }, { reply: { text: `read ${name}` } }]),
  );
  const first = start({ server, files });
  for (const name of names.slice(0, 3)) await first.turn(`read ${name}`);
  await first.close();
  const second = start({ server, folders: first.folders });
  expect(await second.send({ type: 'thread.open', which: 'latest' })).toMatchObject({ type: 'command.accepted' });
  await second.turn('read d.txt');
  const messages = server.requests.at(-1)?.body.messages ?? [];
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
  expect(results).toEqual(['a', 'b', 'c', 'd'].map((letter) => expect.stringContaining(`content of ${letter}`)));
});

test('each request begins with the bytes of the one before it, over steps, turns and a restart', async () => {
  const server = await serve(
    { reply: { reasoning: 'hm', text: 'Let me see.', ...read('1', 'a.txt') } },
    { reply: { calls: [...(read('2', 'b.txt').calls ?? []), ...(read('3', 'missing.txt').calls ?? [])] } },
    { reply: { text: 'done' } },
    { reply: { text: 'more' } },
    { reply: { text: 'after a restart' } },
  );
  const first = start({ server, files: { ...files, 'AGENTS.md': 'Be kind.\n' } });
  await first.turn('one');
  await first.turn('two');
  await first.close();
  const second = start({ server, folders: first.folders });
  await second.send({ type: 'thread.open', which: 'latest' });
  await second.turn('three');
  expect(server.requests).toHaveLength(5);
  const prefixes = server.requests.map(({ text }) => messagesText(text));
  for (let at = 1; at < prefixes.length; at++) {
    expect(prefixes[at]?.startsWith(prefixes[at - 1]!)).toBe(true);
    expect(tailOf(server.requests[at]!.text)).toBe(tailOf(server.requests[at - 1]!.text));
  }
});

test('system prompt and tools of the first request are at most 12 kB', async () => {
  const server = await serve({ reply: { text: 'hi' } });
  const engine = start({ server });
  await engine.turn('hi');
  const { messages, tools } = server.requests[0]!.body;
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(Buffer.byteLength(JSON.stringify([messages[0], tools]))).toBeLessThanOrEqual(12_000);
});

/** The body's text up to the end of its last message. */
function messagesText(body: string): string {
  const end = body.indexOf('],"tools":[');
  expect(end).toBeGreaterThan(0);
  return body.slice(0, end);
}

/** What follows the messages. */
const tailOf = (body: string) => body.slice(body.indexOf('],"tools":['));
