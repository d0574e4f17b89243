// How a call ended, in the words the model reads. Runs nothing.
import { PaiError } from '../base/error.js';
import type { ToolOutcome } from '../protocol/event.js';
import type { Attempt } from './time-limits.js';
import type { PreparedCall, ToolResult } from './tool.js';

export interface Ending {
  outcome: ToolOutcome;
  text: string;
  display?: ToolResult['display'];
}

/** Fixed beginnings by which the model tells the kinds of failure apart. */
const prefix = {
  denied: 'Denied by policy: ',
  deniedByUser: 'Denied by the user: ',
  failed: 'Failed: ',
  timedOut: 'Timed out: ',
};

export const skipped: Ending = { outcome: 'skipped', text: 'This call was not run: cancelled by the user.' };

export const failed = (problem: string): Ending => ({ outcome: 'failed', text: prefix.failed + problem });

export function deniedByPolicy(reasons: string[]): Ending {
  return { outcome: 'denied', text: prefix.denied + reasons.join('; ') };
}

export function deniedByUser(reason: string | undefined): Ending {
  const text = `${prefix.deniedByUser}${reason?.trim() || 'no reason was given'}. The call was not run.`;
  return { outcome: 'denied', text };
}

/** `timeOutReason` is a sentence. */
export function endingOf(attempted: Attempt<ToolResult | PreparedCall>, timeOutReason: string): Ending {
  if (attempted.kind === 'thrown') return thrownEnding(attempted.error);
  const result = attempted.value !== undefined && 'ok' in attempted.value ? attempted.value : undefined;
  // What ended well in spite of being told to stop has ended well.
  if (result?.ok) return { outcome: 'ok', text: result.text, display: result.display };
  const display = result?.display ?? [];
  if (attempted.kind === 'done') return { outcome: 'failed', text: prefix.failed + (result?.text ?? ''), display };
  const partial = result === undefined || result.text === '' ? '' : `\nWhat it said until then:\n${result.text}`;
  if (attempted.kind === 'cancelled')
    return { outcome: 'stopped', text: `This call was started and stopped by the user.${partial}`, display };
  return { outcome: 'timed-out', text: `${prefix.timedOut}${timeOutReason}${partial}`, display };
}

function thrownEnding(error: unknown): Ending {
  const denied = error instanceof PaiError && error.code === 'denied';
  return { outcome: denied ? 'denied' : 'failed', text: (denied ? prefix.denied : prefix.failed) + messageOf(error) };
}

/** The ending with something the model must know before its text; the fixed beginning stays the beginning. */
export function withNote(ending: Ending, note: string | undefined): Ending {
  if (note === undefined) return ending;
  const { outcome, text } = ending;
  // The output of a call that ended well may begin with anything.
  const start = outcome === 'ok' ? '' : (Object.values(prefix).find((begin) => text.startsWith(begin)) ?? '');
  return { ...ending, text: `${start}${note}\n${text.slice(start.length)}` };
}

/** What happened and what to do, as sentences. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message = (error.message || error.name).replace(/\.$/, '');
  return error instanceof PaiError && error.hint ? `${message}. ${error.hint}` : `${message}.`;
}
