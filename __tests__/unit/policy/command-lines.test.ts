import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decideCall } from '../../../src/policy/gather-facts.js';
import type { ApprovalLevel } from '../../../src/protocol/approval.js';
import * as lines from './command-lines.js';

let base: string;
let cwd: string;
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'pai-lines-')));
  cwd = join(base, 'a', 'project');
  for (const folder of ['sub', '.git/objects', 'node_modules']) mkdirSync(join(cwd, folder), { recursive: true });
  mkdirSync(join(base, 'out'));
  for (const file of ['a.ts', 'sub/b.ts', '.env', '.git/HEAD']) writeFileSync(join(cwd, file), '');
  writeFileSync(join(cwd, '.git/config'), '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://x.invalid/y\n');
  symlinkSync(join(base, 'out'), join(cwd, 'out'));
  symlinkSync(join(cwd, '.git'), join(cwd, 'innocent'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const decision = (command: string, level: ApprovalLevel) =>
  decideCall({
    tool: 'execute_command',
    access: { reads: [], writes: [], command },
    readOnly: false,
    level,
    places: { cwd, productHome: join(homedir(), '.paicli'), freeToRead: [] },
    rules: [],
  });

/** What is decided, in the table's words. */
async function decided(line: string): Promise<{ is: lines.Expected; reasons: string }> {
  const { kind, reasons } = await decision(line, 'ask');
  const all = await decision(line, 'all');
  if (kind === 'deny') return { is: 'deny', reasons: reasons.join('; ') };
  if (kind === 'allow') return { is: 'free', reasons: '' };
  return { is: all.kind === 'ask' ? 'always' : 'ask', reasons: reasons.join('; ') };
}

const { everyday, ...tables } = lines;
for (const [table, rows] of Object.entries(tables)) {
  test.each(rows)(`${table}: %j is decided as %s`, async (line, expected, reason = '') => {
    const { is, reasons } = await decided(line);
    // Rows without a reason say only that the line is not free.
    expect({ is: reason === '' && expected === 'ask' && is === 'always' ? 'ask' : is, reasons }).toEqual({
      is: expected,
      reasons: expect.stringContaining(reason),
    });
  });
}

test.each(everyday)('everyday: %j is not denied', async (line) => {
  expect((await decided(line)).is).not.toBe('deny');
});

test.each(lines.free)('%j is denied where only the file tools may read', async (line) => {
  expect((await decision(line, 'never')).kind).toBe('deny');
});

test('the tables are as large as is promised', () => {
  expect(Object.values(tables).flat().length).toBeGreaterThanOrEqual(150);
  expect(everyday.length).toBeGreaterThanOrEqual(60);
});
