// One call from prepared to completed. Turns whatever happens, also a thrown error, into exactly one result.
import { PaiError } from '../base/error.js';
import type { PolicyDecision } from '../policy/decide.js';
import type { ToolOutcome } from '../protocol/event.js';
import type { ToolCall } from '../protocol/message.js';
import { boundResult } from './bound-result.js';
import type { CallRecord, ExecutorDeps, ExecutorLimits, ToolBatchResult } from './executor.js';
import { fallbackTitle, type ParsedCall } from './parse-call.js';
import { type Attempt, attempt, type WorkClock } from './time-limits.js';
import type { PreparedCall, Tool, ToolContext, ToolResult } from './tool.js';

export interface CallRun {
  call: ToolCall;
  parsed: ParsedCall;
  limitMs: number;
  clock: WorkClock;
  context: ToolContext;
  limits: ExecutorLimits;
  deps: ExecutorDeps;
}

interface Ending {
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
const skipped: Ending = { outcome: 'skipped', text: 'This call was not run: cancelled by the user.' };

/** Runs one call through all its stations and reports it. */
export async function runCall(run: CallRun): Promise<ToolBatchResult> {
  const { call, parsed, deps, context } = run;
  const timer = { usedMs: 0 };
  const announceAnd = async (ending: Ending): Promise<ToolBatchResult> => {
    await deps.called(call, fallbackTitle(call));
    return complete(run, ending, timer.usedMs);
  };
  if (context.signal.aborted) return announceAnd(skipped);
  if ('problem' in parsed) return announceAnd({ outcome: 'failed', text: prefix.failed + parsed.problem });

  const prepared = await work(run, timer, (signal) => parsed.tool.prepare(parsed.args, { ...context, signal }));
  if (prepared.kind === 'cancelled') return announceAnd(skipped);
  if (prepared.kind !== 'done') return announceAnd(endingOf(prepared, run));
  await deps.called(call, prepared.value.title);
  const ending = await decideAndRun(run, parsed.tool, prepared.value, timer);
  return complete(run, ending, timer.usedMs);
}

async function decideAndRun(
  run: CallRun,
  tool: Tool,
  prepared: PreparedCall,
  timer: { usedMs: number },
): Promise<Ending> {
  const { call, deps } = run;
  const record = async (ending: Ending, decision: Pick<CallRecord, 'decision' | 'by' | 'reasons'>): Promise<Ending> => {
    await deps.decided?.({ call, ...decision, outcome: ending.outcome, durationMs: Math.round(timer.usedMs) });
    return ending;
  };
  let decision: PolicyDecision;
  try {
    decision = await deps.decide({ call, tool, prepared });
  } catch (error) {
    // What cannot be judged is not run.
    return { outcome: 'failed', text: `${prefix.failed}the policy could not judge this call: ${messageOf(error)}` };
  }
  const { reasons } = decision;
  if (decision.kind === 'deny') {
    const denied: Ending = { outcome: 'denied', text: prefix.denied + reasons.join('; ') };
    return record(denied, { decision: 'deny', by: 'policy', reasons });
  }
  if (decision.kind === 'ask') {
    const answer = await askPerson(run, prepared, decision);
    if (answer === undefined) return skipped;
    if (answer instanceof Error)
      return { outcome: 'failed', text: `${prefix.failed}nobody could be asked: ${messageOf(answer)}` };
    if (answer.kind === 'deny') {
      const text = `${prefix.deniedByUser}${answer.reason?.trim() || 'no reason was given'}. The call was not run.`;
      return record({ outcome: 'denied', text }, { decision: 'deny', by: 'user', reasons });
    }
    if (answer.kind === 'thread' && decision.rule) deps.allowInThread(decision.rule);
  }
  if (run.context.signal.aborted) return skipped;
  const by = decision.kind === 'ask' ? 'user' : decision.rule ? 'rule' : 'policy';
  return record(await execute(run, prepared, timer), { decision: 'allow', by, reasons });
}

/** Undefined when the turn was cancelled before an answer came, an error when the question could not be put. */
async function askPerson({ call, deps, context }: CallRun, prepared: PreparedCall, { reasons, rule }: PolicyDecision) {
  const { signal } = context;
  let onAbort: () => void = () => {};
  const cancelled = new Promise<undefined>((resolve) => {
    onAbort = () => resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  try {
    const answer = deps.ask({
      callId: call.callId,
      toolName: call.name,
      title: `${call.name} ${prepared.title}`,
      reasons,
      preview: prepared.preview,
      ...(rule ? { threadRule: rule.label } : {}),
    });
    const failed = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
    const first = await Promise.race([answer.catch(failed), cancelled]);
    // At the turn's end the engine closes open questions as denied; that is a cancel, not a person's no.
    return signal.aborted ? undefined : first;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function execute(run: CallRun, prepared: PreparedCall, timer: { usedMs: number }): Promise<Ending> {
  let open = true;
  const progress = (text: string) => {
    if (open) run.deps.progress(run.call.callId, text);
  };
  const done = await work(run, timer, (signal) => prepared.run({ signal, progress }));
  open = false;
  return endingOf(done, run);
}

/** Does a piece of the call's work while its clocks run. */
async function work<T>(
  run: CallRun,
  timer: { usedMs: number },
  piece: (signal: AbortSignal) => Promise<T>,
): Promise<Attempt<T>> {
  const limitMs = Math.min(run.limitMs - timer.usedMs, run.clock.remainingMs());
  if (limitMs <= 0) return { kind: 'timed-out' };
  const end = run.clock.begin();
  const startedAt = performance.now();
  const result = await attempt({ limitMs, signal: run.context.signal, graceMs: run.limits.graceMs }, piece);
  timer.usedMs += performance.now() - startedAt;
  end();
  return result;
}

function endingOf(attempted: Attempt<ToolResult | PreparedCall>, run: CallRun): Ending {
  if (attempted.kind === 'thrown') return thrownEnding(attempted.error);
  const result = attempted.value !== undefined && 'ok' in attempted.value ? attempted.value : undefined;
  // What ended well in spite of being told to stop has ended well.
  if (result?.ok) return { outcome: 'ok', text: result.text, display: result.display };
  const display = result?.display ?? [];
  if (attempted.kind === 'done') return { outcome: 'failed', text: prefix.failed + (result?.text ?? ''), display };
  const partial = result === undefined || result.text === '' ? '' : `\nWhat it said until then:\n${result.text}`;
  if (attempted.kind === 'cancelled')
    return { outcome: 'stopped', text: `This call was started and stopped by the user.${partial}`, display };
  return { outcome: 'timed-out', text: `${prefix.timedOut}${timeOutReason(run)}${partial}`, display };
}

function timeOutReason({ limitMs, clock }: CallRun): string {
  if (clock.remainingMs() <= 0) return 'the time for all calls of this reply was used up.';
  return `the call did not end within ${Math.round(limitMs / 1000)} s.`;
}

function thrownEnding(error: unknown): Ending {
  const denied = error instanceof PaiError && error.code === 'denied';
  return { outcome: denied ? 'denied' : 'failed', text: (denied ? prefix.denied : prefix.failed) + messageOf(error) };
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message = (error.message || error.name).replace(/\.$/, '');
  return error instanceof PaiError && error.hint ? `${message}. ${error.hint}` : `${message}.`;
}

async function complete({ call, deps }: CallRun, ending: Ending, usedMs: number): Promise<ToolBatchResult> {
  // Ids may repeat from turn to turn, so the name of a saved result holds the time too.
  const file = `${deps.clock.now().toString(36)}-${call.callId}`;
  const text = await boundResult(ending.text, deps.resultFolder, file);
  const fallback =
    ending.outcome === 'ok' ? [] : [{ kind: 'text' as const, text: ending.text, tone: 'error' as const }];
  const display = ending.display !== undefined && ending.display.length > 0 ? ending.display : fallback;
  const { outcome } = ending;
  const result = { callId: call.callId, name: call.name, outcome, text, display, durationMs: Math.round(usedMs) };
  await deps.completed(result);
  return result;
}
