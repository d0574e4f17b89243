// Why an action can do nothing just now, in a few words; undefined when it can. The column of the key table that the palette shows.
import type { ActionScope } from './actions.js';

/** `scope` is only read. */
export type Disabled = (scope: ActionScope) => string | undefined;

export const withoutTurn: Disabled = ({ view }) => (view.turn || view.shell ? undefined : 'no turn is running');
export const withoutDraft: Disabled = ({ editor }) => (editor.isEmpty() ? 'the message is empty' : undefined);
export const withDraft: Disabled = ({ editor }) => (editor.isEmpty() ? undefined : 'the message is not empty');
export const withoutQueue: Disabled = ({ view }) => (view.queue.length > 0 ? undefined : 'nothing is queued');
export const withoutBlocks: Disabled = ({ view }) => (view.blocks.length > 0 ? undefined : 'the conversation is empty');
export const withoutFiles: Disabled = ({ isShown }) => (isShown('files') ? undefined : 'the files are not shown');
export const withTurn: Disabled = ({ view }) => (view.turn ? 'a turn is running' : undefined);

/** The same for slash commands, by name. */
export const disabledCommands: Readonly<Record<string, Disabled>> = {
  cancel: withoutTurn,
  clear: withTurn,
  resume: withTurn,
  fork: withTurn,
};
