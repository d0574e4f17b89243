// The rules a person made for more than one thread, in a file of the user's own. Owns its shape; matching is in policy/.
import { type Stats, statSync } from 'node:fs';
import { PaiError } from '../base/error.js';
import { isSameRule, type Rule, ruleKinds, ruleOf, type ScopedRule } from '../policy/rule.js';
import { openJsonStore } from '../storage/json-store.js';

export interface SavedRule extends ScopedRule {
  scope: 'project' | 'everywhere';
  /** The folder it is for; absent: everywhere. */
  cwd?: string;
  /** ms since 1970. */
  since: number;
}

export interface SavedRules {
  readonly file: string;
  /** Every rule there is, also those of other folders. */
  list(): Promise<SavedRule[]>;
  /** Those that hold in this folder. */
  of(cwd: string): Promise<SavedRule[]>;
  /** Takes the place of one that says the opposite; does nothing when it is there already. Throws PaiError('storage'). */
  add(rule: Rule, cwd: string | undefined): Promise<void>;
  /** False when there was no such rule. */
  remove(rule: Pick<Rule, 'effect' | 'kind' | 'pattern'>, cwd: string | undefined): Promise<boolean>;
}

type Row = Pick<SavedRule, 'effect' | 'kind' | 'pattern' | 'since' | 'cwd'>;
interface Document {
  version: 1;
  rules: Row[];
}

/** `tell` is given what the user should know about the file, e.g. that it was damaged. */
export function openSavedRules(file: string, now: () => number, tell: (notice: string) => void): SavedRules {
  const store = openJsonStore<Document>(file, { parse: parseDocument, defaults: { version: 1, rules: [] } });
  let known: { stamp: string; rules: SavedRule[] } | undefined;
  const told = <T>({ data, notice }: { data: T; notice?: string }): T => {
    if (notice !== undefined) tell(notice);
    return data;
  };
  /** Other processes write it too: it is read again whenever it has changed. */
  async function list(): Promise<SavedRule[]> {
    const stamp = stampOf(statSync(file, { throwIfNoEntry: false }));
    if (known?.stamp !== stamp) known = { stamp, rules: told(await store.read()).rules.map(ruleOfRow) };
    return known.rules;
  }
  const isRow = (rule: Pick<Rule, 'effect' | 'kind' | 'pattern'>, cwd: string | undefined) => (row: Row) =>
    isSameRule(row, rule) && row.cwd === cwd;
  return {
    file,
    list,
    of: async (cwd) => (await list()).filter((rule) => rule.cwd === undefined || rule.cwd === cwd),
    async add({ effect, kind, pattern }, cwd) {
      const row: Row = { effect, kind, pattern, ...(cwd === undefined ? {} : { cwd }), since: now() };
      told(
        await store.update((document) => {
          const rules = document.rules.filter((known) => !isRow({ ...row, effect: opposite[effect] }, cwd)(known));
          return { ...document, rules: rules.some(isRow(row, cwd)) ? rules : [...rules, row] };
        }),
      );
      known = undefined;
    },
    async remove(rule, cwd) {
      let isThere = false;
      told(
        await store.update((document) => {
          isThere = document.rules.some(isRow(rule, cwd));
          return { ...document, rules: document.rules.filter((row) => !isRow(rule, cwd)(row)) };
        }),
      );
      known = undefined;
      return isThere;
    },
  };
}

const opposite = { allow: 'deny', deny: 'allow' } as const;

const stampOf = (stats: Stats | undefined) =>
  stats === undefined ? 'absent' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;

function ruleOfRow({ effect, kind, pattern, since, cwd }: Row): SavedRule {
  const place = cwd === undefined ? { scope: 'everywhere' as const } : { scope: 'project' as const, cwd };
  return { ...ruleOf(effect, kind, pattern), ...place, since };
}

/** A file with one wrong rule is not read in part: what was forbidden must not be lost in silence. */
function parseDocument(value: unknown): Document {
  const rules = typeof value === 'object' && value !== null && 'rules' in value ? value.rules : undefined;
  if (!Array.isArray(rules)) throw new PaiError('config', 'it holds no list of rules');
  return { version: 1, rules: rules.map(parseRow) };
}

function parseRow(value: unknown): Row {
  const { effect, kind, pattern, since, cwd } = (value ?? {}) as Record<string, unknown>;
  const isKind = ruleKinds.find((known) => known === kind);
  if ((effect !== 'allow' && effect !== 'deny') || !isKind || typeof pattern !== 'string' || pattern === '')
    throw new PaiError('config', 'a rule in it cannot be read');
  if (cwd !== undefined && typeof cwd !== 'string') throw new PaiError('config', 'a rule in it names no folder');
  const place = cwd === undefined ? {} : { cwd };
  return { effect, kind: isKind, pattern, since: typeof since === 'number' ? since : 0, ...place };
}
