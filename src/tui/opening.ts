// The first commands of a screen: the thread it opens with, and the first message.
import type { AppOptions } from './app-options.js';
import type { Editor } from './editor.js';
import type { ThreadOpener } from './open-thread.js';

type Opening = Pick<AppOptions, 'opening' | 'firstInput'>;

export interface OpeningActs {
  threads: ThreadOpener;
  pickThread(): void;
  editor: Pick<Editor, 'isEmpty' | 'setText'>;
}

/** The first message is for the thread that was asked for: it goes out when that is open, and into no other. */
export async function sendOpening({ opening, firstInput }: Opening, acts: OpeningActs): Promise<void> {
  const { kind } = opening;
  if (kind === 'pick') acts.pickThread();
  const isOpen = kind === 'new' || (kind !== 'pick' && (await openFirst(opening, acts.threads)));
  if (firstInput === undefined) return;
  if (isOpen) acts.threads.send({ type: 'turn.start', input: firstInput });
  // What was not sent is not lost.
  else if (acts.editor.isEmpty()) acts.editor.setText(firstInput, false);
}

function openFirst(
  opening: Exclude<AppOptions['opening'], { kind: 'new' | 'pick' }>,
  threads: ThreadOpener,
): Promise<boolean> {
  const which = opening.kind === 'latest' ? 'latest' : { threadId: opening.threadId };
  return opening.fork ? threads.copy(which) : threads.open(which);
}
