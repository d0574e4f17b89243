// The usage of a thread as lines of text: the sum, a row a turn, a row a day.
import type { TurnUsage } from '../../protocol/query.js';
import { addUsage, noUsage, type Usage } from '../../protocol/usage.js';
import { cleanOneLine } from '../../view/clean.js';
import { formatCount, formatDuration, formatElapsed, formatMoney, formatTokens } from '../../view/format.js';
import type { Line } from '../../view/span.js';

/** All turns in one line. */
export function sumLine(turns: readonly TurnUsage[], ascii: boolean): Line {
  if (turns.length === 0) return [{ text: 'No turn of this thread has ended yet.', role: 'dim' }];
  const all = turns.reduce((sum, { usage }) => addUsage(sum, usage), noUsage);
  const separator = ascii ? ' - ' : ' · ';
  const cost = all.costUsd === undefined ? 'the price is not known' : about(all) + formatMoney(all.costUsd);
  return [{ text: [formatCount(turns.length, 'turn'), tokensOf(all), cost].join(separator), role: 'text' }];
}

function tokensOf(usage: Usage): string {
  const tokens = (count: number) => about(usage) + formatTokens(count);
  return `in ${tokens(usage.input)} (cached ${tokens(usage.cached)})  out ${tokens(usage.output)} (reasoning ${tokens(usage.reasoning)})`;
}

const about = ({ estimated }: Usage) => (estimated ? '~' : '');

const columns = ['turn', 'ended', 'model', 'steps', 'time', 'in', 'cached', 'out', 'cost'];

/** The heading, then one row a turn, the newest first, then one a day when there are several. */
export function tableLines(turns: readonly TurnUsage[], now: number): Line[] {
  const rows = turns.map((turn, at) => rowOf(String(at + 1), `${formatElapsed(now - turn.at)} ago`, turn)).reverse();
  const days = [...byDay(turns)].reverse();
  const perDay = days.length < 2 ? [] : days.map(([day, ofDay]) => rowOf('', day, sumOf(ofDay)));
  const all = [columns, ...rows, ...(perDay.length > 0 ? [[], ['', 'by day'], ...perDay] : [])];
  const widths = columns.map((_, at) => Math.max(...all.map((row) => (row[at] ?? '').length)));
  const toText = (row: string[]) =>
    row.map((cell, at) => (at === 1 || at === 2 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  ');
  return all.map((row, at) => [{ text: toText(row), role: at === 0 || row[1] === 'by day' ? 'dim' : 'text' }]);
}

function rowOf(name: string, when: string, { model, steps, durationMs, usage }: Omit<TurnUsage, 'at'>): string[] {
  const tokens = (count: number) => about(usage) + formatTokens(count);
  const cost = usage.costUsd === undefined ? '?' : about(usage) + formatMoney(usage.costUsd);
  return [
    name,
    when,
    cleanOneLine(model),
    String(steps),
    formatDuration(durationMs),
    tokens(usage.input),
    tokens(usage.cached),
    tokens(usage.output),
    cost,
  ];
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

/** In the user's own time. */
function dayOf(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
