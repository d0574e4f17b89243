// The rules a person made, and the record of what was decided: shown, added to, taken from.
import { PaiError } from '../../base/error.js';
import { readAuditLog } from '../../policy/audit-lines.js';
import { parseRule } from '../../policy/parse-rule.js';
import { isSameRule, type Rule, ruleOf } from '../../policy/rule.js';
import type { Command } from '../../protocol/command.js';
import type { PolicyRule, QueryResult } from '../../protocol/query.js';
import type { EngineState } from '../state.js';
import { addRule, inThread } from '../thread-rules.js';

type Change = Extract<Command, { type: 'policy.change' }>;

/** The most lines of the audit log that are read for one question. */
const mostCalls = 2000;
/** A rule about the tool would say nothing: what it touches is what is asked about. */
const judgedByWhatTheyTouch = new Set(['write_file', 'edit_file', 'apply_patch', 'create_project', 'execute_command']);

export async function answerPolicy(state: EngineState, commandId: string): Promise<void> {
  const { session, rules, cwd, approvals: level, extraFolders } = state;
  const saved = (await rules.of(cwd)).map(
    ({ cwd: _, ...rule }): PolicyRule => rule, // which folder it is for is said by its scope
  );
  const result: QueryResult = {
    kind: 'policy',
    level,
    file: rules.file,
    cwd,
    extraFolders: [...extraFolders],
    rules: [...inThread(session.threadRules), ...saved],
  };
  state.tell({ type: 'query.answered', commandId, result });
}

export async function answerAudit(state: EngineState, commandId: string, limit: number): Promise<void> {
  const calls = await readAuditLog(state.auditFile, Math.min(limit, mostCalls));
  state.tell({ type: 'query.answered', commandId, result: { kind: 'audit', file: state.auditFile, calls } });
}

/** Throws PaiError('usage' | 'not-found' | 'storage'); nothing is changed then. */
export async function changePolicy(state: EngineState, { add, remove }: Change): Promise<void> {
  if (add !== undefined) await addTyped(state, add);
  if (remove !== undefined) await removeRule(state, remove);
}

async function addTyped(state: EngineState, text: string): Promise<void> {
  const { rule, scope } = parseRule(text);
  if (rule.effect === 'allow' && rule.kind === 'tool' && judgedByWhatTheyTouch.has(rule.pattern))
    throw new PaiError(
      'usage',
      `${rule.pattern} is judged by what it touches`,
      'Write "allow edit …" or "allow run …".',
    );
  if (scope === 'thread') {
    withoutOpposite(state.session.threadRules, rule);
    addRule(state.session.threadRules, rule);
  } else await state.rules.add(rule, scope === 'project' ? state.cwd : undefined);
  say(state, `From now on, ${whereWords[scope]}: ${rule.effect} ${rule.label}.`);
}

/** Of two that contradict each other the newer is what the person means. */
function withoutOpposite(rules: Rule[], { effect, kind, pattern }: Rule): void {
  const opposite = { effect: effect === 'allow' ? ('deny' as const) : ('allow' as const), kind, pattern };
  const at = rules.findIndex((rule) => isSameRule(rule, opposite));
  if (at >= 0) rules.splice(at, 1);
}

async function removeRule(
  state: EngineState,
  { effect, kind, pattern, scope }: NonNullable<Change['remove']>,
): Promise<void> {
  const rule = ruleOf(effect, kind, pattern);
  const isRemoved =
    scope === 'thread'
      ? takeOut(state.session.threadRules, rule)
      : await state.rules.remove(rule, scope === 'project' ? state.cwd : undefined);
  if (!isRemoved) throw new PaiError('not-found', `there is no such rule any more: ${effect} ${rule.label}`);
  say(state, `No longer, ${whereWords[scope]}: ${effect} ${rule.label}.`);
}

function takeOut(rules: Rule[], rule: Rule): boolean {
  const at = rules.findIndex((known) => isSameRule(known, rule));
  if (at >= 0) rules.splice(at, 1);
  return at >= 0;
}

const whereWords = { thread: 'in this thread', project: 'in this folder', everywhere: 'everywhere' };

const say = ({ tell }: EngineState, text: string) => tell({ type: 'notice.raised', level: 'info', text });
