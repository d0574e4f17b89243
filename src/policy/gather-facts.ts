// Turns what a call says it will touch into the facts `decide` works on: real paths, parsed commands.
import type { ApprovalLevel } from '../protocol/approval.js';
import { type AccessFacts, decide, type PolicyDecision } from './decide.js';
import { inspectPath, type Places } from './path-guard.js';

/** What a call says it will touch; paths are absolute. A tool's `Access` fits. */
export interface AccessToCheck {
  reads: string[];
  writes: string[];
  command?: string;
  network?: boolean;
}

/** Facts about an access; the command parser is loaded with the first command. */
async function gatherFacts(access: AccessToCheck, places: Places): Promise<AccessFacts> {
  const inspect = (paths: string[]) => Promise.all(paths.map((path) => inspectPath(path, places)));
  const [reads, writes] = await Promise.all([inspect(access.reads), inspect(access.writes)]);
  const network = access.network === true;
  if (access.command === undefined) return { reads, writes, network };
  const { inspectCommand } = await import('./command-guard.js');
  const command = await inspectCommand(access.command, { cwd: places.cwd });
  return { reads, writes, network, command };
}

export interface CallToDecide {
  access: AccessToCheck;
  readOnly: boolean;
  level: ApprovalLevel;
  places: Places;
  threadRules: ReadonlySet<string>;
}

/** Gathers the facts of a call and decides it. */
export async function decideCall({ access, places, ...rest }: CallToDecide): Promise<PolicyDecision> {
  return decide({ facts: await gatherFacts(access, places), ...rest });
}
