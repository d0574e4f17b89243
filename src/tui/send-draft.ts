// What becomes of a draft when it is sent: a message to the engine, or a slash command carried out here.
import type { ActionScope } from './actions.js';
import { readSlashCommand } from './slash-commands.js';

/** `start`: a turn, or the queue while one runs; `steer`: the running turn's next step. */
export function sendDraft(scope: ActionScope, how: 'start' | 'steer'): void {
  const { editor, transcript, dialogs, view, send } = scope;
  const draft = editor.text();
  if (draft.trim() === '') return;
  // A pasted text that begins with a slash is text; only what was typed is a command.
  const isCommand = editor.startsTyped && draft.startsWith('/');
  // Nobody would take it: the draft stays where it is.
  if (!isCommand && dialogs.askIfCrashed()) return;
  const { text } = editor.submit();
  if (isCommand) runSlashCommand(text, scope);
  else send(how === 'steer' && view.turn ? { type: 'turn.steer', text } : { type: 'turn.start', input: text });
  transcript.scrollToEnd();
}

function runSlashCommand(line: string, { dialogs, send, quit, ui, editor }: ActionScope): void {
  const action = readSlashCommand(line);
  switch (action.kind) {
    case 'help':
      dialogs.openHelp();
      break;
    case 'exit':
      quit();
      break;
    case 'refused':
      ui.hint = action.reason;
      editor.setText(line);
      break;
    case 'pick':
      if (!dialogs.askIfCrashed()) dialogs.pick(action.what);
      break;
    case 'command':
      if (!dialogs.askIfCrashed()) send(action.command);
  }
}
