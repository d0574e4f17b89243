// Going back in the open thread: the list of turns, what can be done with one, and its text as the draft again. The engine takes back.
import { cleanOneLine } from '../view/clean.js';
import { formatCount, formatElapsed } from '../view/format.js';
import type { Line } from '../view/span.js';
import { type PastTurn, pastTurns } from '../view/turns.js';
import { wrapLine } from '../view/wrap.js';
import type { ActionScope } from './actions.js';
import { ignoreRejected } from './dialogs/ignore-rejected.js';
import type { Choice } from './dialogs/pick-lists.js';
import type { SearchItem } from './dialogs/search-list.js';
import { previewRestore } from './restore.js';

/** What going back concerns. */
type Way = 'nothing' | 'conversation' | 'files' | 'both' | 'fork';

const ways: readonly (Choice<Way> & { needsEarlier?: true; needsSnapshot?: true })[] = [
  { value: 'nothing', label: 'Leave everything as it is' },
  {
    value: 'conversation',
    label: 'Conversation back to before this turn',
    detail: 'files stay as they are',
  },
  {
    value: 'files',
    label: 'Files back to before this turn',
    detail: 'the conversation stays; a preview first',
    needsSnapshot: true,
  },
  {
    value: 'both',
    label: 'Conversation and files back to before this turn',
    detail: 'a preview first',
    needsSnapshot: true,
  },
  {
    value: 'fork',
    label: 'Go on in a copy that ends before this turn',
    detail: 'this thread stays whole',
    needsEarlier: true,
  },
];

/** Opens the list of turns, the newest first. */
export function openRewind(scope: ActionScope): void {
  const { dialogs, view } = scope;
  dialogs.search(
    {
      title: 'Go back to before a turn',
      empty: 'there is no turn yet',
      items: turnItems(pastTurns(view), scope.now()),
      preview: textLines,
    },
    (turn) => askHow(scope, turn),
  );
}

function turnItems(turns: readonly PastTurn[], now: number): SearchItem<PastTurn>[] {
  return turns.map((turn) => ({
    value: turn,
    label: firstLine(turn.text),
    detail: `${formatElapsed(now - turn.at)} ago`,
    right: `turn ${turn.number}`,
  }));
}

function askHow(scope: ActionScope, turn: PastTurn): void {
  const offered = ways.filter(
    ({ needsEarlier, needsSnapshot }) =>
      (!needsEarlier || turn.number > 1) && (!needsSnapshot || turn.snapshot !== undefined),
  );
  const title = `Before turn ${turn.number}: ${formatCount(turn.turnsBack, 'turn')} would go`;
  scope.dialogs.choose(title, '', offered, (way) => {
    if (way === 'conversation') takeBackTurns(scope, turn.turnsBack);
    if (way === 'files' || way === 'both') takeFilesBack(scope, turn, way === 'both');
    if (way === 'fork') forkBefore(scope, turn);
  });
}

/** The conversation goes first, so that what became of the files is said after it. */
function takeFilesBack(scope: ActionScope, { snapshot, turnsBack, text }: PastTurn, withConversation: boolean): void {
  if (snapshot === undefined) return;
  const first = async () => {
    await scope.carryOut({ type: 'thread.rewind', turns: turnsBack });
    draftAgain(scope, text);
  };
  const also = `, and ${formatCount(turnsBack, 'turn')} of the conversation`;
  void previewRestore(scope, { number: snapshot }, withConversation ? { also, first } : undefined);
}

/** Takes the last turns back; what the first of them said becomes the draft, unless something is written there. */
export function takeBackTurns(scope: ActionScope, turns: number): void {
  const text = pastTurns(scope.view).find(({ turnsBack }) => turnsBack === turns)?.text;
  scope
    .carryOut({ type: 'thread.rewind', turns })
    .then(() => draftAgain(scope, text))
    .catch(ignoreRejected);
}

/** Undoes the newest rewind; the draft that it made goes, when it was not changed. */
export function bringTurnsBack(scope: ActionScope): void {
  const { view, editor } = scope;
  const before = pastTurns(view).length;
  scope
    .carryOut({ type: 'thread.restore' })
    .then(() => {
      const first = pastTurns(view).find(({ number }) => number === before + 1);
      if (first && editor.text() === first.text) editor.clear();
      scope.transcript.scrollToEnd();
      scope.redraw();
    })
    .catch(ignoreRejected);
}

function forkBefore(scope: ActionScope, { number, text }: PastTurn): void {
  scope
    .carryOut({ type: 'thread.fork', uptoTurn: number - 1 })
    .then(() => draftAgain(scope, text))
    .catch(ignoreRejected);
}

function draftAgain({ editor, ui, transcript, redraw }: ActionScope, text: string | undefined): void {
  ui.focus = 'message';
  // What was sent is a message; with a slash at its front it was pasted.
  if (text && editor.isEmpty()) editor.setText(text, false);
  transcript.scrollToEnd();
  redraw();
}

const firstLine = (text: string) => cleanOneLine(text.trim().split('\n')[0] ?? '');

function textLines({ text }: PastTurn, width: number, height: number): Line[] {
  const lines = text.split('\n').slice(0, height);
  return lines.flatMap((line) => wrapLine([{ text: line, role: 'text' }], width)).slice(0, height);
}
