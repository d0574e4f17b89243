// Settings that can change while the program runs.

import { PaiError } from '../../base/error.js';
import type { Command } from '../../protocol/command.js';
import type { EngineState } from '../state.js';

type Change = Extract<Command, { type: 'settings.change' }>;

/** Applies what the command names; nothing is changed when one part of it cannot be. */
export function changeSettings(state: EngineState, { approvals, model, mode }: Change): void {
  if (mode !== undefined && mode !== 'react')
    throw new PaiError('usage', `the mode ${mode} is not part of this version`, 'Only react is.');
  if (model !== undefined) state.switchModel(model);
  if (approvals !== undefined) state.approvals = approvals;
  tellSettings(state);
}

export function tellSettings({ tell, approvals, mode, model }: EngineState): void {
  tell({ type: 'settings.changed', approvals, mode, model: model.profile.model, provider: model.profile.provider });
}
