// Settings that can change while the program runs.
import type { Command } from '../../protocol/command.js';
import { contextChanged } from '../model.js';
import type { EngineState } from '../state.js';

type Change = Extract<Command, { type: 'settings.change' }>;

/** Applies what the command names; nothing is changed when one part of it cannot be. */
export function changeSettings(state: EngineState, { approvals, model, mode }: Change): void {
  if (model !== undefined) state.switchModel(model);
  if (mode !== undefined) state.mode = mode;
  if (approvals !== undefined) state.approvals = approvals;
  tellSettings(state);
  if (model !== undefined) tellContext(state);
}

/** The same conversation in another model's window. */
function tellContext({ emitter, session, model }: EngineState): void {
  const last = session.lastUsage();
  if (last) emitter.emit({ threadId: session.threadId }, contextChanged(model.profile, last));
}

function tellSettings({ tell, approvals, mode, model }: EngineState): void {
  const { model: name, provider, contextWindow, assumed } = model.profile;
  const window = { contextWindow, contextWindowAssumed: assumed };
  tell({ type: 'settings.changed', approvals, mode, model: name, provider, ...window });
}
