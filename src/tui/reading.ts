// What the keys of reading act on: the pane of an agent that has the focus, or is written to; else the conversation.
import type { ActionScope } from './actions.js';
import { isAgentName } from './layout.js';
import type { Reading } from './panels/reader.js';

export function reading({ ui, team, conversation }: Pick<ActionScope, 'ui' | 'team' | 'conversation'>): Reading {
  const name = isAgentName(ui.focus) ? ui.focus : ui.addressee?.agentId;
  return (name && team.reading(name)) ?? conversation;
}

/** Rows of a page: one of them is seen again. */
export const pageRows = (here: Reading) => Math.max(1, here.height() - 1);
export const halfPageRows = (here: Reading) => Math.ceil(pageRows(here) / 2);
