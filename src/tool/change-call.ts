// A call as a person changed it: what may be changed, the change checked and prepared anew, and what the model is told of it.
import { bounded } from '../base/cut-text.js';
import type { ApprovalRequest } from '../protocol/approval.js';
import type { StandingCall } from './approve-call.js';
import { messageOf } from './call-ending.js';
import { callLimitMs, work } from './call-work.js';
import { parseCall } from './parse-call.js';
import type { PreparedCall } from './tool.js';

type Editable = NonNullable<ApprovalRequest['editable']>;

/** Characters that no editor shows: escaped, they come back as they were, and a person sees that they are there. */
const unseen = /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Longer arguments are told only in part; the model can read what came of them. */
const mostToldCharacters = 1500;

/** The shell line where the call is one, else all arguments as JSON. */
export function editableOf(args: unknown, { access }: PreparedCall): Editable {
  const line = commandOf(args);
  if (line !== undefined && line === access.command) return { kind: 'command', text: line };
  return { kind: 'arguments', text: JSON.stringify(args, null, 2).replace(unseen, escaped) };
}

function commandOf(args: unknown): string | undefined {
  const { command } = (args ?? {}) as { command?: unknown };
  return typeof command === 'string' ? command : undefined;
}

/** The call with the person's text in place of the model's; nothing is run. */
export async function changeCall(
  standing: StandingCall,
  text: string,
): Promise<StandingCall | { problem: string } | { cancelled: true }> {
  const { run, args, prepared } = standing;
  const editable = editableOf(args, prepared);
  if (text === editable.text) return standing;
  const changedTo = editable.kind === 'command' ? JSON.stringify({ ...(args as object), command: text }) : text;
  const parsed = parseCall({ ...run.call, arguments: changedTo }, run.deps.registry);
  if ('problem' in parsed) return parsed;
  const changed = { ...run, parsed, limitMs: callLimitMs(parsed, run.limits) };
  const { tool } = parsed;
  const done = await work(changed, (signal) => tool.prepare(parsed.args, { ...run.context, signal }));
  if (done.kind === 'cancelled') return { cancelled: true };
  if (done.kind === 'thrown') return { problem: messageOf(done.error) };
  if (done.kind !== 'done') return { problem: 'it could not be worked out in time.' };
  return { run: changed, tool, args: parsed.args, prepared: done.value, changedTo };
}

/** The model's own call stays in its history as it was, so it must be told what stands in its place. */
export function changedNote({ args, prepared }: StandingCall, changedTo: string): string {
  const { kind, text } = editableOf(args, prepared);
  if (kind === 'command') return `[The user changed this command. In its place: ${bounded(text, mostToldCharacters)}]`;
  const told = bounded(JSON.stringify(JSON.parse(changedTo)), mostToldCharacters);
  return `[The user changed the arguments of this call. In their place: ${told}]`;
}
