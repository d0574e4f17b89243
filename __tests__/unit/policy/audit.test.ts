import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type AuditEntry, createAuditLog } from '../../../src/policy/audit.js';
import { redact, redactText } from '../../../src/policy/redact.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pai-audit-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entry: AuditEntry = {
  threadId: 't1',
  turnId: 'u1',
  tool: 'execute_command',
  arguments: '{"command":"curl -H \'Authorization: Bearer abcdefghijkl\' x"}',
  decision: 'allow',
  by: 'user',
  outcome: 'ok',
  durationMs: 12,
};

test('a line for every entry, in order, without secrets; file and folder are private', () => {
  const path = join(folder, 'audit', 'log.jsonl');
  const log = createAuditLog(path, { now: () => 0 });
  expect(existsSync(join(folder, 'audit'))).toBe(false);
  for (const tool of ['a', 'b', 'c']) log.append({ ...entry, tool });
  const lines = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ tool }) => tool)).toEqual(['a', 'b', 'c']);
  expect(lines[0]).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    threadId: 't1',
    turnId: 'u1',
    tool: 'a',
    arguments: { command: "curl -H 'Authorization: Bearer [removed]' x" },
    decision: 'allow',
    by: 'user',
    outcome: 'ok',
    durationMs: 12,
  });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'audit')).mode & 0o777).toBe(0o700);
});

test('arguments that are no JSON are kept as text', () => {
  const path = join(folder, 'log.jsonl');
  createAuditLog(path, { now: () => 0 }).append({ ...entry, arguments: '{"a' });
  expect(JSON.parse(readFileSync(path, 'utf8')).arguments).toBe('{"a');
});

test('a log that cannot be written is an error that names it', () => {
  const log = createAuditLog('/dev/null/log.jsonl', { now: () => 0 });
  expect(() => log.append(entry)).toThrow(
    expect.objectContaining({ code: 'storage', message: expect.stringContaining('/dev/null') }),
  );
});

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.s3cretZZ';
test.each([
  'sk-proj-s3cretZZabcdefgh',
  'sk-ant-api03-s3cretZZabcdefgh',
  'gsk_s3cretZZabcdefgh12',
  'xai-s3cretZZabcdefgh12',
  'hf_s3cretZZabcdefgh12',
  'ghp_s3cretZZmnopqrstuvwxyz0123',
  'github_pat_s3cretZZ_mnopqrstuvwxyz0123',
  'glpat-s3cretZZmnopqrst',
  'npm_s3cretZZmnopqrstuvwxyz0123',
  'xoxb-12345-s3cretZZ',
  'AKIAS3CRETZZIJKLMNOP',
  'AIzaSyA-s3cretZZ-abcdefghijklmnopqrstu',
  'SG.s3cretZZabcdefghij.klmnopqrstuvwxyz0123',
  'https://hooks.slack.com/services/T000/B000/s3cretZZ',
  jwt,
  '-----BEGIN OPENSSH PRIVATE KEY-----\ns3cretZZ\n-----END OPENSSH PRIVATE KEY-----',
  '-----BEGIN PRIVATE KEY-----\ns3cretZZ',
  'OPENAI_API_KEY=s3cretZZ',
  "export OPENAI_API_KEY='s3cretZZ with blanks'",
  'AWS_SECRET_ACCESS_KEY=s3cretZZ',
  'AWS_SESSION_TOKEN="s3cretZZ"',
  'DB_PASS=s3cretZZ',
  'PGPASSWORD=s3cretZZ psql',
  'MY_KEY=s3cretZZ',
  'STRIPE_SECRET: s3cretZZ',
  'AccountName=x;AccountKey=s3cretZZ==;',
  'password=s3cretZZ',
  'password: s3cretZZ',
  '"api_key": "s3cretZZ"',
  '\\"apiKey\\": \\"s3cretZZ\\"',
  "{'accessToken': 's3cretZZ'}",
  'client_secret=s3cretZZ&x=1',
  'private-key: s3cretZZ',
  'https://example.com/x?access_token=s3cretZZ&y=1',
  'https://example.com/x?key=s3cretZZ',
  'https://example.com/blob?sv=1&sig=s3cretZZ',
  'Authorization: Bearer s3cretZZ1',
  "-H 'authorization: bearer s3cretZZ1'",
  'Authorization: Basic dXNlcjpzM2NyZXRaWg==',
  'Authorization: token s3cretZZ',
  'Authorization: s3cretZZ',
  'X-Api-Key: s3cretZZ',
  'Cookie: session=s3cretZZ; theme=dark',
  'Set-Cookie: session=s3cretZZ',
  'tool --token s3cretZZ',
  'tool --api-key=s3cretZZ',
  'tool --secret-access-key s3cretZZ',
  'tool --db-password "s3cretZZ x"',
  'curl -u me:s3cretZZ https://x',
  'curl --user me:s3cretZZ https://x',
  'sshpass -p s3cretZZ ssh host',
  'mysql -u root -ps3cretZZ db',
  'postgres://me:s3cretZZ@host/db',
  'https://me:s3cretZZ@host/x.git',
  'https://me:p@s3cretZZ@host/x.git',
  'https://s3cretZZ@host/x.git',
  'redis://:s3cretZZ@host:6379',
])('%s is taken out', (text) => {
  const clean = redactText(`before ${text} after`);
  expect(clean).toMatch(/^before [\s\S]*\[removed\]/);
  expect(clean).not.toMatch(/s3cretZZ|S3CRETZZ|dXNlcjpzM2NyZXRaWg/);
  expect(JSON.stringify(redact({ command: `x ${text}` }))).not.toMatch(/s3cretZZ|S3CRETZZ|dXNlcjpzM2NyZXRaWg/);
  // What is no JSON is cleaned as text.
  expect(redactText(`{"command": ${JSON.stringify(text)}`)).not.toMatch(/s3cretZZ|S3CRETZZ|dXNlcjpzM2NyZXRaWg/);
});

test.each([
  'npm test -- --watch=false',
  'git log --oneline -20 src/token.ts',
  'https://example.com/docs?page=2',
  'git clone git@github.com:me/repo.git',
  'a basic understanding of TypeScript',
  'the keyboard and the monkey',
  'grep -n "export const" src/keys.ts',
  'docker run -p 8080:80 -u 1000:1000',
])('%s stays as it is', (text) => {
  const expected = text.includes('-u 1000') ? expect.stringContaining('docker run -p 8080:80') : text;
  expect(redactText(text)).toEqual(expected);
});

test('long texts without blanks are cleaned in time that grows with their length', () => {
  for (const letter of ['a', '-', 'A', '_', '=', '/', '"', '\\'])
    expect(redact(letter.repeat(200_000))).toMatch(/more\)$/);
});

test('ordinary text and numbers stay, telling names lose their value, long texts are cut', () => {
  expect(
    redact({ path: 'src/token.ts', limit: 5, apiKey: 'x', deep: [{ password: 'y' }], long: 'z'.repeat(2100) }),
  ).toEqual({
    path: 'src/token.ts',
    limit: 5,
    apiKey: '[removed]',
    deep: [{ password: '[removed]' }],
    long: `${'z'.repeat(2000)}… (100 more)`,
  });
});
