// What a team came to, as a table at the end of its plan.
import type { TeamMetrics } from '../protocol/team.js';
import type { TeamBlock } from './block.js';
import { formatCost, formatCount, formatDuration, formatTokens } from './format.js';
import { glyphs } from './glyphs.js';
import type { LineOptions } from './line-options.js';
import { gridLines } from './markdown-table.js';
import type { Line } from './span.js';
import { clipLine, wrapLine } from './wrap.js';

const columns = ['agent', 'in', 'out', 'cost'];

export function teamLines({ metrics }: TeamBlock, { width, ascii }: LineOptions): Line[] {
  const signs = glyphs(ascii);
  const heading: Line = [{ text: `team: ${formatCount(metrics.workers, 'worker')}`, role: 'strong' }];
  const rows = agentRows(metrics).map((row) => row.map(cell('text')));
  return [
    clipLine(heading, width, signs.ellipsis),
    ...teamFacts(metrics).flatMap((fact) => wrapLine([{ text: fact, role: 'text' }], width, 2)),
    ...gridLines(columns.map(cell('strong')), rows, [], width, signs),
  ];
}

const cell =
  (role: 'strong' | 'text') =>
  (text: string): Line => [{ text, role }];

/** What is said of the whole, one line a fact. */
function teamFacts(metrics: TeamMetrics): string[] {
  const { completionRate, reviewPassRate, retries, warnings, elapsedMs, serialMs, speedup } = metrics;
  return [
    `completed ${percent(completionRate)}, reviews passed ${percent(reviewPassRate)}`,
    `${retries === 1 ? '1 retry' : `${retries} retries`}, ${formatCount(warnings, 'warning')}`,
    `elapsed ${formatDuration(elapsedMs)}, one after another ${formatDuration(serialMs)}: speed-up ${speedup.toFixed(2)}`,
  ];
}

const percent = (rate: number) => `${Math.round(rate * 100)} %`;

function agentRows({ agents }: TeamMetrics): string[][] {
  return agents.map(({ agentId, usage }) => {
    const about = usage.estimated ? '~' : '';
    const cost = formatCost(usage);
    return [
      agentId,
      about + formatTokens(usage.input),
      about + formatTokens(usage.output),
      cost === undefined ? '' : about + cost,
    ];
  });
}

export function teamText(metrics: TeamMetrics): string {
  return [...teamFacts(metrics), columns.join('\t'), ...agentRows(metrics).map((row) => row.join('\t'))].join('\n');
}
