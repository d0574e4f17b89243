// The loop: ask the model, run the tools it names, ask again, until it answers in text, a guard ends it, or it is cancelled.
import type { ErrorData } from '../base/error.js';
import { fillText } from '../base/fill-text.js';
import { addUsage, noUsage, type Usage } from '../protocol/usage.js';
import { createLoopGuard } from './loop-guard.js';
import { refuseCutCalls } from './refuse-cut-calls.js';
import { runStep } from './run-step.js';
import type { StepReply, Turn, TurnEnd } from './turn.js';

/** Runs one turn to its end. The model decides what is done; nothing here chooses tools. Never rejects for the model's or a tool's faults. */
export async function runTurn(turn: Turn): Promise<TurnEnd> {
  const guard = createLoopGuard();
  let usage: Usage = noUsage;
  let stepsAllowed = turn.limits.maxSteps;
  let step = 0;
  let tooLong: ErrorData | undefined;
  const end = (outcome: TurnEnd['outcome'], text: string, error?: ErrorData): TurnEnd =>
    error ? { outcome, text, steps: step, usage, error } : { outcome, text, steps: step, usage };

  for (;;) {
    for (const text of turn.takeSteering()) turn.emit({ type: 'turn.steered', text });
    if (turn.signal.aborted) return end('cancelled', '');
    if (step >= stepsAllowed) {
      const goesOn = await turn.mayGoOn(
        `${step} steps are done; another ${turn.limits.maxSteps}?`,
        'the limit of steps for one turn was reached',
      );
      if (turn.signal.aborted) return end('cancelled', '');
      if (!goesOn) return concluded(`the limit of ${stepsAllowed} steps was reached`);
      stepsAllowed += turn.limits.maxSteps;
    }
    for (let limit = turn.reachedLimit(usage); limit !== undefined; limit = turn.reachedLimit(usage)) {
      const goesOn = await turn.mayGoOn(limit.question, limit.reason);
      if (turn.signal.aborted) return end('cancelled', '');
      // Not even a summary: that would spend more.
      if (!goesOn) return end('limit', '', limitError(limit.reason, limit.hint));
      limit.goOn();
    }

    if (!(await fits('limit'))) return turn.signal.aborted ? end('cancelled', '') : end('failed', '', tooLong);

    const reply = await ask();
    if (reply.error?.code === 'context-overflow' && (await fits('overflow'))) continue;
    if (reply.error?.code === 'cancelled') return end('cancelled', reply.text);
    if (reply.error) return end('failed', reply.text, tooLong ?? reply.error);
    if (reply.calls.length === 0) {
      if (reply.text.trim() !== '') return end('answered', reply.text);
      if (guard.seeEmptyReply()) return end('failed', '', emptyError);
      continue;
    }
    // Also after a cancel: each call must get its result, which then says that it was not run.
    const results =
      reply.finishReason === 'length' ? refuseCutCalls(turn, reply.calls) : await turn.runTools(reply.calls);
    if (turn.signal.aborted) return end('cancelled', reply.text);
    const verdict = guard.seeBatch(reply.calls, results);
    if (verdict === 'nudge') turn.emit({ type: 'turn.steered', text: turn.prompts.repeatNudge, by: 'engine' });
    if (verdict === 'end') return concluded('the model repeated the same calls with the same results');
  }

  /** Before a step: whether it can be asked for. After a refusal: whether it is worth another try. */
  async function fits(cause: 'limit' | 'overflow'): Promise<boolean> {
    const room = await turn.makeRoom(cause);
    usage = addUsage(usage, room.usage);
    if (room.tooLong !== undefined) tooLong = tooLongError(room.tooLong);
    return !turn.signal.aborted && room.tooLong === undefined && (cause === 'limit' || room.made);
  }

  async function ask(tools = turn.tools): Promise<StepReply> {
    step++;
    const reply = await runStep(turn, step, tools);
    usage = addUsage(usage, reply.usage);
    return reply;
  }

  /** A guard ended the work: one last call without tools says what is done, verified, open and next. */
  async function concluded(reason: string): Promise<TurnEnd> {
    turn.emit({ type: 'turn.steered', text: fillText(turn.prompts.summary, { reason }), by: 'engine' });
    const reply = await ask([]);
    return end(turn.signal.aborted ? 'cancelled' : 'limit', reply.text, limitError(reason));
  }
}

const limitError = (reason: string, hint = 'Send another message to go on.'): ErrorData => ({
  code: 'limit',
  message: `The turn was ended: ${reason}.`,
  hint,
});

const tooLongError = (sizes: string): ErrorData => ({
  code: 'context-overflow',
  message: `The next request would be too long: ${sizes}.`,
  hint: 'Begin a new thread with /clear, take turns back with /undo, or choose a model with a larger window with /model.',
});

const emptyError: ErrorData = {
  code: 'model',
  message: 'The model replied twice with neither text nor a tool call.',
  hint: 'Send the request again, or choose another model with /model.',
};
