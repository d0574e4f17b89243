// What the lists to choose from say: threads, models, approval levels. What comes from outside the view is cleaned here.

import { type ApprovalLevel, approvalLevels } from '../../protocol/approval.js';
import type { ModelSummary, ThreadSummary } from '../../protocol/query.js';
import { cleanOneLine } from '../../view/clean.js';
import { formatCount, formatElapsed, formatPath } from '../../view/format.js';
import { glyphs, inOneLine } from '../../view/glyphs.js';
import { builtInThemes } from '../theme-files.js';

export interface Choice<T> {
  value: T;
  label: string;
  detail?: string;
}

/** `now`: ms since 1970. */
export function threadChoices(
  threads: readonly ThreadSummary[],
  now: number,
  userHome: string,
  ascii: boolean,
): Choice<string>[] {
  const separator = ` ${glyphs(ascii).separator} `;
  return threads.map(({ threadId, title, updatedAt, turns, cwd }) => ({
    value: threadId,
    label: cleanOneLine(title),
    detail: [
      `${formatElapsed(now - updatedAt)} ago`,
      formatCount(turns, 'turn'),
      cleanOneLine(formatPath(cwd, userHome)),
    ].join(separator),
  }));
}

/** The value is what `settings.change` takes. Where it is served is said of those that are not served where the current one is. */
export function modelChoices(models: readonly ModelSummary[], ascii: boolean): Choice<string>[] {
  const here = models.find(({ current }) => current)?.provider;
  return models.map((summary) => {
    const { provider, model, contextWindow, assumed, prices, current } = summary;
    const isPlain = current || (provider === here && !model.includes('/'));
    const facts = [
      ...(provider === here ? [] : [cleanOneLine(provider)]),
      `${assumed ? '~' : ''}${Math.round(contextWindow / 1000)}k`,
      ...(prices ? [priceText(prices, ascii)] : []),
    ];
    return {
      value: isPlain ? model : `${provider}/${model}`,
      label: marked(cleanOneLine(model), current, ascii),
      detail: inOneLine(facts, ascii),
    };
  });
}

/** Of a million tokens in and out. */
function priceText({ currency, input, output }: NonNullable<ModelSummary['prices']>, ascii: boolean): string {
  const sign = currency === 'USD' ? '$' : ascii ? 'CNY ' : '¥';
  return `${sign}${input} in, ${sign}${output} out`;
}

const levelMeanings: Record<ApprovalLevel, string> = {
  ask: 'reading only',
  edits: 'reading, and edits of files in this folder',
  all: 'everything that is not forbidden',
  never: 'reading only, and nothing is asked: all else is denied',
};

export function levelChoices(current: ApprovalLevel | undefined, ascii: boolean): Choice<ApprovalLevel>[] {
  return approvalLevels.map((level) => ({
    value: level,
    label: marked(level, level === current, ascii),
    detail: levelMeanings[level],
  }));
}

function marked(label: string, current: boolean, ascii: boolean): string {
  return `${current ? (ascii ? '*' : '✓') : ' '} ${label}`;
}

export function themeChoices(names: readonly string[], current: string, ascii: boolean): Choice<string>[] {
  return names.map((name) => {
    const about = builtInThemes.find((theme) => theme.name === name)?.about ?? 'your own';
    return { value: name, label: marked(name, name === current, ascii), detail: about };
  });
}
