// What the engine answers to questions of a front end without lists, as text: each line says how to choose by typing.
import type { PolicyRule, QueryResult } from '../protocol/query.js';
import { addUsage, noUsage, type Usage } from '../protocol/usage.js';
import { cleanOneLine } from '../view/clean.js';
import { formatCost, formatCount, formatElapsed, formatTokens } from '../view/format.js';

/** `now`: ms since 1970. */
export function answerText(result: QueryResult, now: number): string {
  switch (result.kind) {
    case 'threads':
      return listed(
        result.threads.map(({ threadId, title, updatedAt, turns }) => {
          const facts = `${formatElapsed(now - updatedAt)} ago, ${formatCount(turns, 'turn')}`;
          return `${cleanOneLine(title)} (${facts}): /resume ${threadId}`;
        }),
        'There is no earlier thread.',
      );
    case 'models':
      return listed(
        result.models.map(({ provider, model, current }) => {
          const name = cleanOneLine(`${provider}/${model}`);
          return `${current ? 'in use' : `/model ${name}`}: ${cleanOneLine(model)}`;
        }),
        'No model is known.',
      );
    case 'settings':
      return listed(
        result.settings.map(({ key, value, origin }) => {
          const where = origin ?? (value === undefined ? '' : 'built in');
          return `${key}: ${value === undefined ? 'not set' : cleanOneLine(value)}${where ? `, ${cleanOneLine(where)}` : ''}`;
        }),
        'No setting is known.',
      );
    case 'usage':
      return `${spentText(formatCount(result.turns.length, 'turn'), result.turns)}${spentText('Today', result.today)}${result.today
        .map((one) => spentText(`Today with ${cleanOneLine(one.model)}`, [one]))
        .join('')}`;
    case 'context':
      return contextText(result);
    case 'policy':
      return `The level is ${result.level}.\n${rulesText(result.rules)}`;
    case 'audit':
      return listed(
        result.calls.map(({ at, tool, what, outcome, by }) => {
          const age = `${formatElapsed(now - at)} ago`;
          return `${age}, ${cleanOneLine(outcome)} (by ${by}): ${cleanOneLine(tool)} ${cleanOneLine(what)}`;
        }),
        'Nothing was decided yet.',
      );
    case 'diagnostics':
      if (result.problems === undefined) return 'Edits are not checked: the setting diagnostics is off.\n';
      return listed(
        result.problems.map(
          ({ severity, path, line, message }) =>
            `${severity} in ${cleanOneLine(path)}, line ${line}: ${cleanOneLine(message)}`,
        ),
        'No problem that came with an edit is left.',
      );
    default:
      return '';
  }
}

function spentText(name: string, spent: readonly { usage: Usage }[]): string {
  const all = spent.reduce((sum, { usage }) => addUsage(sum, usage), noUsage);
  const about = all.estimated ? 'about ' : '';
  const tokens = (count: number) => about + formatTokens(count);
  const known = formatCost(all);
  const cost = known === undefined ? 'the price is not known' : about + known;
  return `${name}: ${tokens(all.input)} tokens in (cached ${tokens(all.cached)}), ${tokens(all.output)} out (reasoning ${tokens(all.reasoning)}), ${cost}.\n`;
}

function contextText({ windowTokens, triggerTokens, parts }: Extract<QueryResult, { kind: 'context' }>): string {
  const used = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  const percent = Math.round((used / windowTokens) * 100);
  return [
    `About ${formatTokens(used)} of ${formatTokens(windowTokens)} tokens are used, ${percent}%.`,
    ...parts.map(({ name, tokens }) => `${name}: about ${formatTokens(tokens)}.`),
    `free: about ${formatTokens(Math.max(0, windowTokens - used))}.`,
    `The conversation is made smaller from about ${formatTokens(triggerTokens)} on; /compact does it now.\n`,
  ].join('\n');
}

const places = { thread: 'in this thread', project: 'in this folder', everywhere: 'everywhere' };

const rulesText = (rules: readonly PolicyRule[]) =>
  listed(
    rules.map(({ effect, label, scope }) => `${effect} ${cleanOneLine(label)}, ${places[scope]}`),
    'There is no rule. /policy deny run git push adds one.',
  );

const listed = (lines: string[], none: string) =>
  lines.length === 0 ? `${none}\n` : lines.map((line) => `${line}\n`).join('');
