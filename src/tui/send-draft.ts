// What becomes of a draft when it is sent: a message to the engine, a command of the user's own, or a slash command carried out here.
import type { ActionScope } from './actions.js';
import { chooseTheme } from './dialogs/pickers.js';
import { focusPlan } from './plan-actions.js';
import { planNextMessage } from './plan-mode.js';
import { openProblems } from './problems.js';
import { openRestore } from './restore.js';
import { bringTurnsBack, openRewind, takeBackTurns } from './rewind.js';
import { readSlashCommand } from './slash-commands.js';
import { sendToAgent } from './team-actions.js';

/** True until that command has ended. */
export const shellRunsHint = 'A command of yours is still running; Esc stops it';

/** `start`: a turn, or the queue while one runs; `steer`: the running turn's next step. */
export function sendDraft(scope: ActionScope, how: 'start' | 'steer'): void {
  const { editor, transcript, dialogs, view, send, remember, ui } = scope;
  const draft = editor.text();
  if (draft.trim() === '') return;
  // A pasted text that begins with a slash or an exclamation mark is text; only what was typed is a command.
  const isCommand = editor.startsTyped && draft.startsWith('/');
  const isShell = editor.startsTyped && draft.startsWith('!');
  // Nobody would take it: the draft stays where it is.
  if (!isCommand && dialogs.askIfCrashed()) return;
  if (isShell && !mayRunShell(scope, draft)) return;
  if (ui.addressee && !isCommand && !isShell) {
    sendToAgent(scope, () => {
      const sent = editor.submit();
      remember(sent);
      return sent.text;
    });
    return;
  }
  const sent = editor.submit();
  const { text } = sent;
  remember(sent);
  if (isShell) send({ type: 'shell.run', command: text.slice(1).trim() });
  else if (isCommand) runSlashCommand(text, scope);
  else if (how === 'steer' && view.turn) {
    send({ type: 'turn.steer', text });
    // Until then it is nowhere on the screen.
    ui.hint = 'Your message goes to the model before its next step';
  } else {
    send({ type: 'turn.start', input: text, ...(ui.planNext ? { mode: 'plan' as const } : {}) });
    ui.planNext = false;
  }
  transcript.scrollToEnd();
}

/** What cannot be run just now stays a draft, and the reason is said. */
function mayRunShell({ view, ui }: ActionScope, draft: string): boolean {
  if (draft.slice(1).trim() === '') ui.hint = 'Write a command after the !';
  else if (view.shell) ui.hint = shellRunsHint;
  else return true;
  return false;
}

/** Carries out `/name argument`. */
export function runSlashCommand(line: string, scope: ActionScope): void {
  const { dialogs, send, quit, ui, editor, themes, tools } = scope;
  const action = readSlashCommand(line, scope.ownCommands.list());
  switch (action.kind) {
    case 'help':
      dialogs.openHelp();
      break;
    case 'exit':
      quit();
      break;
    case 'layout':
      tools.chooseLayout(action.name);
      break;
    case 'mouse':
      tools.setMouse(action.on);
      break;
    case 'refused':
      ui.hint = action.reason;
      editor.setText(line);
      break;
    case 'theme':
      if (!chooseTheme(themes, action.name, send)) ui.hint = `There is no theme ${action.name}; /theme lists them`;
      break;
    case 'pick':
      if (!dialogs.askIfCrashed()) dialogs.pick(action.what, action.limit);
      break;
    case 'rewind':
      if (dialogs.askIfCrashed()) break;
      if (action.turns === undefined) openRewind(scope);
      else takeBackTurns(scope, action.turns);
      break;
    case 'plan-next':
      if (!dialogs.askIfCrashed()) planNextMessage(scope);
      break;
    case 'plan-last':
      focusPlan(scope);
      break;
    case 'redo':
      if (!dialogs.askIfCrashed()) bringTurnsBack(scope);
      break;
    case 'restore':
      if (!dialogs.askIfCrashed()) openRestore(scope, action.wish);
      break;
    case 'problems':
      if (!dialogs.askIfCrashed()) openProblems(scope);
      break;
    case 'connect':
      if (!dialogs.askIfCrashed()) scope.connect();
      break;
    case 'command':
      if (!dialogs.askIfCrashed()) send(action.command);
  }
}
