// Looks through a shell line for what must be denied, told or asked. A seat belt, not a sandbox: it sees what is written,
// not what programs do. Loads the parser; import this module lazily.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'unbash';
import type { CommandFacts } from './command-facts.js';
import { type Finding, unclear } from './command-findings.js';
import { plainCommands } from './command-parts.js';
import { fileFindings, readsInside } from './command-paths.js';
import { simpleLine } from './command-shape.js';
import { walkLine } from './command-walk.js';
import type { Places } from './path-guard.js';

/** `cwd` is the folder the line will run in. */
export type CommandPlaces = Pick<Places, 'cwd'> & Partial<Places>;

/** Longer lines, and those with more here-documents, are not looked through: that would take too long. */
const maxLength = 60_000;
const maxHereDocuments = 200;

/** Facts about a shell line. Never throws for what the line says: what cannot be read is `unclear`. */
export async function inspectCommand(line: string, { cwd, ...rest }: CommandPlaces): Promise<CommandFacts> {
  const places = { cwd, productHome: join(homedir(), '.paicli'), ...rest };
  const tooLong = line.length > maxLength || line.split('<<').length > maxHereDocuments;
  if (tooLong) return { denied: [], reasons: [], unclear: ['too long to look through'], programs: [] };
  const walk = walkLine(line.replaceAll('\0', ''), cwd);
  walk.add(...letterFindings(line));
  const findings = [...walk.findings, ...(await fileFindings(walk.files, places))];
  const facts: CommandFacts = { ...factsOf(findings), programs: walk.programs };
  if (facts.denied.length + facts.unclear.length + (facts.always?.length ?? 0) > 0) return facts;
  const { reads } = walk;
  if (reads !== undefined && facts.reasons.length === 0 && (await readsInside(reads, places))) facts.onlyReads = true;
  return findings.some(({ kind }) => kind === 'destroys') ? facts : { ...facts, ...shapeOf(line) };
}

/** The line's plain commands, and the one it is. */
function shapeOf(line: string): Pick<CommandFacts, 'simple' | 'parts'> {
  const script = parse(line);
  const simple = simpleLine(script);
  const parts = plainCommands(script)?.map((part) => ({ ...part, isHarmless: false }));
  return { ...(simple === undefined ? {} : { simple }), ...(parts === undefined ? {} : { parts }) };
}

function factsOf(findings: Finding[]): Omit<CommandFacts, 'programs'> {
  const of = (...kinds: Finding['kind'][]) => [
    ...new Set(findings.filter(({ kind }) => kinds.includes(kind)).map(({ reason }) => reason)),
  ];
  const facts = { denied: of('denied'), reasons: of('destroys', 'does'), unclear: of('unclear') };
  const always = of('always');
  return always.length > 0 ? { ...facts, always } : facts;
}

/** Characters that make a line read otherwise than it runs. */
function letterFindings(line: string): Finding[] {
  const found: Finding[] = [];
  if (/[\x00-\x08\x0b-\x1f\x7f]/.test(line)) found.push(unclear('holds control characters'));
  if (/[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/.test(line))
    found.push(unclear('holds invisible characters'));
  return found;
}
