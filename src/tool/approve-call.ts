// May this call run, and as what? Asks the policy and, where that says so, the person, until there is one answer. Runs nothing.
import type { PolicyDecision } from '../policy/decide.js';
import type { ApprovalDecision } from '../protocol/approval.js';
import type { ToolCall } from '../protocol/message.js';
import { askPerson, type PersonsAnswer } from './ask-person.js';
import { deniedByPolicy, deniedByUser, type Ending, failed, messageOf, skipped } from './call-ending.js';
import { type CallRun, work } from './call-work.js';
import { changeCall, changedNote, editableOf } from './change-call.js';
import type { CallRecord } from './executor.js';
import { hunkCount, hunkNote, isChoice } from './hunk-choice.js';
import type { PreparedCall, Tool } from './tool.js';

/** What is recorded of the way to an answer; without `by` nothing was decided. */
interface Way extends Partial<Pick<CallRecord, 'by' | 'changedTo' | 'hunks'>> {
  reasons: string[];
  /** What the model must know of what became of its call. */
  note?: string;
}

export type Approval = Way &
  ({ kind: 'end'; ending: Ending } | { kind: 'run'; run: CallRun; prepared: PreparedCall; answer?: string });

/** The call as it stands: as the model made it, or as the person changed it. */
export interface StandingCall {
  run: CallRun;
  tool: Tool;
  args: unknown;
  prepared: PreparedCall;
  /** The arguments in place of the model's. */
  changedTo?: string;
}

/** What a person wrote that cannot be done, and why. */
export interface RefusedChange {
  text: string;
  problem: string;
}

const end = (ending: Ending): Approval => ({ kind: 'end', ending, reasons: [] });

/** Never throws; ends as skipped when the turn is cancelled meanwhile. */
export async function approveCall(
  run: CallRun,
  { tool, args }: { tool: Tool; args: unknown },
  prepared: PreparedCall,
): Promise<Approval> {
  if (prepared.question) return askTheQuestion(run, prepared, prepared.question);
  let standing: StandingCall = { run, tool, args, prepared };
  let refused: RefusedChange | undefined;
  for (;;) {
    const judged = await judge(standing);
    if (judged instanceof Error) return end(failed(`the policy could not judge this call: ${messageOf(judged)}`));
    const way = wayOf(standing, judged);
    if (judged.kind === 'deny') return { ...way, kind: 'end', ending: deniedByPolicy(judged.reasons) };
    // What a person has changed is put to the person again, whatever the policy says: what is shown is what runs.
    if (judged.kind === 'allow' && standing.changedTo === undefined) return { ...way, kind: 'run', run, prepared };
    const answer = await askPerson(run, questionOf(standing, judged, refused));
    if (answer === undefined || answer instanceof Error)
      return { ...way, by: 'engine', kind: 'end', ending: unasked(answer) };
    if (answer.kind !== 'edit') return answered(standing, judged, { ...way, by: 'user' }, answer);
    const changed = await changeCall(standing, answer.text);
    if ('cancelled' in changed) return end(skipped);
    if ('problem' in changed) refused = { text: answer.text, problem: changed.problem };
    else {
      standing = changed;
      refused = undefined;
    }
  }
}

async function judge({ run, tool, prepared, changedTo }: StandingCall): Promise<PolicyDecision | Error> {
  const call: ToolCall = changedTo === undefined ? run.call : { ...run.call, arguments: changedTo };
  try {
    return await run.deps.decide({ call, tool, prepared });
  } catch (error) {
    // What cannot be judged is not run.
    return error instanceof Error ? error : new Error(String(error));
  }
}

function wayOf(standing: StandingCall, { reasons, rule }: PolicyDecision): Way {
  const by = rule ? 'rule' : 'policy';
  const { changedTo } = standing;
  return { by, reasons, ...(changedTo === undefined ? {} : { changedTo, note: changedNote(standing, changedTo) }) };
}

const unasked = (answer: Error | undefined): Ending =>
  answer === undefined ? skipped : failed(`nobody could be asked: ${messageOf(answer)}`);

function questionOf(
  { run: { call }, args, prepared, changedTo }: StandingCall,
  { kind, reasons, rule, always }: PolicyDecision,
  refused: RefusedChange | undefined,
) {
  const hunks = hunkCount(prepared);
  const editable = editableOf(args, prepared);
  const problem = refused && [
    {
      kind: 'text' as const,
      tone: 'error' as const,
      text: `Your change cannot be used: ${refused.problem}\nBelow is the call as it stood before it.`,
    },
  ];
  return {
    subject: 'tool' as const,
    callId: call.callId,
    toolName: call.name,
    title: `${call.name} ${prepared.title}`,
    reasons: [...(changedTo === undefined ? [] : ['you changed it']), ...(kind === 'ask' ? reasons : [])],
    preview: [...(problem ?? []), ...prepared.preview],
    // What was written is not lost: the next change begins with it.
    editable: refused ? { ...editable, text: refused.text } : editable,
    ...(changedTo === undefined ? {} : { changed: true }),
    ...(kind === 'ask' && rule ? { threadRule: rule.label } : {}),
    ...(kind === 'ask' && always ? { alwaysRule: always.label } : {}),
    ...(hunks === undefined ? {} : { hunks }),
    ...(prepared.notes === undefined ? {} : { notes: prepared.notes }),
  };
}

async function answered(
  standing: StandingCall,
  { rule, always }: PolicyDecision,
  way: Way,
  answer: Exclude<ApprovalDecision, { kind: 'edit' }>,
): Promise<Approval> {
  const { run, prepared } = standing;
  const runAs = (chosen: PreparedCall): Approval => ({ ...way, kind: 'run', run, prepared: chosen });
  const lasting = answer.kind === 'always' ? always : answer.kind === 'thread' ? rule : undefined;
  if (answer.kind === 'deny') return { ...way, kind: 'end', ending: deniedByUser(answer.reason) };
  if (answer.kind === 'answer') return end(failed('the question whether it may run was answered with a text.'));
  if (answer.kind === 'once') return answer.hunks === undefined ? runAs(prepared) : chosen(standing, way, answer.hunks);
  if (lasting) {
    try {
      await run.deps.remember(lasting, answer.kind);
    } catch (error) {
      return end(failed(`the rule could not be kept, so the call was not run: ${messageOf(error)}`));
    }
  }
  return runAs(prepared);
}

async function chosen(standing: StandingCall, way: Way, taken: number[]): Promise<Approval> {
  const { run, prepared } = standing;
  const count = hunkCount(prepared);
  if (count === undefined || !isChoice(taken, count)) return end(failed('the choice of hunks does not fit this call.'));
  const hunks = { taken: taken.length, of: count };
  if (taken.length === 0) return { ...way, kind: 'end', hunks, ending: deniedByUser('none of its hunks was taken') };
  if (taken.length === count) return { ...way, kind: 'run', run, prepared };
  const part = await work(run, async () => prepared.chooseHunks!(taken));
  if (part.kind === 'cancelled') return end(skipped);
  if (part.kind !== 'done') {
    const problem = part.kind === 'thrown' ? messageOf(part.error) : 'its time was used up.';
    return end(failed(`the hunks could not be taken one by one: ${problem}`));
  }
  const note = [way.note, hunkNote(prepared, taken)].filter((text) => text !== undefined).join('\n');
  return { ...way, kind: 'run', run, prepared: part.value, hunks, note };
}

/** A call that is a question needs no other approval; where nobody is there it is said at once. */
async function askTheQuestion(
  run: CallRun,
  prepared: PreparedCall,
  { text, choices }: NonNullable<PreparedCall['question']>,
): Promise<Approval> {
  const { call, deps } = run;
  if (deps.isPersonThere === false)
    return end(failed('nobody is there to ask. Go on with the best assumption, and say in your answer which it was.'));
  const answer: PersonsAnswer = await askPerson(run, {
    subject: 'question',
    callId: call.callId,
    toolName: call.name,
    title: prepared.title,
    reasons: [],
    preview: [{ kind: 'text', text }],
    ...(choices.length > 0 ? { choices } : {}),
  });
  if (answer === undefined || answer instanceof Error) return end(unasked(answer));
  const said = answer.kind === 'answer' && answer.text.trim() !== '' ? { answer: answer.text } : {};
  return { kind: 'run', run, prepared, by: 'policy', reasons: [], ...said };
}
