// `paicli audit`: what was decided and run last, as lines for people or for programs.
import { PaiError } from '../base/error.js';
import { harmlessJson } from '../base/harmless-json.js';
import { clipToWidth } from '../base/width.js';
import { pathsFrom } from '../config/paths.js';
import { readAuditLog } from '../policy/audit-lines.js';
import type { AuditedCall } from '../protocol/query.js';
import { cleanOneLine } from '../view/clean.js';
import type { ParsedLine } from './options.js';
import { print } from './output.js';

const defaultCount = 20;

/** Returns the exit code. Throws PaiError in one line. */
export async function audit({ positionals, values }: ParsedLine): Promise<number> {
  const [given = String(defaultCount), ...more] = positionals;
  if (!/^[1-9]\d{0,6}$/.test(given) || more.length > 0)
    throw new PaiError('usage', 'audit takes one number', 'e.g. paicli audit 50');
  const calls = await readAuditLog(pathsFrom(process.env).auditFile, Number(given));
  if (calls.length === 0) process.stderr.write('Nothing was decided yet.\n');
  const line = (call: AuditedCall) => (values.json ? harmlessJson(call) : rowOf(call, process.stdout.columns));
  return print(calls.map((call) => `${line(call)}\n`).join(''));
}

/** `2026-11-30 14:05:09  ok        user    execute_command npm test`, in UTC as in the file; cut where there is a terminal. */
function rowOf({ at, tool, what, by, outcome }: AuditedCall, columns: number | undefined): string {
  const time = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  const row = `${time}  ${cleanOneLine(outcome).padEnd(9)} ${by.padEnd(6)}  ${cleanOneLine(tool)} ${cleanOneLine(what)}`;
  return columns === undefined ? row : clipToWidth(row, columns, '…');
}
