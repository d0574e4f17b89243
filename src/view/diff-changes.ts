// A diff taken apart: what stayed, and what was replaced by what. Owns the pairing of lines and the marks in them.
import type { DiffHunk } from '../protocol/display.js';
import type { Highlighter } from './highlighter.js';
import type { Line, StyleRole } from './span.js';

/** A line of one side, without its sign, ready to be broken or clipped. */
export interface DiffLine {
  sign: ' ' | '+' | '-' | '\\';
  spans: Line;
  /** Its number in the file; absent for a remark about the end of the file. */
  number?: number;
}

/** What stands at one place before and after: the same line on both sides, or lines in place of lines. */
export interface DiffChange {
  kind: 'same' | 'changed';
  before: DiffLine[];
  after: DiffLine[];
}

const roles: Record<DiffLine['sign'], StyleRole> = { ' ': 'dim', '\\': 'dim', '+': 'added', '-': 'removed' };

/** The changes of a hunk in their order. */
export function changesOf(hunk: DiffHunk): DiffChange[] {
  const changes: DiffChange[] = [];
  let [oldNumber, newNumber] = [hunk.oldStart, hunk.newStart];
  let side: 'before' | 'after' = 'after';
  for (const text of hunk.lines) {
    const sign = signOf(text);
    if (sign === ' ') {
      changes.push({
        kind: 'same',
        before: [lineOf(text, oldNumber++)],
        after: [lineOf(text, newNumber++)],
      });
      continue;
    }
    if (sign !== '\\') side = sign === '-' ? 'before' : 'after';
    const change = openChange(changes, sign);
    change[side].push(lineOf(text, sign === '-' ? oldNumber++ : sign === '+' ? newNumber++ : undefined));
  }
  return changes;
}

/** Removed lines come before added ones; a removed one after an added one begins another change. */
function openChange(changes: DiffChange[], sign: DiffLine['sign']): DiffChange {
  const last = changes.at(-1);
  if (last !== undefined && sign === '\\') return last;
  if (last?.kind === 'changed' && (sign === '+' || last.after.length === 0)) return last;
  const change: DiffChange = { kind: 'changed', before: [], after: [] };
  changes.push(change);
  return change;
}

function lineOf(line: string, number: number | undefined): DiffLine {
  const sign = signOf(line);
  const whole = line.slice(1).replaceAll('\t', '    ').trimEnd();
  const text = sign === '\\' ? whole.trimStart() : whole;
  const spans: Line = text === '' ? [] : [{ text, role: roles[sign] }];
  return number === undefined ? { sign, spans } : { sign, spans, number };
}

function signOf(line: string): DiffLine['sign'] {
  const sign = line[0];
  return sign === '+' || sign === '-' || sign === '\\' ? sign : ' ';
}

/** Marks the words that changed between lines that replace each other, in the first `mostPairs`; returns how many are left. */
export function markChangedWords(
  changes: DiffChange[],
  highlighter: Highlighter | undefined,
  mostPairs: number,
): number {
  let left = mostPairs;
  for (const change of changes) {
    if (left <= 0 || highlighter === undefined) return left;
    left -= markPairs(change, highlighter, left);
  }
  return left;
}

/** Returns how many pairs were looked at. */
function markPairs(change: DiffChange, highlighter: Highlighter, most: number): number {
  const count = change.kind === 'same' ? 0 : Math.min(change.before.length, change.after.length, most);
  for (let at = 0; at < count; at++) {
    const [before, after] = [change.before[at]!, change.after[at]!];
    const [old, fresh] = [before.spans[0]?.text ?? '', after.spans[0]?.text ?? ''];
    const marked = before.sign === '-' && after.sign === '+' ? highlighter.markWords(old, fresh) : undefined;
    if (marked === undefined) continue;
    before.spans = marked.before;
    after.spans = marked.after;
  }
  return count;
}

/** The line with its sign before it: the sign stands apart from what it is about. */
export function withSign({ sign, spans }: DiffLine): Line {
  if (spans.length === 0) return sign === ' ' ? [] : [{ text: sign, role: roles[sign] }];
  const [first, ...rest] = spans;
  if (first?.role !== roles[sign]) return [{ text: `${sign} `, role: roles[sign] }, ...spans];
  return [{ ...first, text: `${sign} ${first.text}` }, ...rest];
}
