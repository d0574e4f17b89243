// Turns what a call says it will touch into the facts `decide` works on: real paths, parsed commands.
import type { ApprovalLevel } from '../protocol/approval.js';
import type { CommandFacts } from './command-facts.js';
import { type AccessFacts, decide, type PolicyDecision } from './decide.js';
import { inspectPath, type Places } from './path-guard.js';
import type { ScopedRule } from './rule.js';

/** What a call will touch. Paths are absolute; the policy decides from this alone. */
export interface Access {
  reads: string[];
  writes: string[];
  /** A shell line that will be run. */
  command?: string;
  network?: boolean;
  /** The one address that is asked, where there is one. */
  url?: string;
  /** Why a person must be asked at every level, whatever else it touches. */
  always?: string;
}

/** Facts about an access; the command parser is loaded with the first command. */
async function gatherFacts(access: Access, places: Places): Promise<AccessFacts> {
  const inspect = (paths: string[]) => Promise.all(paths.map((path) => inspectPath(path, places)));
  const [reads, writes] = await Promise.all([inspect(access.reads), inspect(access.writes)]);
  const host = access.url === undefined ? undefined : hostOf(access.url);
  const network = access.network === true || access.url !== undefined;
  const always = access.always === undefined ? {} : { always: access.always };
  const facts = { reads, writes, network, ...(host === undefined ? {} : { host }), ...always };
  return access.command === undefined ? facts : { ...facts, command: await commandFacts(access.command, places) };
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname.toLowerCase() || undefined : undefined;
}

async function commandFacts(line: string, places: Places): Promise<CommandFacts> {
  const { inspectCommand } = await import('./command-guard.js');
  const facts = await inspectCommand(line, places);
  if (facts.parts === undefined) return facts;
  const { withHarmless } = await import('./harmless-parts.js');
  return { ...facts, parts: await withHarmless(facts.parts, places) };
}

export interface CallToDecide {
  tool: string;
  access: Access;
  readOnly: boolean;
  level: ApprovalLevel;
  places: Places;
  rules: readonly ScopedRule[];
}

/** Gathers the facts of a call and decides it. */
export async function decideCall({ access, places, ...rest }: CallToDecide): Promise<PolicyDecision> {
  return decide({ facts: await gatherFacts(access, places), ...rest });
}
