// One call from prepared to completed. Turns whatever happens, also a thrown error, into exactly one result.
import { type Approval, approveCall } from './approve-call.js';
import { boundResult } from './bound-result.js';
import { deniedByUser, type Ending, failed, skipped, withNote } from './call-ending.js';
import { type CallRun, work, workEnding } from './call-work.js';
import type { CallRecord, ExecutorDeps, ToolBatchResult } from './executor.js';
import { fallbackTitle } from './parse-call.js';
import type { ToolResult } from './tool.js';

/** Runs one call through all its stations and reports it. */
export async function runCall(run: CallRun): Promise<ToolBatchResult> {
  const { call, parsed, deps, context } = run;
  const announceAnd = async (ending: Ending): Promise<ToolBatchResult> => {
    await deps.called(call, fallbackTitle(call));
    return complete(run, ending);
  };
  if (context.signal.aborted) return announceAnd(skipped);
  if ('problem' in parsed) return announceAnd(failed(parsed.problem));

  const prepared = await work(run, (signal) => parsed.tool.prepare(parsed.args, { ...context, signal }));
  if (prepared.kind === 'cancelled') return announceAnd(skipped);
  if (prepared.kind !== 'done') return announceAnd(workEnding(run, prepared));
  await deps.called(call, prepared.value.title);
  const approval = await approveCall(run, parsed, prepared.value);
  return complete(run, await carryOut(run, approval));
}

async function carryOut(run: CallRun, approval: Approval): Promise<Ending> {
  const { call, deps, timer } = run;
  const record = async (ending: Ending, decision: CallRecord['decision']): Promise<Ending> => {
    if (!approval.by) return ending;
    const { by, reasons, changedTo, hunks } = approval;
    await deps.decided?.({
      call,
      decision,
      by,
      reasons,
      ...(changedTo === undefined ? {} : { changedTo }),
      ...(hunks === undefined ? {} : { hunks }),
      outcome: ending.outcome,
      durationMs: Math.round(timer.usedMs),
    });
    return ending;
  };
  const { note } = approval;
  if (approval.kind === 'end') return record(withNote(approval.ending, note), 'deny');
  const { parsed } = run;
  const refusal = 'tool' in parsed && !parsed.tool.readOnly ? await deps.mayChange?.() : undefined;
  if (run.context.signal.aborted) return skipped;
  if (refusal !== undefined) return record(withNote(deniedByUser(refusal), note), 'deny');
  return record(withNote(await execute(approval), note), 'allow');
}

async function execute({ run, prepared, answer }: Extract<Approval, { kind: 'run' }>): Promise<Ending> {
  let open = true;
  const progress = (text: string) => {
    if (open) run.deps.progress(run.call.callId, text);
  };
  const done = await work(run, async (signal) => {
    const result = await prepared.run({ signal, progress, ...(answer === undefined ? {} : { answer }) });
    return withRemarks(result, signal, run.deps);
  });
  open = false;
  return workEnding(run, done);
}

/** What was written stays written, whatever there is to say of it. */
async function withRemarks(
  result: ToolResult,
  signal: AbortSignal,
  { afterWrite }: Pick<ExecutorDeps, 'afterWrite'>,
): Promise<ToolResult> {
  const { ok, text, display, changes = [] } = result;
  const remarks = ok && changes.length > 0 ? await afterWrite?.(changes, signal) : undefined;
  if (remarks === undefined) return result;
  return { ok, text: `${text}\n${remarks.text}`, display: [...display, ...remarks.display] };
}

async function complete({ call, deps, timer }: CallRun, ending: Ending): Promise<ToolBatchResult> {
  // Ids may repeat from turn to turn, so the name of a saved result holds the time too.
  const file = `${deps.clock.now().toString(36)}-${call.callId}`;
  const text = await boundResult(ending.text, deps.resultFolder, file, deps.fits);
  const fallback =
    ending.outcome === 'ok' ? [] : [{ kind: 'text' as const, text: ending.text, tone: 'error' as const }];
  const display = ending.display !== undefined && ending.display.length > 0 ? ending.display : fallback;
  const { outcome } = ending;
  const durationMs = Math.round(timer.usedMs);
  const result = { callId: call.callId, name: call.name, outcome, text, display, durationMs };
  await deps.completed(result);
  return result;
}
