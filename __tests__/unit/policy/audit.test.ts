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

test.each([
  'sk-proj-abcdefghijklmnop',
  'ghp_abcdefghijklmnopqrstuvwxyz0123',
  'AKIAABCDEFGHIJKLMNOP',
  'password=hunter22x',
  '"api_key": "abc123def456"',
  'tool --token abc123def456',
  'postgres://me:hunter22x@host/db',
])('%s is taken out', (text) => {
  expect(redactText(`before ${text} after`)).toMatch(/^before .*\[removed\].* after$/);
  expect(redactText(text)).not.toMatch(/abcdefghij|ABCDEFGHIJ|hunter22x|abc123def456/);
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
