// What the turns of this thread cost, and today: sums, a chart, and a table. Owns the page; the chart is drawn in line-chart.ts.

import type { TurnUsage } from '../../protocol/query.js';
import { formatDuration, formatMoney, formatTokens } from '../../view/format.js';
import { glyphs } from '../../view/glyphs.js';
import type { Line } from '../../view/span.js';
import { clipLine } from '../../view/wrap.js';
import { keyNames } from '../input/keys.js';
import { closingKeys, type Dialog, dialogEdges } from './dialog.js';
import { createScroll } from './scroll.js';
import { type ModelUsage, sumLine, tableLines, todayLine } from './usage-table.js';

type LineChart = typeof import('../line-chart.js')['lineChart'];

export interface UsagePageOptions {
  turns: readonly TurnUsage[];
  today: readonly ModelUsage[];
  /** ms since 1970. */
  now: number;
  close(): void;
  redraw(): void;
  ascii: boolean;
}

interface Series {
  name: string;
  of(turn: TurnUsage): number;
  /** In the chart, whose numbers have two decimals: a smaller unit for small values. */
  small?: { name: string; below: number; factor: number };
  format(value: number): string;
}

const tokenSeries: readonly Series[] = [
  { name: 'tokens in', of: ({ usage }) => usage.input, format: formatTokens },
  { name: 'tokens out', of: ({ usage }) => usage.output, format: formatTokens },
];
const costSeries: Series = {
  name: 'cost in $',
  of: ({ usage }) => usage.costUsd ?? 0,
  format: formatMoney,
  small: { name: 'cost in cents', below: 0.5, factor: 100 },
};
const timeSeries: Series = {
  name: 'seconds',
  of: ({ durationMs }) => durationMs / 1000,
  format: (value) => formatDuration(value * 1000),
};
const mostColumns = 110;
const mostChartRows = 14;

export function createUsagePage({ turns, today, now, close, redraw, ascii }: UsagePageOptions): Dialog {
  const scroll = createScroll(ascii);
  const table = tableLines(turns, today, now);
  // A price that is not known is not a price of nothing.
  const isPriced = turns.some(({ usage }) => usage.costUsd !== undefined);
  const allSeries = isPriced ? [...tokenSeries, costSeries, timeSeries] : [...tokenSeries, timeSeries];
  let shown = 0;
  let lineChart: LineChart | undefined;
  let chart: { key: string; lines: Line[] } | undefined;
  // Dots of braille have no ASCII form, and a line needs two points.
  let drawsLine = !ascii && turns.length > 1;
  if (drawsLine)
    void import('../line-chart.js')
      .then((module) => {
        lineChart = module.lineChart;
      })
      // Bars say the same.
      .catch(() => {
        drawsLine = false;
      })
      .finally(redraw);

  function chartLines(width: number, height: number): Line[] {
    const series = allSeries[shown] as Series;
    if (!drawsLine) return bars(turns, series, width, height, ascii);
    if (!lineChart) return [];
    const key = `${shown} ${width} ${height}`;
    if (chart?.key !== key) {
      const labels = turns.map((_, at) => String(at + 1));
      const { factor } = unitOf(series);
      const values = turns.map((turn) => series.of(turn) * factor);
      chart = { key, lines: lineChart(labels, values, width, height) };
    }
    return chart.lines;
  }
  const unitOf = ({ name, small, of }: Series) =>
    drawsLine && small && Math.max(...turns.map(of)) < small.below ? small : { name, factor: 1 };
  const tabs = (): Line =>
    allSeries
      .map(unitOf)
      .flatMap(
        ({ name }, at): Line => [
          { text: at === 0 ? '' : '  ', role: 'text' },
          at === shown ? { text: `[${name}]`, role: 'strong' } : { text: ` ${name} `, role: 'dim' },
        ],
      );
  const turnTo = (step: number) => {
    shown = (shown + step + allSeries.length) % allSeries.length;
    redraw();
  };
  const turning: Record<string, () => void> = {
    tab: () => turnTo(1),
    right: () => turnTo(1),
    'shift+tab': () => turnTo(-1),
    left: () => turnTo(-1),
  };

  return {
    wants: (screen) => ({
      width: Math.min(screen.width, mostColumns),
      height: Math.min(screen.height, table.length + 17 + dialogEdges.height, Math.max(20, screen.height - 2)),
      at: 'middle',
    }),
    frame() {
      const label = scroll.label();
      return {
        role: 'borderFocus',
        title: 'Usage of this thread, and of today',
        rightTitle: [{ text: ascii ? 'Tab chart - Esc' : 'Tab chart · Esc', role: 'dim' }],
        ...(label ? { bottomRight: label } : {}),
      };
    },
    lines(width, height) {
      const head: Line[] = [sumLine(turns, ascii), todayLine(today, ascii), []];
      if (turns.length === 0 && today.length === 0) return head;
      const room = height - head.length;
      // The table comes first to its rows, but never takes more than half.
      const most = turns.length === 0 ? 0 : mostChartRows;
      const chartRows = Math.max(0, Math.min(most, Math.max(Math.floor(room / 2), room - table.length - 1)));
      const top =
        chartRows < 5 ? head : [...head, tabs(), ...padded(chartLines(width, chartRows - 2), chartRows - 2), []];
      const tableRows = Math.max(0, height - top.length - 1);
      const [heading = [], ...rows] = table;
      return [...top, heading, ...scroll.window(rows, tableRows)].map((line) =>
        clipLine(line, width, glyphs(ascii).ellipsis),
      );
    },
    onInput(event) {
      const [key = ''] = keyNames(event);
      if (Object.hasOwn(turning, key)) turning[key]?.();
      else if (scroll.onKey(key)) redraw();
      else if (closingKeys.includes(key)) close();
      else return false;
      return true;
    },
  };
}

/** The chart comes a moment later; what stands below it must not move then. */
const padded = (lines: Line[], height: number): Line[] => Array.from({ length: height }, (_, at) => lines[at] ?? []);

/** One bar a turn, the newest last, in whole cells. */
function bars(turns: readonly TurnUsage[], series: Series, width: number, height: number, ascii: boolean): Line[] {
  const newest = turns.slice(-Math.max(1, height));
  const first = turns.length - newest.length;
  const most = Math.max(...newest.map(series.of));
  const room = Math.max(1, width - 20);
  return newest.map((turn, at) => {
    const value = series.of(turn);
    const cells = most > 0 ? Math.round((value / most) * room) : 0;
    return [
      { text: `${String(first + at + 1).padStart(4)} `, role: 'dim' },
      { text: (ascii ? '#' : '█').repeat(cells), role: 'accent' },
      { text: ` ${series.format(value)}`, role: 'text' },
    ];
  });
}
