// Why an action can do nothing just now, in a few words; undefined when it can. The column of the key table that the palette shows.

import type { TaskAction } from '../protocol/command.js';
import type { Task } from '../protocol/plan.js';
import { isBusy, pastTurns } from '../view/turns.js';
import type { ActionScope } from './actions.js';
import { isAgentName } from './layout.js';

/** `scope` is only read. */
export type Disabled = (scope: ActionScope) => string | undefined;

export const withoutTurn: Disabled = ({ view }) => (isBusy(view) ? undefined : 'no turn is running');
export const withoutDraft: Disabled = ({ editor }) => (editor.isEmpty() ? 'the message is empty' : undefined);
export const withDraft: Disabled = ({ editor }) => (editor.isEmpty() ? undefined : 'the message is not empty');
export const withoutQueue: Disabled = ({ view }) => (view.queue.length > 0 ? undefined : 'nothing is queued');
export const withoutBlocks: Disabled = ({ view }) => (view.blocks.length > 0 ? undefined : 'the conversation is empty');
export const withoutFiles: Disabled = ({ isShown }) => (isShown('files') ? undefined : 'the files are not shown');
const withTurn: Disabled = ({ view }) => (view.turn ? 'a turn is running' : undefined);
const whileBusy: Disabled = ({ view }) => (isBusy(view) ? 'something is running' : undefined);
const withoutPast: Disabled = (scope) =>
  whileBusy(scope) ?? (pastTurns(scope.view).length > 0 ? undefined : 'there is no turn yet');

export const withoutPlan: Disabled = ({ view }) => (view.plan ? undefined : 'there is no plan');
export const outsideReview: Disabled = ({ review }) => (review.isOpen() ? undefined : 'no plan waits for its review');
export const outsideEdit: Disabled = ({ review }) =>
  review.context() === 'plan-edit' ? undefined : 'the plan is not being edited';

export const withoutTeam: Disabled = ({ team }) => (team.names().length > 0 ? undefined : 'there is no team');
export const withoutTeamTurn: Disabled = ({ view }) => (view.team && view.turn ? undefined : 'no team is at work');

/** The task in the pane that has the focus. */
export function taskOfAgent({ ui, view }: ActionScope): Task | undefined {
  const taskId = isAgentName(ui.focus) ? view.agents.get(ui.focus)?.taskId : undefined;
  return view.plan?.plan.tasks.find(({ id }) => id === taskId);
}

/** Why a task, the selected one of the plan unless another is named, cannot be told to do this. */
export const withoutPlanTask =
  (action: TaskAction, taskOf: (scope: ActionScope) => Task | undefined = ({ plan }) => plan.selected()): Disabled =>
  (scope) => {
    const { view } = scope;
    const task = taskOf(scope);
    if (!view.plan || !task) return 'there is no plan';
    if (view.plan.inReview) return 'the plan waits for its review';
    const { status } = task;
    const isOver = status !== 'PENDING' && status !== 'RUNNING';
    if (action === 'retry' && status !== 'FAILED' && status !== 'SKIPPED')
      return 'only a failed or skipped task runs again';
    if (action === 'skip' && (status === 'COMPLETED' || status === 'SKIPPED')) return 'it is over already';
    if ((action === 'cancel' || action === 'restart') && status !== 'RUNNING')
      return isOver ? 'it does not run' : 'it does not run yet; s skips it';
    if (action === 'replan' && status === 'COMPLETED') return 'it is done already';
    return undefined;
  };

/** The same for slash commands, by name. */
export const disabledCommands: Readonly<Record<string, Disabled>> = {
  cancel: withoutTurn,
  clear: withTurn,
  resume: withTurn,
  fork: withTurn,
  compact: withoutPast,
  undo: withoutPast,
  rewind: withoutPast,
  redo: whileBusy,
  restore: whileBusy,
};
