// A thread as Markdown for people: what was said, what the tools did, what was decided. Pure; of displays see display-markdown.ts.
import { revealControls, stripControls } from '../base/sanitize.js';
import type { ApprovalDecision, ApprovalSource } from '../protocol/approval.js';
import type { DurableEvent, Envelope, ToolOutcome } from '../protocol/event.js';
import { codeSpan, displayMarkdown, fenced, oneLine } from './display-markdown.js';
import { effectiveLog } from './effective-log.js';
import { createPlanChapters, type DrawPlan } from './plan-markdown.js';

type EventOf<Type extends DurableEvent['type']> = Extract<DurableEvent, { type: Type }>;

/** What later events need of earlier ones. */
interface Names {
  calls: Map<string, string>;
  approvals: Map<string, string>;
}

/** The thread without the turns that were taken back. Text from outside is harmless on a terminal, and cannot leave the fence or the line it stands in. */
export function exportMarkdown(envelopes: readonly Envelope<DurableEvent>[], drawPlan?: DrawPlan): string {
  const names: Names = { calls: new Map(), approvals: new Map() };
  const chapters = createPlanChapters(drawPlan);
  let turns = 0;
  const parts = effectiveLog(envelopes).flatMap((envelope) => {
    if (envelope.event.type === 'turn.started') turns++;
    const own = partsOf(envelope, names, turns);
    if (envelope.taskId === undefined) return [...chapters.take(envelope), ...own];
    chapters.keep(envelope.taskId, own);
    return [];
  });
  return `${[...parts, ...chapters.rest()].join('\n\n')}\n`;
}

function partsOf(envelope: Envelope<DurableEvent>, names: Names, turn: number): string[] {
  const { event, at, threadId } = envelope;
  switch (event.type) {
    case 'thread.created':
      return heading(event, threadId, at);
    case 'turn.started':
      return [`## ${turn}. User`, saidByPerson(event.input)];
    case 'turn.steered':
      return [event.by === 'engine' ? '**PaiCLI to the model:**' : '**User, meanwhile:**', saidByPerson(event.text)];
    case 'message.completed':
      return message(event, envelope);
    case 'tool.called':
      names.calls.set(event.callId, `${codeSpan(event.name)}${event.title === '' ? '' : ` ${codeSpan(event.title)}`}`);
      return [];
    case 'tool.completed':
      return toolResult(event, names.calls.get(event.callId) ?? codeSpan(event.callId));
    case 'shell.started':
      names.calls.set(event.shellId, codeSpan(event.command));
      return [];
    case 'shell.completed':
      return toolResult(event, names.calls.get(event.shellId) ?? '', 'The user ran');
    case 'approval.requested':
      names.approvals.set(event.request.approvalId, codeSpan(event.request.title));
      return [];
    case 'approval.resolved':
      return [
        `**Approval** of ${names.approvals.get(event.approvalId) ?? 'a call'}: ${decided(event.decision, event.by)}`,
      ];
    case 'context.compacted':
      return compaction(event);
    case 'turn.completed':
      return event.outcome === 'answered' ? [] : [turnEnd(event.outcome, event.error)];
    case 'turn.failed':
      return [turnEnd('failed', event.error)];
    default:
      return [];
  }
}

function heading({ title, cwd, forkedFrom }: EventOf<'thread.created'>, threadId: string, at: number): string[] {
  const facts = [
    `- Thread: ${codeSpan(threadId)}`,
    `- Folder: ${codeSpan(cwd)}`,
    `- Begun: ${new Date(at).toISOString()}`,
    ...(forkedFrom === undefined ? [] : [`- Forked from: ${codeSpan(forkedFrom)}`]),
  ];
  return [`# ${plain(title)}`, facts.join('\n')];
}

/** What a person wrote is text, whatever it looks like. */
function saidByPerson(text: string): string {
  return fenced(stripControls(text), 'text');
}

/** The model writes Markdown; it stays what it is, but for its headings, which would be chapters of ours. */
function message({ text, partial }: EventOf<'message.completed'>, { taskId, agentId }: Envelope): string[] {
  const said = stripControls(text).trim();
  if (said === '') return [];
  const who = agentId === undefined ? '' : ` ${plain(agentId)}`;
  // Inside a task it stands under the task's heading.
  return [
    `${taskId === undefined ? '###' : '#####'} Assistant${who}${partial ? ' (cut off)' : ''}`,
    closedFences(said),
  ];
}

/** What the model is sent in place of the part above. As a quotation, which nothing in it can leave. */
function compaction({ summary, beforeTokens, afterTokens }: EventOf<'context.compacted'>): string[] {
  const sizes = `about ${beforeTokens} to ${afterTokens} tokens`;
  if (summary === '')
    return [`**Context made smaller** (${sizes}): results of earlier calls are not sent to the model any more.`];
  const quoted = stripControls(summary)
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd());
  return [`**Context made smaller** (${sizes}). This summary stands for the part above:`, quoted.join('\n')];
}

function toolResult(
  {
    outcome,
    text,
    display,
    durationMs,
  }: Pick<EventOf<'tool.completed'>, 'outcome' | 'text' | 'display' | 'durationMs'>,
  call: string,
  what = 'Tool',
): string[] {
  const seconds = durationMs < 1000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1000).toFixed(1)} s`;
  const shown = display.flatMap(displayMarkdown);
  // Why it did not go well must be said, also where there is nothing to show.
  const why = shown.length === 0 && outcome !== 'ok' ? [fenced(revealControls(text), 'text')] : [];
  return [`**${what}** ${call}: ${outcomeWords[outcome]}, ${seconds}`, ...shown, ...why];
}

const outcomeWords: Record<ToolOutcome, string> = {
  ok: 'done',
  failed: 'failed',
  denied: 'denied',
  'timed-out': 'timed out',
  stopped: 'stopped',
  skipped: 'not run',
};

const sources: Record<ApprovalSource, string> = { user: 'the user', rule: 'a rule of the user', engine: 'PaiCLI' };

const scopes = { once: 'once', thread: 'in this thread', always: 'for always' } as const;

function decided(decision: ApprovalDecision, by: ApprovalSource): string {
  if (decision.kind === 'edit') return `changed by ${sources[by]} to ${codeSpan(decision.text)}`;
  if (decision.kind === 'answer') return `answered by ${sources[by]}: ${codeSpan(decision.text)}`;
  if (decision.kind !== 'deny') return `${scopes[decision.kind]}, by ${sources[by]}`;
  const reason = decision.reason ? `: ${codeSpan(decision.reason)}` : '';
  return `denied by ${sources[by]}${reason}`;
}

function turnEnd(outcome: string, error: { message: string } | undefined): string {
  return `**Turn ended:** ${outcome}${error === undefined ? '' : `, ${codeSpan(error.message)}`}`;
}

/** Text in a line of ours: nothing in it is markup. */
function plain(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}

/** A fence that a message leaves open (it was cut off) would swallow the rest of the file. */
function closedFences(text: string): string {
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (!mark) continue;
    const [, fence = '', rest = ''] = mark;
    if (open === undefined) open = fence[0] === '`' && rest.includes('`') ? undefined : fence;
    else if (fence[0] === open[0] && fence.length >= open.length && rest.trim() === '') open = undefined;
  }
  return open === undefined ? text : `${text}\n${open}`;
}
