// What a look at one part of a shell line can find, and what it needs to know for that. Plain data; judges nothing.

export interface Finding {
  /**
   * `denied` at every level; `always` and `unclear` are asked at every level; `destroys` and `does` are reasons to ask, and
   * what destroys has no rule for its exact line.
   */
  kind: 'denied' | 'always' | 'destroys' | 'does' | 'unclear';
  reason: string;
}

export interface RuleContext {
  /** The thread's folder. */
  root: string;
  /** Where the command would run, undefined when a `cd` made that unknown. */
  cwd: string | undefined;
  /** Where it would run should the `cd` before it fail. */
  elsewhere?: string;
  /** More arguments come from a pipe. */
  moreFromInput: boolean;
}

export const denied = (reason: string): Finding => ({ kind: 'denied', reason });
export const always = (reason: string): Finding => ({ kind: 'always', reason });
export const destroys = (reason: string): Finding => ({ kind: 'destroys', reason });
export const does = (reason: string): Finding => ({ kind: 'does', reason });
export const unclear = (reason: string): Finding => ({ kind: 'unclear', reason });
