// What the keys of the plan do: moving about in the graph, its tasks while it runs, and the review. Drawing is the panel's.
import type { TaskAction } from '../protocol/command.js';
import { plannedOf, type Task } from '../protocol/plan.js';
import type { ActionScope } from './actions.js';
import { ignoreRejected } from './dialogs/ignore-rejected.js';
import { createTaskForm, type TaskWords } from './dialogs/task-form.js';
import { createTextEntry } from './dialogs/text-entry.js';
import { withoutPlanTask } from './disabled.js';
import { focus } from './focus.js';
import { connected, disconnected, freeId, movedTask, readIds, withoutTask, withTask } from './plan-edits.js';

/** False: the key was not meant for this just now. */
type Action = (scope: ActionScope) => unknown;

export const planActions = {
  'plan.toggle': togglePlan,
  'focus.plan': focusPlan,
  'plan.up': ({ plan }) => plan.move('up'),
  'plan.down': ({ plan }) => plan.move('down'),
  'plan.left': ({ plan }) => plan.move('left'),
  'plan.right': ({ plan }) => plan.move('right'),
  'plan.first': ({ plan }) => plan.moveToEnd(-1),
  'plan.last': ({ plan }) => plan.moveToEnd(1),
  'plan.view': ({ plan }) => plan.toggleView(),
  'plan.fold': ({ plan }) => plan.toggleFold(),
  'plan.critical': ({ plan }) => plan.toggleLit(),
  'plan.follow': ({ plan }) => plan.toggleFollow(),
  'plan.find': ({ plan }) => plan.find.open(),
  'plan.open': openTask,
  'plan.retry': (scope) => control(scope, 'retry'),
  'plan.skip': (scope) => control(scope, 'skip'),
  'plan.cancel': cancelTask,
  'plan.replan': (scope) => control(scope, 'replan'),
  'plan.run': ({ review }) => review.answer({ kind: 'run' }),
  'plan.drop': ({ review }) => review.answer({ kind: 'cancel' }),
  'plan.add-requirement': addRequirement,
  'plan.edit': ({ review }) => review.edit(true),
  'plan.edit-done': ({ review }) => (review.linking() ? review.endLink() : review.edit(false)),
  'plan.task-add': addTask,
  'plan.task-delete': deleteTask,
  'plan.task-change': (scope) => (scope.review.linking() ? link(scope) : changeTask(scope)),
  'plan.task-connect': (scope) => beginLink(scope, 'connect'),
  'plan.task-disconnect': (scope) => beginLink(scope, 'disconnect'),
  'plan.task-earlier': (scope) => reorder(scope, -1),
  'plan.task-later': (scope) => reorder(scope, 1),
  'plan.undo': ({ review }) => review.answer({ kind: 'undo' }),
} satisfies Record<string, Action>;

function togglePlan(scope: ActionScope): void {
  const { view, ui, isShown } = scope;
  if (view.plan === undefined) {
    ui.hint = 'There is no plan yet; /plan GOAL makes one';
    return;
  }
  const open = !isShown('plan');
  if (!scope.planCovers()) ui.planBeside = open;
  focus(scope, open ? 'plan' : 'message');
}

export function focusPlan(scope: ActionScope): void {
  const { view, ui } = scope;
  if (view.plan === undefined) {
    ui.hint = 'There is no plan yet; /plan GOAL makes one';
    return;
  }
  if (!scope.planCovers()) ui.planBeside = true;
  focus(scope, 'plan');
}

function openTask({ plan, view, tools }: ActionScope): void {
  const task = plan.selected();
  if (task && view.plan) tools.openTask(view.plan, task.id);
}

function control(scope: ActionScope, action: TaskAction): void {
  const { view, plan, ui, carryOut } = scope;
  const task = plan.selected();
  const reason = withoutPlanTask(action)(scope);
  if (reason !== undefined || !task || !view.plan) {
    ui.hint = reason ?? 'No task is selected';
    return;
  }
  // Why the engine refuses is told as a notice.
  carryOut({ type: 'task.control', planId: view.plan.plan.planId, taskId: task.id, action }).catch(ignoreRejected);
}

/** What runs is not stopped by one bare key. */
function cancelTask(scope: ActionScope): void {
  const task = scope.plan.selected();
  if (task?.status !== 'RUNNING') {
    control(scope, 'cancel');
    return;
  }
  const choices = [
    { value: false, label: 'Let it run' },
    { value: true, label: 'Stop it', detail: 'what depends on it is skipped' },
  ];
  scope.dialogs.choose(`Stop ${task.id}?`, '', choices, (stop) => {
    scope.plan.select(task.id);
    if (stop) control(scope, 'cancel');
  });
}

function addRequirement({ dialogs, review, redraw, ascii }: ActionScope): void {
  dialogs.show((close) =>
    createTextEntry({
      title: 'Add requirements',
      intro: [[{ text: 'What else is to be minded? The plan is made anew with it.', role: 'dim' }]],
      async take(text) {
        if (text === '') throw new Error('Write what is to be added; Esc leaves it');
        review.answer({ kind: 'add', requirement: text });
      },
      close,
      redraw,
      ascii,
    }),
  );
}

function openForm(
  { dialogs, redraw, ascii }: ActionScope,
  title: string,
  begin: TaskWords,
  withDependencies: boolean,
  take: (words: TaskWords) => string | undefined,
): void {
  dialogs.show((close) => createTaskForm({ title, begin, withDependencies, take, close, redraw, ascii }));
}

function addTask(scope: ActionScope): void {
  const { plan, review } = scope;
  const selected = plan.selected();
  const id = freeId(review.tasks());
  const begin: TaskWords = { description: '', type: 'ANALYSIS', dependencies: selected?.id ?? '' };
  openForm(scope, `New task ${id}`, begin, true, ({ description, type, dependencies }) => {
    const tasks = review.tasks();
    const isTaken = review.revise(
      withTask(tasks, { id, description, type, dependencies: readIds(dependencies, tasks) }),
    );
    if (isTaken) plan.select(id);
    return isTaken ? undefined : review.fault();
  });
}

function changeTask(scope: ActionScope): void {
  const { review } = scope;
  const task = selectedOf(scope);
  if (!task) return;
  const begin: TaskWords = { description: task.description, type: task.type, dependencies: '' };
  openForm(scope, `Change ${task.id}`, begin, false, ({ description, type }) =>
    review.revise(withTask(review.tasks(), { ...plannedOf(task), description, type })) ? undefined : review.fault(),
  );
}

function deleteTask(scope: ActionScope): void {
  const { review, dialogs } = scope;
  const task = selectedOf(scope);
  if (!task) return;
  const after = review.tasks().filter(({ dependencies }) => dependencies.includes(task.id)).length;
  const rest =
    after === 1 ? '1 task that depends on it no longer does' : `${after} tasks that depend on it no longer do`;
  const detail = after === 0 ? 'nothing depends on it' : rest;
  const choices = [
    { value: false, label: 'Keep it' },
    { value: true, label: 'Delete it', detail },
  ];
  dialogs.choose(`Delete ${task.id}?`, '', choices, (isGone) => {
    if (isGone) review.revise(withoutTask(review.tasks(), task.id));
  });
}

function beginLink(scope: ActionScope, how: 'connect' | 'disconnect'): void {
  const task = selectedOf(scope);
  if (!task) return;
  // The same key again ends it at the selected task.
  if (scope.review.linking()?.how === how) link(scope);
  else scope.review.link(how, task.id);
}

function link(scope: ActionScope): void {
  const { review } = scope;
  const linking = review.linking();
  const task = selectedOf(scope);
  if (!linking || !task) return;
  review.endLink();
  const change = linking.how === 'connect' ? connected : disconnected;
  review.revise(change(review.tasks(), linking.source, task.id));
}

function reorder(scope: ActionScope, by: -1 | 1): void {
  const task = selectedOf(scope);
  if (task) scope.review.revise(movedTask(scope.review.tasks(), task.id, by));
}

/** The selected task as the person left it. */
function selectedOf({ plan, review }: ActionScope) {
  const selected: Task | undefined = plan.selected();
  return review.tasks().find(({ id }) => id === selected?.id);
}
