// What may be offered to be remembered about a call that needs asking. Offers only what would answer the same call next time.
import type { CommandFacts, CommandPart } from './command-facts.js';
import { fitPrefix, mayBeKept } from './command-prefix.js';
import type { AccessFacts } from './decide.js';
import { beginsWith, isBeyondRules } from './match-rule.js';
import { type Rule, ruleOf } from './rule.js';

interface CallToRemember {
  tool: string;
  facts: AccessFacts;
}

/** For the thread: this exact line, or edits of files in the folder. */
export function threadRule({ tool, facts }: CallToRemember): Rule | undefined {
  const { command, writes } = facts;
  if (command) {
    const { simple } = command;
    return simple !== undefined && !isBeyondRules(command) ? ruleOf('allow', 'line', simple) : undefined;
  }
  if (writes.length === 0) return otherRule(tool, facts);
  return writes.every(({ shown }) => !shown.startsWith('/')) ? ruleOf('allow', 'path', '**') : undefined;
}

/** For ever: the beginning of the command where it is known to be fit, or edits below one folder. */
export function alwaysRule({ tool, facts }: CallToRemember): Rule | undefined {
  if (facts.command) return commandRule(facts.command);
  return facts.writes.length > 0 ? editRule(facts) : otherRule(tool, facts);
}

function otherRule(tool: string, { network, host }: AccessFacts): Rule {
  return network && host !== undefined ? ruleOf('allow', 'host', host) : ruleOf('allow', 'tool', tool);
}

function commandRule(command: CommandFacts): Rule | undefined {
  if (isBeyondRules(command)) return undefined;
  const { simple, parts = [] } = command;
  const inQuestion = parts.filter(({ isHarmless }) => !isHarmless);
  // A line of nothing but harmless commands asks all the same; then it stands for itself.
  const [part, ...others] = inQuestion.length > 0 ? inQuestion : parts;
  if (part === undefined) return undefined;
  const prefix = prefixOf(part);
  if (prefix && others.every((other) => beginsWith(other, prefix))) return ruleOf('allow', 'command', prefix.join(' '));
  return simple !== undefined && mayBeKept(part.words) ? ruleOf('allow', 'line', simple) : undefined;
}

function prefixOf(part: CommandPart): string[] | undefined {
  const prefix = fitPrefix(part.words);
  return prefix && beginsWith(part, prefix) ? prefix : undefined;
}

/** The nearest folder that holds all files; of a single file in the working folder itself the file. */
function editRule({ writes }: AccessFacts): Rule | undefined {
  const folders = writes.map(({ shown }) => shown.split('/').slice(0, -1));
  const [first = [], ...rest] = folders;
  const shared = first.filter((_, at) =>
    rest.every((folder) => first.slice(0, at + 1).every((name, i) => folder[i] === name)),
  );
  const shown = shared.join('/');
  if (shown !== '') return /[*?]/.test(shown) ? undefined : ruleOf('allow', 'path', `${shown}/**`);
  const [only, ...more] = writes;
  return only && more.length === 0 && !/[*?]/.test(only.shown) ? ruleOf('allow', 'path', only.shown) : undefined;
}
