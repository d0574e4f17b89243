// Puts one question to the person and waits, without the clocks running. What is asked and what follows is not known here.
import type { ApprovalDecision } from '../protocol/approval.js';
import type { CallRun } from './call-work.js';
import type { ApprovalQuestion } from './executor.js';

/** Undefined when the turn was cancelled before an answer came, an error when the question could not be put. */
export type PersonsAnswer = ApprovalDecision | Error | undefined;

export async function askPerson({ deps, context }: CallRun, question: ApprovalQuestion): Promise<PersonsAnswer> {
  const { signal } = context;
  let onAbort: () => void = () => {};
  const cancelled = new Promise<undefined>((resolve) => {
    onAbort = () => resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  try {
    const failed = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
    const first = await Promise.race([deps.ask(question).catch(failed), cancelled]);
    // At the turn's end the engine closes open questions as denied; that is a cancel, not a person's no.
    return signal.aborted ? undefined : first;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
