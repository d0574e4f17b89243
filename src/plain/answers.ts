// What the engine answers to questions of a front end without lists, as text: each line says how to choose by typing.
import type { QueryResult } from '../protocol/query.js';
import { addUsage, noUsage } from '../protocol/usage.js';
import { cleanOneLine } from '../view/clean.js';
import { formatCount, formatElapsed, formatMoney, formatTokens } from '../view/format.js';

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
        result.models.map(
          ({ model, current }) => `${current ? 'in use' : `/model ${cleanOneLine(model)}`}: ${cleanOneLine(model)}`,
        ),
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
    case 'usage': {
      const all = result.turns.reduce((sum, { usage }) => addUsage(sum, usage), noUsage);
      const about = all.estimated ? 'about ' : '';
      const cost = all.costUsd === undefined ? 'the price is not known' : about + formatMoney(all.costUsd);
      return `${formatCount(result.turns.length, 'turn')}: ${about}${formatTokens(all.input)} tokens in, ${about}${formatTokens(all.output)} out, ${cost}.\n`;
    }
    default:
      return '';
  }
}

const listed = (lines: string[], none: string) =>
  lines.length === 0 ? `${none}\n` : lines.map((line) => `${line}\n`).join('');
