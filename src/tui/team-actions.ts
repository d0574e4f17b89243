// What the keys of agents' panes do: which one is looked at, writing to one, its task, and the team as a whole.
import type { TaskAction } from '../protocol/command.js';
import type { ActionScope } from './actions.js';
import { ignoreRejected } from './dialogs/ignore-rejected.js';
import { taskOfAgent, withoutPlanTask } from './disabled.js';
import { focus } from './focus.js';
import { type AgentName, isAgentName, keysOfAgents } from './layout.js';

/** False: the key was not meant for this just now. */
type Action = (scope: ActionScope) => unknown;

/** Actions of Alt+4 and the digits behind it. */
export const agentActions = {
  'focus.agent-1': (scope) => focusAgentAt(scope, 0),
  'focus.agent-2': (scope) => focusAgentAt(scope, 1),
  'focus.agent-3': (scope) => focusAgentAt(scope, 2),
  'focus.agent-4': (scope) => focusAgentAt(scope, 3),
  'focus.agent-5': (scope) => focusAgentAt(scope, 4),
  'focus.agent-6': (scope) => focusAgentAt(scope, keysOfAgents - 1),
  'agent.next-page': (scope) => turnPage(scope, 1),
  'agent.previous-page': (scope) => turnPage(scope, -1),
  'agent.write': writeToAgent,
  'agent.retry': (scope) => controlTask(scope, 'retry'),
  'agent.skip': (scope) => controlTask(scope, 'skip'),
  'agent.cancel': (scope) => controlTask(scope, 'cancel'),
  'team.grow': (scope) => resize(scope, 1),
  'team.shrink': (scope) => resize(scope, -1),
  'team.pause': ({ view, send }) => send({ type: 'team.control', paused: view.team?.paused !== true }),
} satisfies Record<string, Action>;

function focusAgentAt(scope: ActionScope, at: number): void {
  const name = scope.team.names()[at];
  if (name === undefined)
    scope.ui.hint = at === 0 ? 'There is no team; /team GOAL begins one' : 'There is no such agent';
  else focusAgent(scope, name);
}

export function focusAgent(scope: ActionScope, name: AgentName): void {
  focus(scope, name);
  // A layout of the user's own may have no place for agents.
  if (!scope.hasAgentPlaces()) scope.ui.zoomed = name;
}

function turnPage(scope: ActionScope, step: 1 | -1): void {
  const name = scope.team.turnPage(step);
  if (name) focus(scope, name);
  else if (isAgentName(scope.ui.focus)) focusAgent(scope, neighbour(scope, scope.ui.focus, step));
}

/** Where one is seen at a time, the next one. */
function neighbour({ team }: ActionScope, name: AgentName, step: 1 | -1): AgentName {
  const names = team.names();
  return names[(names.indexOf(name) + step + names.length) % names.length] ?? name;
}

/** What is typed from now on goes to this agent. */
export function writeToAgent(scope: ActionScope): boolean {
  const { ui, view } = scope;
  const name = ui.focus;
  if (!isAgentName(name)) return false;
  const agent = view.agents.get(name);
  const taskId = agent?.tasks[0];
  if (agent?.role === 'reviewer') ui.hint = 'The reviewer reads no messages; write to the worker';
  else if (taskId === undefined) ui.hint = `${name} works on no task just now`;
  else {
    ui.addressee = { agentId: name, taskId };
    focus(scope, 'message');
  }
  return ui.focus === 'message';
}

/** True: the message was for an agent, and is for all again. */
export function dropAddressee(scope: ActionScope): boolean {
  const { ui } = scope;
  if (ui.addressee === undefined) return false;
  ui.addressee = undefined;
  focus(scope, 'message');
  return true;
}

/** Sends the text to the agent; true: it was taken. What the engine refuses becomes the draft again. */
export function sendToAgent(scope: ActionScope, submit: () => string): void {
  const { ui, view, carryOut, editor, redraw } = scope;
  const { addressee } = ui;
  if (!addressee) return;
  const { agentId, taskId } = addressee;
  const now = view.agents.get(agentId)?.tasks[0];
  if (now !== taskId) {
    ui.hint =
      now === undefined
        ? `${agentId} has ended ${taskId}; Esc writes to all`
        : `${agentId} has ${now} now; Enter again sends it`;
    if (now !== undefined) ui.addressee = { agentId, taskId: now };
    return;
  }
  const text = submit();
  ui.addressee = undefined;
  focusAgent(scope, agentId);
  ui.hint = `Goes to ${agentId} before its next step`;
  carryOut({ type: 'turn.steer', text, taskId }).catch(() => {
    // Why is told as a notice.
    if (editor.isEmpty()) editor.setText(text, false);
    redraw();
  });
}

const questions = {
  retry: ['Run', 'Run it again', 'it begins anew'],
  restart: ['Restart', 'Restart it', 'what it has done in this try is not taken back'],
  skip: ['Skip', 'Skip it', 'what depends on it is skipped'],
  cancel: ['Stop', 'Stop it', 'what depends on it is skipped'],
} as const;

/** Of the task in the pane; a letter that was meant for a message does nothing to it, so each is asked. */
function controlTask(scope: ActionScope, wanted: 'retry' | 'skip' | 'cancel'): void {
  const { view, ui, dialogs, carryOut } = scope;
  const task = taskOfAgent(scope);
  if (!task || !view.plan) {
    ui.hint = 'It has no task';
    return;
  }
  const action = wanted === 'retry' && task.status === 'RUNNING' ? 'restart' : wanted;
  const reason = withoutPlanTask(action, taskOfAgent)(scope);
  if (reason !== undefined) {
    ui.hint = reason;
    return;
  }
  const { planId } = view.plan.plan;
  const [verb, label, detail] = questions[action];
  const choices = [
    { value: false, label: 'Leave it' },
    { value: true, label, detail },
  ];
  dialogs.choose(`${verb} ${task.id}?`, '', choices, (isMeant) => {
    const command = { type: 'task.control', planId, taskId: task.id, action: action satisfies TaskAction } as const;
    // Why the engine refuses is told as a notice.
    if (isMeant) carryOut(command).catch(ignoreRejected);
  });
}

function resize({ view, ui, send }: ActionScope, step: 1 | -1): void {
  const workers = view.team?.workers;
  if (workers === undefined) ui.hint = 'No team is at work';
  else if (workers + step < 1) ui.hint = 'A team has at least one worker';
  else send({ type: 'team.control', workers: workers + step });
}
