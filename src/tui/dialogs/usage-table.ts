// The usage of a thread and of today as lines of text: the sums, a row a turn, a row a day, a row a model of today.

import { dayOf } from '../../base/day.js';
import type { TurnUsage } from '../../protocol/query.js';
import { addUsage, noUsage, type Usage } from '../../protocol/usage.js';
import { cleanOneLine } from '../../view/clean.js';
import { formatCost, formatCount, formatDuration, formatElapsed, formatTokens } from '../../view/format.js';
import { glyphs } from '../../view/glyphs.js';
import type { Line } from '../../view/span.js';

/** All turns in one line. */
export function sumLine(turns: readonly TurnUsage[], ascii: boolean): Line {
  if (turns.length === 0) return [{ text: 'No turn of this thread has ended yet.', role: 'dim' }];
  return spentLine(formatCount(turns.length, 'turn'), turns, ascii);
}

/** Of one model, today, in all threads. */
export interface ModelUsage {
  model: string;
  usage: Usage;
}

/** Today's sum over all threads. */
export function todayLine(today: readonly ModelUsage[], ascii: boolean): Line {
  if (today.length === 0) return [{ text: 'Today no model was asked yet.', role: 'dim' }];
  return spentLine('Today', today, ascii);
}

function spentLine(name: string, spent: readonly { usage: Usage }[], ascii: boolean): Line {
  const all = spent.reduce((sum, { usage }) => addUsage(sum, usage), noUsage);
  const separator = ` ${glyphs(ascii).separator} `;
  const cost = costOf(all, 'the price is not known');
  return [{ text: [name, tokensOf(all), cost].join(separator), role: 'text' }];
}

function tokensOf(usage: Usage): string {
  const tokens = (count: number) => about(usage) + formatTokens(count);
  return `in ${tokens(usage.input)} (cached ${tokens(usage.cached)})  out ${tokens(usage.output)} (reasoning ${tokens(usage.reasoning)})`;
}

const about = ({ estimated }: Usage) => (estimated ? '~' : '');

function costOf(usage: Usage, unknown: string): string {
  const cost = formatCost(usage);
  return cost === undefined ? unknown : about(usage) + cost;
}

const columns = ['turn', 'ended', 'model', 'steps', 'time', 'in', 'cached', 'out', 'cost'];

/** The heading, then one row a turn, the newest first, then one a day when there are several, then one a model of today. */
export function tableLines(turns: readonly TurnUsage[], today: readonly ModelUsage[], now: number): Line[] {
  const rows = turns.map((turn, at) => rowOf(String(at + 1), `${formatElapsed(now - turn.at)} ago`, turn)).reverse();
  const days = [...byDay(turns)].reverse();
  const perDay = days.length < 2 ? [] : days.map(([day, ofDay]) => rowOf('', day, sumOf(ofDay)));
  const perModel = today.map(({ model, usage }) => ['', 'today', cleanOneLine(model), '', '', ...amounts(usage)]);
  const all = [
    columns,
    ...rows,
    ...(perDay.length > 0 ? [[], ['', headings.days], ...perDay] : []),
    ...(perModel.length > 0 ? [[], ['', headings.today], ...perModel] : []),
  ];
  const widths = columns.map((_, at) => Math.max(...all.map((row) => (row[at] ?? '').length)));
  const toText = (row: string[]) =>
    row.map((cell, at) => (at === 1 || at === 2 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  ');
  const isHeading = (row: string[], at: number) => at === 0 || row[1] === headings.days || row[1] === headings.today;
  return all.map((row, at) => [{ text: toText(row), role: isHeading(row, at) ? 'dim' : 'text' }]);
}

const headings = { days: 'by day', today: 'all threads' };

function rowOf(name: string, when: string, { model, steps, durationMs, usage }: Omit<TurnUsage, 'at'>): string[] {
  return [name, when, cleanOneLine(model), String(steps), formatDuration(durationMs), ...amounts(usage)];
}

/** The last columns. */
function amounts(usage: Usage): string[] {
  const tokens = (count: number) => about(usage) + formatTokens(count);
  const cost = costOf(usage, '?');
  return [tokens(usage.input), tokens(usage.cached), tokens(usage.output), cost];
}

const sumOf = (turns: readonly TurnUsage[]): Omit<TurnUsage, 'at'> => ({
  model: formatCount(turns.length, 'turn'),
  steps: turns.reduce((sum, { steps }) => sum + steps, 0),
  durationMs: turns.reduce((sum, { durationMs }) => sum + durationMs, 0),
  usage: turns.reduce((sum, { usage }) => addUsage(sum, usage), noUsage),
});

function byDay(turns: readonly TurnUsage[]): Map<string, TurnUsage[]> {
  const days = new Map<string, TurnUsage[]>();
  for (const turn of turns) days.set(dayOf(turn.at), [...(days.get(dayOf(turn.at)) ?? []), turn]);
  return days;
}
