// Commands in, exactly one answer each out: this is one of the four places where errors become data.
import { toErrorData } from '../../base/error.js';
import type { Command, CommandEnvelope } from '../../protocol/command.js';
import type { EngineState } from '../state.js';
import { answerQuery } from './query.js';
import { changeSettings } from './settings.js';
import { openThread } from './thread.js';
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
    case 'turn.start':
      return startTurn(state, command.input);
    case 'turn.steer':
      return steerTurn(state, command.text);
    case 'turn.cancel':
      return cancelTurn(state);
    case 'queue.remove':
      return removeQueued(state, command.itemId);
    case 'approval.answer':
      return answerApproval(state, command.approvalId, command.decision);
    case 'settings.change':
      return changeSettings(state, command);
    case 'query.ask':
      return state.tell({ type: 'query.answered', commandId, result: answerQuery(state, command.query) });
    case 'engine.stop':
      return state.stop();
  }
}
