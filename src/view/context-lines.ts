// Where the model's window goes, as a bar by part and a row a part. Pure; the parts are whatever the engine counts.

import type { ContextPart } from '../protocol/query.js';
import { formatTokens } from './format.js';
import { glyphs } from './glyphs.js';
import type { Line, Span, StyleRole } from './span.js';
import { clipLine } from './wrap.js';

export interface ContextFacts {
  parts: readonly ContextPart[];
  windowTokens: number;
  /** From here on the conversation is made smaller. */
  triggerTokens: number;
  /** The size of the window is a guess. */
  isAssumed: boolean;
}

/** What each part is drawn with: neighbours differ in shape, so that colour is not the only sign. */
const fills: readonly { sign: string; ascii: string; role: StyleRole }[] = [
  { sign: '█', ascii: '#', role: 'accent' },
  { sign: '▒', ascii: '=', role: 'success' },
  { sign: '▓', ascii: '%', role: 'number' },
  { sign: '▚', ascii: '+', role: 'keyword' },
  { sign: '▙', ascii: '*', role: 'string' },
  { sign: '▞', ascii: 'o', role: 'warning' },
];
const free = { sign: '░', ascii: '.', role: 'dim' as const };

const leastForMeanings = 50;
const meanings: Readonly<Record<string, string>> = {
  system: 'instructions and facts about the project',
  tools: 'what the model can call',
  summary: 'stands for the older part of the conversation',
  history: 'messages, and results of tools',
};

/** The sum; the bar; under it where the trigger is. */
export function contextBarLines(facts: ContextFacts, width: number, ascii: boolean): Line[] {
  const { parts, windowTokens, triggerTokens } = facts;
  const used = sumOf(parts);
  const guess = facts.isAssumed ? '~' : '';
  const sum = `~${formatTokens(used)} of ${guess}${formatTokens(windowTokens)} tokens, ${percentOf(used, windowTokens)}`;
  return [
    [{ text: sum, role: used >= triggerTokens ? 'warning' : 'strong' }],
    barLine(parts, Math.max(used, windowTokens), width, ascii),
    triggerLine(triggerTokens, Math.max(used, windowTokens), width, ascii),
  ];
}

/** A row a part, and one for what is free. */
export function contextRows({ parts, windowTokens }: ContextFacts, width: number, ascii: boolean): Line[] {
  const left = Math.max(0, windowTokens - sumOf(parts));
  const rows = [
    ...parts.map(({ name, tokens }, at) => ({ name: name as string, tokens, ...fillOf(at) })),
    { name: 'free', tokens: left, ...free },
  ];
  const nameColumns = Math.max(...rows.map(({ name }) => name.length));
  return rows.map(({ name, tokens, sign, ascii: asciiSign, role }): Line => {
    const numbers = `~${formatTokens(tokens)}`.padStart(7) + percentOf(tokens, windowTokens).padStart(6);
    const line: Line = [
      { text: `${ascii ? asciiSign : sign} `, role },
      { text: name.padEnd(nameColumns) + numbers, role: 'text' },
    ];
    if (width >= leastForMeanings) line.push({ text: `  ${meanings[name] ?? ''}`, role: 'dim' });
    return clipLine(line, width, glyphs(ascii).ellipsis);
  });
}

const sumOf = (parts: readonly ContextPart[]) => parts.reduce((sum, { tokens }) => sum + tokens, 0);
const fillOf = (at: number) => fills[at % fills.length] ?? free;

function percentOf(tokens: number, windowTokens: number): string {
  if (windowTokens <= 0) return '';
  const percent = (tokens / windowTokens) * 100;
  return percent > 0 && percent < 0.5 ? '<1%' : `${Math.round(percent)}%`;
}

/** What is there at all has a cell. */
function barLine(parts: readonly ContextPart[], total: number, width: number, ascii: boolean): Line {
  const spans: Span[] = [];
  let sum = 0;
  let at = 0;
  parts.forEach(({ tokens }, index) => {
    sum += tokens;
    const end = Math.min(width, Math.max(at + (tokens > 0 ? 1 : 0), Math.round((sum / total) * width)));
    const { sign, ascii: asciiSign, role } = fillOf(index);
    if (end > at) spans.push({ text: (ascii ? asciiSign : sign).repeat(end - at), role });
    at = Math.max(at, end);
  });
  return at < width
    ? [...spans, { text: (ascii ? free.ascii : free.sign).repeat(width - at), role: free.role }]
    : spans;
}

/** The mark, and what it means on the side where there is room. */
function triggerLine(triggerTokens: number, total: number, width: number, ascii: boolean): Line {
  const column = Math.min(width - 1, Math.round((triggerTokens / total) * width));
  const mark = ascii ? '^' : '↑';
  const says = `made smaller from ~${formatTokens(triggerTokens)} on`;
  const before = column - says.length - 1;
  const text = before >= 0 ? `${' '.repeat(before)}${says} ${mark}` : `${' '.repeat(column)}${mark} ${says}`;
  return clipLine([{ text, role: 'dim' }], width, glyphs(ascii).ellipsis);
}
