// The key bindings as tables: from them come dispatch and help. A binding names an action; what it does is in actions.ts.
import {
  type Disabled,
  outsideEdit,
  outsideReview,
  taskOfAgent,
  withDraft,
  withoutBlocks,
  withoutDraft,
  withoutFiles,
  withoutPlan,
  withoutPlanTask,
  withoutQueue,
  withoutTeam,
  withoutTeamTurn,
  withoutTurn,
} from './disabled.js';

/** Where the focus is. A dialog takes every key; `global` bindings hold in every panel. */
export type KeyContext = 'global' | 'composer' | 'conversation' | 'files' | 'agent' | 'plan' | 'review' | 'plan-edit';

/** Keys that are not bound in these are those of another. */
export const contextBehind: Partial<Record<KeyContext, KeyContext>> = {
  review: 'plan',
  'plan-edit': 'plan',
  agent: 'conversation',
};

export type ActionName =
  | 'turn.stop'
  | 'turn.plan'
  | 'app.interrupt'
  | 'app.quit-if-empty'
  | 'app.suspend'
  | 'app.redraw'
  | 'help.open'
  | 'help.open-if-empty'
  | 'palette.open'
  | 'composer.send'
  | 'composer.newline'
  | 'composer.steer'
  | 'composer.complete'
  | 'composer.edit'
  | 'history.search'
  | 'queue.edit'
  | 'files.toggle'
  | 'mode.cycle'
  | 'plan.toggle'
  | 'focus.plan'
  | 'plan.up'
  | 'plan.down'
  | 'plan.left'
  | 'plan.right'
  | 'plan.first'
  | 'plan.last'
  | 'plan.view'
  | 'plan.fold'
  | 'plan.critical'
  | 'plan.follow'
  | 'plan.find'
  | 'plan.open'
  | 'plan.retry'
  | 'plan.skip'
  | 'plan.cancel'
  | 'plan.replan'
  | 'plan.run'
  | 'plan.drop'
  | 'plan.add-requirement'
  | 'plan.edit'
  | 'plan.edit-done'
  | 'plan.task-add'
  | 'plan.task-delete'
  | 'plan.task-change'
  | 'plan.task-connect'
  | 'plan.task-disconnect'
  | 'plan.task-earlier'
  | 'plan.task-later'
  | 'plan.undo'
  | 'focus.agent-1'
  | 'focus.agent-2'
  | 'focus.agent-3'
  | 'focus.agent-4'
  | 'focus.agent-5'
  | 'focus.agent-6'
  | 'agent.next-page'
  | 'agent.previous-page'
  | 'agent.write'
  | 'agent.retry'
  | 'agent.skip'
  | 'agent.cancel'
  | 'team.grow'
  | 'team.shrink'
  | 'team.pause'
  | 'focus.next'
  | 'focus.previous'
  | 'focus.conversation'
  | 'focus.files'
  | 'focus.composer'
  | 'conversation.page-up'
  | 'conversation.page-down'
  | 'conversation.up'
  | 'conversation.down'
  | 'conversation.half-up'
  | 'conversation.half-down'
  | 'conversation.start'
  | 'conversation.end'
  | 'conversation.expand-all'
  | 'conversation.toggle'
  | 'conversation.search'
  | 'conversation.search-next'
  | 'conversation.search-previous'
  | 'conversation.copy'
  | 'conversation.edit'
  | 'panel.zoom'
  | 'panel.back'
  | 'files.up'
  | 'files.down'
  | 'files.half-up'
  | 'files.half-down'
  | 'files.start'
  | 'files.end'
  | 'files.open'
  | 'files.close'
  | 'files.insert'
  | 'files.preview'
  | 'files.filter'
  | 'files.edit';

export interface Binding {
  context: KeyContext;
  /** Canonical key names, see input/keys.ts. */
  keys: string[];
  action: ActionName;
  /** For help and the palette. */
  does: string;
  /** Why it can do nothing just now; absent: it always can. */
  disabled?: Disabled;
}

const bind = (context: KeyContext, keys: string, action: ActionName, does: string, disabled?: Disabled): Binding => ({
  context,
  keys: keys.split(' '),
  action,
  does,
  ...(disabled ? { disabled } : {}),
});

export const bindings: readonly Binding[] = [
  bind('composer', 'enter', 'composer.send', 'send; while a turn runs: queue it', withoutDraft),
  bind('composer', 'shift+enter alt+enter ctrl+j', 'composer.newline', 'new line (also \\ and Enter)'),
  bind('composer', 'ctrl+s', 'composer.steer', 'send now, before the next step of the running turn', withoutDraft),
  bind('composer', 'tab', 'composer.complete', 'complete a path after @, or a command after /'),
  bind('composer', 'ctrl+g', 'composer.edit', 'write the message in your own editor'),
  bind('composer', 'ctrl+r', 'history.search', 'search what you sent before'),
  bind('composer', 'alt+up', 'queue.edit', 'take the last queued message back to edit it', withoutQueue),
  bind('composer', 'ctrl+d', 'app.quit-if-empty', 'quit, when the message is empty', withDraft),
  bind('composer', '?', 'help.open-if-empty', 'help, when the message is empty'),
  bind('composer', 'end', 'conversation.end', 'to the end of the conversation, when the message is empty'),
  bind('composer', 'alt+p', 'turn.plan', 'make a plan of what the running turn is about', withoutTurn),
  bind('composer', 'escape', 'turn.stop', 'stop the running turn; twice with no message: back to a turn', withoutTurn),
  bind('global', 'ctrl+c', 'app.interrupt', 'stop, then clear the message, then twice within 2 s quit'),
  bind('global', 'f1', 'help.open', 'this help'),
  bind('global', 'ctrl+p', 'palette.open', 'the palette: every action and command, to search and run'),
  bind('global', 'pageup', 'conversation.page-up', 'conversation: a page up'),
  bind('global', 'pagedown', 'conversation.page-down', 'conversation: a page down'),
  bind('global', 'ctrl+o', 'conversation.expand-all', 'unfold or fold everything', withoutBlocks),
  bind('global', 'ctrl+\\', 'files.toggle', 'show or hide the files'),
  bind('global', 'ctrl+t', 'plan.toggle', 'show or hide the plan', withoutPlan),
  bind('global', 'shift+tab', 'mode.cycle', 'the next mode: react, plan, team'),
  bind('global', 'alt+1', 'focus.conversation', 'to the conversation'),
  bind('global', 'alt+2', 'focus.plan', 'to the plan', withoutPlan),
  bind('global', 'alt+3', 'focus.files', 'to the files'),
  bind('global', 'alt+0', 'focus.composer', 'to the message'),
  bind('global', 'f6', 'focus.next', 'next panel'),
  bind('global', 'shift+f6', 'focus.previous', 'previous panel'),
  bind('global', 'ctrl+l', 'app.redraw', 'draw everything anew'),
  bind('global', 'ctrl+z', 'app.suspend', 'back to the shell; fg returns'),
  bind('global', 'alt+4', 'focus.agent-1', 'to the first worker of the team', withoutTeam),
  bind('global', 'alt+5', 'focus.agent-2', 'to the second', withoutTeam),
  bind('global', 'alt+6', 'focus.agent-3', 'to the third; the reviewer is the last', withoutTeam),
  bind('global', 'alt+7', 'focus.agent-4', 'to the fourth', withoutTeam),
  bind('global', 'alt+8', 'focus.agent-5', 'to the fifth', withoutTeam),
  bind('global', 'alt+9', 'focus.agent-6', 'to the sixth', withoutTeam),
  bind('conversation', 'up k', 'conversation.up', 'select the block above; a row up in a long one'),
  bind('conversation', 'down j', 'conversation.down', 'select the block below; a row down in a long one'),
  bind('conversation', 'u', 'conversation.half-up', 'half a page up'),
  bind('conversation', 'd', 'conversation.half-down', 'half a page down'),
  bind('conversation', 'g home', 'conversation.start', 'to the beginning', withoutBlocks),
  bind('conversation', 'G end', 'conversation.end', 'to the end, and follow it'),
  bind('conversation', 'enter space', 'conversation.toggle', 'unfold or fold the selected block', withoutBlocks),
  bind('conversation', '/', 'conversation.search', 'search', withoutBlocks),
  bind('conversation', 'n', 'conversation.search-next', 'the next place that was found', withoutBlocks),
  bind('conversation', 'N', 'conversation.search-previous', 'the one before', withoutBlocks),
  bind('conversation', 'y', 'conversation.copy', 'copy the selected block', withoutBlocks),
  bind('conversation', 'o', 'conversation.edit', 'open the file of the selected block in the editor', withoutBlocks),
  bind('conversation', 'z', 'panel.zoom', 'zoom: over the whole width, and back'),
  bind('conversation', 'escape', 'panel.back', 'end the search or the zoom; back to the message'),
  bind('conversation', '?', 'help.open', 'help'),
  bind('files', 'up k', 'files.up', 'a row up', withoutFiles),
  bind('files', 'down j', 'files.down', 'a row down', withoutFiles),
  bind('files', 'u', 'files.half-up', 'half a page up', withoutFiles),
  bind('files', 'd', 'files.half-down', 'half a page down', withoutFiles),
  bind('files', 'g home', 'files.start', 'to the first', withoutFiles),
  bind('files', 'G end', 'files.end', 'to the last', withoutFiles),
  bind('files', 'right l', 'files.open', 'open the folder', withoutFiles),
  bind('files', 'left h', 'files.close', 'close the folder, or go to the one above', withoutFiles),
  bind('files', 'enter', 'files.insert', 'put @path into the message; open or close a folder', withoutFiles),
  bind('files', 'space', 'files.preview', 'look at the file; open or close a folder', withoutFiles),
  bind('files', '/', 'files.filter', 'filter by name, all files of the folder', withoutFiles),
  bind('files', 'o', 'files.edit', 'open the file in the editor', withoutFiles),
  bind('files', 'z', 'panel.zoom', 'zoom: over the whole width, and back', withoutFiles),
  bind('files', 'escape', 'panel.back', 'end the filter or the zoom; back to the message'),
  bind('files', '?', 'help.open', 'help'),
  bind('agent', 'enter z', 'panel.zoom', 'zoom: over the whole width, and back', withoutTeam),
  bind('agent', 'i', 'agent.write', 'write to it; so does any letter that has no meaning here', withoutTeam),
  bind('agent', 'space', 'conversation.toggle', 'unfold or fold the selected block', withoutTeam),
  bind('agent', ']', 'agent.next-page', 'the agents that have no pane; where there is one pane, the next', withoutTeam),
  bind('agent', '[', 'agent.previous-page', 'the page, or the agent, before', withoutTeam),
  bind(
    'agent',
    'r',
    'agent.retry',
    'its task again, also while it runs; asks',
    withoutPlanTask('restart', taskOfAgent),
  ),
  bind('agent', 's', 'agent.skip', 'skip its task; asks', withoutPlanTask('skip', taskOfAgent)),
  bind('agent', 'x', 'agent.cancel', 'stop its task; asks', withoutPlanTask('cancel', taskOfAgent)),
  bind('agent', '+', 'team.grow', 'a worker more', withoutTeamTurn),
  bind('agent', '-', 'team.shrink', 'a worker less', withoutTeamTurn),
  bind('agent', 'P', 'team.pause', 'pause the team, or let it go on: no new task begins', withoutTeamTurn),
  bind('plan', 'up k', 'plan.up', 'up: along the arrows, or to the task beside', withoutPlan),
  bind('plan', 'down j', 'plan.down', 'down', withoutPlan),
  bind('plan', 'left h', 'plan.left', 'to the left', withoutPlan),
  bind('plan', 'right l', 'plan.right', 'to the right', withoutPlan),
  bind('plan', 'g home', 'plan.first', 'to the first task', withoutPlan),
  bind('plan', 'G end', 'plan.last', 'to the last', withoutPlan),
  bind('plan', 'enter', 'plan.open', 'all about the task, its output live', withoutPlan),
  bind('plan', 'r', 'plan.retry', 'run the task again', withoutPlanTask('retry')),
  bind('plan', 's', 'plan.skip', 'skip the task', withoutPlanTask('skip')),
  bind('plan', 'x', 'plan.cancel', 'stop the task; asks when it runs', withoutPlanTask('cancel')),
  bind('plan', 'p', 'plan.replan', 'plan anew from here', withoutPlanTask('replan')),
  bind('plan', 'f', 'plan.follow', 'follow the running task', withoutPlan),
  bind('plan', '/', 'plan.find', 'find a task', withoutPlan),
  bind('plan', 'space', 'plan.fold', 'fold or unfold what hangs on the task alone', withoutPlan),
  bind('plan', 'c', 'plan.critical', 'light the critical path', withoutPlan),
  bind('plan', 'v', 'plan.view', 'as a picture, or as a list with lanes', withoutPlan),
  bind('plan', 'z', 'panel.zoom', 'zoom: over the whole width, and back', withoutPlan),
  bind('plan', 'escape', 'panel.back', 'end the search or the zoom; back to the message'),
  bind('plan', '?', 'help.open', 'help'),
  bind('review', 'enter', 'plan.run', 'run the plan', outsideReview),
  bind('review', 'escape', 'plan.drop', 'drop the plan', outsideReview),
  bind('review', 'I i', 'plan.add-requirement', 'add requirements; it is planned anew', outsideReview),
  bind('review', 'E e', 'plan.edit', 'edit the tasks', outsideReview),
  bind('review', 'o', 'plan.open', 'all about the task', withoutPlan),
  bind('plan-edit', 'a', 'plan.task-add', 'add a task', outsideEdit),
  bind('plan-edit', 'd', 'plan.task-delete', 'delete the task; asks', outsideEdit),
  bind('plan-edit', 't enter', 'plan.task-change', 'change its text and type; the end of an arrow', outsideEdit),
  bind('plan-edit', 'c', 'plan.task-connect', 'an arrow from here: select its end, Enter', outsideEdit),
  bind('plan-edit', 'C x', 'plan.task-disconnect', 'take away the arrow from here: select its end, Enter', outsideEdit),
  bind('plan-edit', '<', 'plan.task-earlier', 'earlier in the order of the plan', outsideEdit),
  bind('plan-edit', '>', 'plan.task-later', 'later', outsideEdit),
  bind('plan-edit', 'u', 'plan.undo', 'undo the last edit', outsideEdit),
  bind('plan-edit', 'o', 'plan.open', 'all about the task', withoutPlan),
  bind('plan-edit', 'escape', 'plan.edit-done', 'end editing', outsideEdit),
];

/** The action of a key: the panel's own binding wins over a global one. */
export function actionFor(context: KeyContext, key: string): ActionName | undefined {
  const find = (where: KeyContext) =>
    bindings.find((binding) => binding.context === where && binding.keys.includes(key))?.action;
  const behind = contextBehind[context];
  return find(context) ?? (behind && find(behind)) ?? find('global');
}

const longNames: Readonly<Record<string, string>> = { escape: 'Esc', pageup: 'PgUp', pagedown: 'PgDn' };

/** A key as people write it: `ctrl+o` is `Ctrl+O`, `pageup` is `PgUp`; a bare letter stays as it is, because its case counts. */
export function keyLabel(key: string): string {
  if (key.length === 1) return key;
  // The plus may be the key itself, as in `ctrl++`.
  const parts = key.split(/\+(?!$)/);
  const name = parts.pop() ?? '';
  const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  return [...parts.map(capital), longNames[name] ?? capital(name)].join('+');
}
