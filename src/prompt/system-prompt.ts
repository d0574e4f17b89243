// Puts the one system message together. It holds only what stays the same over a thread, so that servers can reuse their prefix cache.
import { dayOf } from '../base/day.js';
import { fenced } from '../base/fenced.js';
import type { Instructions } from './instructions.js';
import type { Prompts } from './load-prompt.js';

export interface ThreadFacts {
  cwd: string;
  /** Further folders that count as inside. */
  extraFolders?: readonly string[];
  /** As of process.platform. */
  platform: string;
  /** The shell that runs commands, e.g. `/bin/bash`. */
  shell: string;
  /** When the thread began, ms since 1970; only the day is told. */
  startedAt: number;
  isGitRepository?: boolean;
}

/** Who is spoken to: the agent of a turn, of one task of a plan, or of a team. */
export type WorkMode = 'react' | 'plan' | 'team-worker';

/** The same facts give the same bytes, also when a thread is resumed on another day. */
export function buildSystemPrompt(
  prompts: Prompts,
  mode: WorkMode,
  facts: ThreadFacts,
  instructions: readonly Instructions[] = [],
): string {
  const parts = [prompts.load('base'), prompts.load(`modes/${mode}`), describeFacts(facts)];
  if (instructions.length > 0)
    parts.push(
      prompts.load('context/instructions'),
      ...instructions.map(({ name, text }) => fenced('instructions', text, `file="${name}"`)),
    );
  return parts.join('\n\n');
}

export function describeFacts({
  cwd,
  extraFolders = [],
  platform,
  shell,
  startedAt,
  isGitRepository,
}: ThreadFacts): string {
  const lines = [
    `Working folder: ${oneLine(cwd)}${isGitRepository ? ' (a git repository)' : ''}`,
    ...extraFolders.map((folder) => `Further folder, named by its whole path: ${oneLine(folder)}`),
    `Platform: ${platform}, shell: ${oneLine(shell)}`,
    `Date at the start: ${dayOf(startedAt)}`,
  ];
  return `# Surroundings\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

/** A folder's name may hold line breaks, and with them sentences. */
const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ');
