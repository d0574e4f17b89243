// A rule as a person types it, e.g. `deny run git push`. Refuses what would allow too much; stores nothing.
import { PaiError } from '../base/error.js';
import { whyTooBroad } from './command-prefix.js';
import { type Rule, type RuleKind, ruleOf } from './rule.js';

export interface TypedRule {
  rule: Rule;
  scope: 'thread' | 'project' | 'everywhere';
}

const usage =
  'Write [thread|everywhere] allow|deny run|edit|tool|host WHAT, e.g. "deny run git push" or "allow edit src/**".';
const kinds: Readonly<Record<string, RuleKind>> = { run: 'command', edit: 'path', tool: 'tool', host: 'host' };
/** Each may have to be tried at every place of a path. */
const mostWildcards = 6;

/** Without a scope it is for the project; without a kind it is about commands. Throws PaiError('usage'). */
export function parseRule(text: string): TypedRule {
  const words = text.trim().split(/\s+/);
  const scope = words[0] === 'thread' || words[0] === 'everywhere' ? (words.shift() as TypedRule['scope']) : 'project';
  const effect = words.shift();
  if (effect !== 'allow' && effect !== 'deny') throw new PaiError('usage', 'a rule begins with allow or deny', usage);
  const kind = kinds[words[0] ?? ''] ?? 'command';
  if (Object.hasOwn(kinds, words[0] ?? '')) words.shift();
  const what = words.join(' ');
  if (what === '') throw new PaiError('usage', 'the rule does not say what it is about', usage);
  return { rule: ruleOf(effect, kind, checked[kind](what, effect)), scope };
}

const checked: Record<RuleKind, (what: string, effect: Rule['effect']) => string> = {
  line: (what) => what,
  command(what, effect) {
    if (/["'`\\$;&|<>(){}*?[\]\n]/.test(what))
      throw new PaiError(
        'usage',
        'a rule about commands holds plain words, without quotes, patterns or shell signs',
        usage,
      );
    const why = effect === 'allow' ? whyTooBroad(what.split(' ')) : undefined;
    if (why !== undefined)
      throw new PaiError('usage', `that would allow too much: ${why}`, 'Say more words of the command.');
    return what;
  },
  path(what) {
    const glob = what.replace(/^\.\//, '').replace(/\/$/, '/**');
    if (glob.split('/').includes('..'))
      throw new PaiError('usage', 'a rule about edits counts from the working folder, without ..', usage);
    if ((glob.match(/\*+|\?/g) ?? []).length > mostWildcards)
      throw new PaiError('usage', `a rule about edits has at most ${mostWildcards} wildcards`);
    return glob;
  },
  tool(what) {
    if (/^[\w.:-]+\*?$/.test(what)) return what;
    throw new PaiError('usage', 'a rule about a tool holds its name; * at the end stands for any ending', usage);
  },
  host(what) {
    const host = what
      .replace(/^https?:\/\//i, '')
      .replace(/[/:].*$/s, '')
      .toLowerCase();
    if (/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(host)) return host;
    throw new PaiError('usage', 'a rule about a host holds its name; *. in front stands for the names below it', usage);
  },
};
