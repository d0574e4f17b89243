// The snapshots of one turn: taken before the first call that may change something, waited for by it, and again when the turn has
// ended. Owns what becomes of a turn whose snapshot cannot be taken; the taking is snapshots.ts.
import { type ErrorData, toErrorData } from '../base/error.js';
import type { IdSource } from '../base/ids.js';
import type { TakenSnapshot, TakeRequest } from '../snapshot/types.js';
import type { SessionScope } from './scopes.js';
import { titleOf } from './thread-log.js';

/** What a turn needs of the snapshots of its engine. */
export interface TurnSnapshotParts {
  newId: IdSource;
  /** How long a call waits for the snapshot. */
  boundMs: number;
  /** False: nobody is asked, the turn goes on with a warning. */
  asks(): boolean;
  take(request: TakeRequest): Promise<TakenSnapshot>;
  /** It could not be taken, and the turn goes on without. */
  goesWithout(error: ErrorData): void;
  /** The person said that turns may go on without. */
  accepted(): void;
  worked(): void;
}

export interface TurnSnapshot {
  /** A call that may change something has come: the snapshot is begun, so that it is taken while one is asked about the call. */
  begin(): void;
  /** Resolves when it may run, also when the turn was stopped; with a sentence: it must not, and why. */
  mayChange(): Promise<string | undefined>;
  /** False as long as no call that may change something was let run. */
  hasBegun(): boolean;
  /** Splits the turn: what it did until now is known to be its own. */
  split(): Promise<void>;
  /** The turn has ended. Resolves when its last snapshot is taken; never rejects. */
  end(): Promise<void>;
}

type Outcome = { taken: TakenSnapshot } | { error: ErrorData };

export function createTurnSnapshot(parts: TurnSnapshotParts, scope: SessionScope): TurnSnapshot {
  const { threadId, turnId, signal, approvals } = scope;
  const giveUp = new AbortController();
  const label = titleOf(scope.input);
  let taking: Promise<Outcome> | undefined;
  let startedAt = 0;
  let isSettled = false;
  let verdict: Promise<string | undefined> | undefined;

  const take = (kind: 'before-turn' | 'after-turn', stop?: AbortSignal): Promise<Outcome> =>
    parts.take({ kind, label, threadId, turnId, ...(stop ? { signal: stop } : {}) }).then(
      (taken) => ({ taken }),
      (error: unknown) => ({ error: toErrorData(error) }),
    );
  const begin = () => {
    if (taking !== undefined) return;
    startedAt = performance.now();
    taking = take('before-turn', giveUp.signal).finally(() => {
      isSettled = true;
    });
  };

  async function decide(): Promise<string | undefined> {
    begin();
    const outcome = await firstOf(taking!, parts.boundMs - (performance.now() - startedAt), signal);
    if (outcome === 'stopped') return undefined;
    if (outcome !== 'late' && 'taken' in outcome) {
      parts.worked();
      return undefined;
    }
    const error = outcome === 'late' ? tooSlow(parts.boundMs) : outcome.error;
    // A folder that gets none never will.
    if (error.code !== 'denied' && parts.asks()) return ask(error);
    giveUp.abort();
    parts.goesWithout(error);
    return undefined;
  }

  async function ask({ message, hint }: ErrorData): Promise<string | undefined> {
    const approvalId = parts.newId('approval');
    const asked = approvals.ask({
      approvalId,
      subject: 'limit',
      title: 'Go on without a snapshot?',
      reasons: [`no snapshot could be taken: ${message}`],
      preview: [
        { kind: 'text', text: 'y: the turn goes on; what it changes cannot be taken back with /restore.' },
        { kind: 'text', text: 'n: nothing is changed in this turn.' },
        ...(hint ? [{ kind: 'text' as const, text: hint, tone: 'dim' as const }] : []),
      ],
    });
    const isTaken = taking!.then((outcome) => ('taken' in outcome ? ('taken' as const) : never));
    const answer = await Promise.race([asked, isTaken]);
    if (answer === 'taken') {
      approvals.withdraw(approvalId, 'the snapshot was taken meanwhile');
      parts.worked();
      return undefined;
    }
    giveUp.abort();
    if (answer.kind === 'deny') return 'no snapshot could be taken, and the user does not want changes without one';
    parts.accepted();
    return undefined;
  }

  return {
    begin,
    mayChange: () => (verdict ??= decide()),
    hasBegun: () => verdict !== undefined,
    async split() {
      await take('after-turn');
      await take('before-turn');
    },
    async end() {
      if (taking === undefined) return;
      // Nothing was changed that had to wait for it.
      if (!isSettled) giveUp.abort();
      if ('taken' in (await taking)) await take('after-turn');
    },
  };
}

const never = new Promise<never>(() => {});

const tooSlow = (boundMs: number): ErrorData => ({
  code: 'limit',
  message: `the files of the folder were not stored within ${Math.round(boundMs / 1000)} s`,
  hint: 'It goes on meanwhile; when it is done the question goes away.',
});

/** What comes first: the outcome, the end of the time, or the stop of the turn. */
function firstOf<T>(outcome: Promise<T>, timeoutMs: number, signal: AbortSignal): Promise<T | 'late' | 'stopped'> {
  if (signal.aborted) return Promise.resolve('stopped');
  return new Promise((resolve) => {
    const end = (what: T | 'late' | 'stopped') => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(what);
    };
    const onAbort = () => end('stopped');
    const timer = setTimeout(() => end('late'), Math.max(0, timeoutMs));
    signal.addEventListener('abort', onAbort, { once: true });
    void outcome.then(end);
  });
}
