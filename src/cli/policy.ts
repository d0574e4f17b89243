// `paicli policy`: the rules that hold for more than one thread, listed, added, taken out. No engine is started.
import { homedir } from 'node:os';
import { PaiError } from '../base/error.js';
import { harmlessJson } from '../base/harmless-json.js';
import { pathsFrom } from '../config/paths.js';
import { openSavedRules, type SavedRules } from '../engine/saved-rules.js';
import { parseRule } from '../policy/parse-rule.js';
import { cleanOneLine } from '../view/clean.js';
import { formatPath } from '../view/format.js';
import { text } from './engine-init.js';
import { exitCodes } from './exit-codes.js';
import { namedFolder } from './named-folder.js';
import type { ParsedLine } from './options.js';
import { print } from './output.js';

/** Returns the exit code. Throws PaiError in one line. */
export async function policy({ positionals, values }: ParsedLine): Promise<number> {
  const [action = 'list', ...words] = positionals;
  const rules = openSavedRules(pathsFrom(process.env).ruleFile, Date.now, say);
  const cwd = namedFolder(text(values.cwd));
  if (action === 'list') {
    if (words.length > 0) throw new PaiError('usage', 'policy list takes no rule');
    return list(rules, cwd, values);
  }
  if (action !== 'add' && action !== 'remove')
    throw new PaiError('usage', `policy has no command "${action}"`, 'paicli policy --help shows them.');
  return change(rules, cwd, action, words.join(' '));
}

async function list(rules: SavedRules, cwd: string, values: ParsedLine['values']): Promise<number> {
  const found = values.all ? await rules.list() : await rules.of(cwd);
  if (values.json) return print(`${harmlessJson(found, 2)}\n`);
  if (found.length === 0) say(`There is no rule${values.all ? '' : ` for ${cwd}; --all lists those of all folders`}.`);
  const rows = found.map(({ effect, label, cwd: where, since }) => {
    const place = where === undefined ? 'everywhere' : cleanOneLine(formatPath(where, homedir()));
    return `${effect.padEnd(5)}  ${cleanOneLine(label)}  ${place}  ${new Date(since).toISOString().slice(0, 10)}\n`;
  });
  return print(rows.join(''));
}

async function change(rules: SavedRules, cwd: string, action: 'add' | 'remove', typed: string): Promise<number> {
  const { rule, scope } = parseRule(typed);
  if (scope === 'thread') throw new PaiError('usage', 'rules of a thread are made in its /policy');
  const place = scope === 'project' ? cwd : undefined;
  if (action === 'add') await rules.add(rule, place);
  else {
    // What was answered to a question is kept as an exact line; it is named the same way.
    const kinds = rule.kind === 'command' ? [rule, { ...rule, kind: 'line' as const }] : [rule];
    const removed = await Promise.all(kinds.map((one) => rules.remove(one, place)));
    if (!removed.includes(true))
      throw new PaiError('not-found', `there is no such rule: ${typed}`, '`paicli policy` lists them.');
  }
  say(`${action === 'add' ? 'Added' : 'Removed'}: ${rule.effect} ${cleanOneLine(rule.label)}.`);
  return exitCodes.answered;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
