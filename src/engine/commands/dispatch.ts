// Commands in, exactly one answer each out: this is one of the four places where errors become data.
import { toErrorData } from '../../base/error.js';
import type { Command, CommandEnvelope } from '../../protocol/command.js';
import type { EngineState } from '../state.js';
import { answerContext, compactContext, restoreThread, rewindThread } from './context.js';
import { answerDiagnostics } from './diagnostics.js';
import { answerFiles } from './files.js';
import { answerModels } from './models.js';
import { answerPlan, controlTask, controlTeam } from './plan.js';
import { answerAudit, answerPolicy, changePolicy } from './policy.js';
import { answerQuery } from './query.js';
import { changeSettings } from './settings.js';
import { saveSetting } from './settings-file.js';
import { runShell } from './shell.js';
import { answerRestorePreview, answerSnapshots, cleanSnapshots, restoreFiles, takeSnapshot } from './snapshots.js';
import { openThread } from './thread.js';
import { deleteThread, exportThread, forkThread } from './thread-files.js';
import { answerApproval, cancelTurn, removeQueued, startTurn, steerTurn } from './turn.js';

/** Carries out one command. Never rejects. Events that follow from the command at once (`turn.started`) come before its answer. */
export async function dispatch(state: EngineState, { commandId, command }: CommandEnvelope): Promise<void> {
  try {
    await carryOut(state, commandId, command);
    state.tell({ type: 'command.accepted', commandId });
  } catch (error) {
    state.tell({ type: 'command.rejected', commandId, error: toErrorData(error) });
  }
}

function carryOut(state: EngineState, commandId: string, command: Command): unknown {
  switch (command.type) {
    case 'thread.open':
      return openThread(state, command.which);
    case 'thread.fork':
      return forkThread(state, command);
    case 'thread.delete':
      return deleteThread(state, command.threadId);
    case 'thread.export':
      return exportThread(state, command);
    case 'thread.rewind':
      return rewindThread(state, command.turns);
    case 'thread.restore':
      return restoreThread(state);
    case 'context.compact':
      return compactContext(state, command.focus);
    case 'turn.start':
      return startTurn(state, command.input, command.mode);
    case 'turn.plan':
      return state.session.toPlan();
    case 'plan.answer':
      return answerPlan(state, command.planId, command.answer);
    case 'task.control':
      return controlTask(state, command);
    case 'team.control':
      return controlTeam(state, command);
    case 'turn.steer':
      return steerTurn(state, command.text, command.taskId);
    case 'turn.cancel':
      return cancelTurn(state);
    case 'shell.run':
      return runShell(state, command.command);
    case 'queue.remove':
      return removeQueued(state, command.itemId);
    case 'approval.answer':
      return answerApproval(state, command.approvalId, command.decision);
    case 'settings.change':
      return changeSettings(state, command);
    case 'settings.save':
      return saveSetting(state, command.key, command.value);
    case 'policy.change':
      return changePolicy(state, command);
    case 'snapshot.take':
      return takeSnapshot(state, command.label);
    case 'snapshot.clean':
      return cleanSnapshots(state);
    case 'snapshot.restore':
      return restoreFiles(state, command.previewId, command.choice);
    case 'query.ask':
      if (command.query.kind === 'files') return answerFiles(state, commandId, command.query);
      if (command.query.kind === 'models') return answerModels(state, commandId);
      if (command.query.kind === 'context') return answerContext(state, commandId);
      if (command.query.kind === 'policy') return answerPolicy(state, commandId);
      if (command.query.kind === 'audit') return answerAudit(state, commandId, command.query.limit);
      if (command.query.kind === 'diagnostics') return answerDiagnostics(state, commandId);
      if (command.query.kind === 'snapshots') return answerSnapshots(state, commandId);
      if (command.query.kind === 'restore-preview') return answerRestorePreview(state, commandId, command.query);
      return state.tell({ type: 'query.answered', commandId, result: answerQuery(state, command.query) });
    case 'engine.stop':
      return state.stop();
  }
}
