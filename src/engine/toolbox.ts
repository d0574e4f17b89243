// The tools of a turn, wired: registry, executor, policy, approvals and audit. Loaded with the first turn.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { CallResult } from '../agent/turn.js';
import type { Clock } from '../base/clock.js';
import type { Paths } from '../config/paths.js';
import { resultTokensFor } from '../context/budget.js';
import { type AuditLog, createAuditLog } from '../policy/audit.js';
import type { PolicyDecision } from '../policy/decide.js';
import { decideCall } from '../policy/gather-facts.js';
import type { Prompts } from '../prompt/load-prompt.js';
import type { ToolCall, ToolDefinition } from '../protocol/message.js';
import { estimateText } from '../provider/estimate.js';
import { createBuiltInTools } from '../tool/built-in.js';
import { type CallRecord, createExecutor, type Executor } from '../tool/executor.js';
import { createRegistry } from '../tool/registry.js';
import type { EngineInit } from './engine-init.js';
import type { SessionScope } from './scopes.js';
import type { EngineState } from './state.js';
import { addRule, inThread } from './thread-rules.js';

export interface Toolbox {
  definitions: ToolDefinition[];
  run(scope: SessionScope, calls: ToolCall[]): Promise<CallResult[]>;
}

export interface ToolboxOptions {
  state: Pick<EngineState, 'cwd' | 'approvals' | 'rules' | 'extraFolders' | 'diagnostics' | 'model'> & { clock: Clock };
  paths: Paths;
  prompts: Prompts;
  toolTimeoutMs: number;
  interactive: boolean;
  web?: EngineInit['web'] | undefined;
  hasSnapshots: boolean;
}

/** `paths` with links resolved, as the policy compares real paths. */
export function createToolbox(options: ToolboxOptions): Toolbox {
  const tools = createBuiltInTools(options.web).filter(({ name }) => options.hasSnapshots || name !== 'revert_turn');
  const registry = createRegistry(tools, options.prompts.describe);
  const audit = createAuditLog(options.paths.auditFile, options.state.clock);
  return {
    definitions: registry.definitions(),
    run: async (scope, calls) => {
      const executor = executorFor(scope, options, registry, audit);
      const { seenFiles, signal, commands, changes } = scope;
      if (calls.some(({ name }) => registry.find(name)?.readOnly === false)) changes?.begin();
      const revert = changes ? { revert: changes.revert } : {};
      const { cwd, extraFolders } = options.state;
      const context = { cwd, extraFolders, seenFiles, signal, productHome: options.paths.home, commands, ...revert };
      return executor.runBatch(calls, context);
    },
  };
}

function executorFor(
  scope: SessionScope,
  { state, paths, toolTimeoutMs, interactive }: ToolboxOptions,
  registry: ReturnType<typeof createRegistry>,
  audit: AuditLog,
): Executor {
  const { approvals, threadRules, emit, changes } = scope;
  const { rules, diagnostics } = state;
  const resultFolder = join(paths.toolOutputFolder, scope.threadId);
  return createExecutor({
    registry,
    clock: state.clock,
    resultFolder,
    fits: (text) => estimateText(text) * state.model.calibration <= resultTokensFor(state.model.profile.contextWindow),
    limits: { toolMs: toolTimeoutMs },
    decide: async ({ tool, prepared }) => {
      const decision = await decideCall({
        tool: tool.name,
        access: prepared.access,
        readOnly: tool.readOnly,
        level: state.approvals,
        places: {
          cwd: state.cwd,
          extraFolders: state.extraFolders,
          productHome: paths.home,
          freeToRead: [resultFolder],
        },
        rules: [...inThread(threadRules), ...(await rules.of(state.cwd))],
      });
      if (tool.name === 'read_file' && decision.kind === 'allow') diagnostics?.read(prepared.access.reads);
      return interactive ? decision : withoutPerson(decision);
    },
    ask: (question) => approvals.ask({ approvalId: `approval-${randomUUID()}`, ...question }),
    isPersonThere: interactive,
    ...(changes ? { mayChange: changes.mayChange } : {}),
    remember: (rule, howLong) => (howLong === 'thread' ? addRule(threadRules, rule) : rules.add(rule, state.cwd)),
    ...(diagnostics ? { afterWrite: (changes, stop) => diagnostics.afterWrite(scope.agent, changes, stop) } : {}),
    called: ({ callId, name, arguments: args }, title) =>
      void emit({ type: 'tool.called', callId, name, arguments: args, title }),
    progress: (callId, text) => void emit({ type: 'tool.progress', callId, text }),
    completed: ({ name: _name, ...result }) => void emit({ type: 'tool.completed', ...result }),
    decided: (record) => audited(audit, scope, record),
  });
}

/** Nobody can be asked: what would need asking is denied, and the run goes on. */
function withoutPerson(decision: PolicyDecision): PolicyDecision {
  if (decision.kind !== 'ask') return decision;
  const why = `it needs approval (${decision.reasons.join(', ')}) and there is no terminal to ask at`;
  return { kind: 'deny', reasons: [why] };
}

/** A log that cannot be written is said, once a call; the call itself has already happened. */
function audited(audit: AuditLog, { threadId, turnId, emit }: SessionScope, record: CallRecord): void {
  const { call, ...rest } = record;
  try {
    audit.append({ threadId, turnId, tool: call.name, arguments: call.arguments, ...rest });
  } catch (error) {
    emit({ type: 'notice.raised', level: 'warning', text: (error as Error).message });
  }
}
