// Findings as text for the model, and their order and number in a report. Pure.
import type { Finding } from './finding.js';

export const mostFindings = 20;

/** Errors before warnings, files of the edit before others, then by place. */
export function sortFindings(findings: readonly Finding[], edited: ReadonlySet<string>): Finding[] {
  const rank = ({ severity, path }: Finding) => (severity === 'error' ? 0 : 2) + (edited.has(path) ? 0 : 1);
  const byPlace = (a: Finding, b: Finding) =>
    (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || a.line - b.line || a.column - b.column;
  return [...findings].sort((a, b) => rank(a) - rank(b) || byPlace(a, b));
}

export function findingText({ severity, path, line, column, message, source }: Finding): string {
  return `[${severity}] ${path}:${line}:${column} ${message} (${source})`;
}

/** One line each, and how many were left out. */
export function findingsText(findings: readonly Finding[], omitted: number): string {
  const lines = findings.map(findingText);
  return [...lines, ...(omitted > 0 ? [`and ${omitted} more`] : [])].join('\n');
}
