// Opening an earlier thread. When another process writes to it the user chooses: a copy, a new thread, or neither.
import { PaiError } from '../base/error.js';
import type { Command } from '../protocol/command.js';
import { cleanOneLine } from '../view/clean.js';
import type { Commander } from './commander.js';
import { createArming } from './dialogs/arming.js';
import { createChoiceDialog } from './dialogs/choice.js';
import type { Dialogs } from './dialogs/dialogs.js';
import { ignoreRejected } from './dialogs/ignore-rejected.js';
import type { Frames } from './frames.js';

type Which = Exclude<Extract<Command, { type: 'thread.open' }>['which'], 'new'>;
type Way = 'copy' | 'new' | 'cancel';

export interface ThreadOpenerOptions {
  commander: Pick<Commander, 'send' | 'carryOut'>;
  dialogs(): Pick<Dialogs, 'show'>;
  frames: Pick<Frames, 'requestNow'>;
  /** ms of a clock that does not jump. */
  now(): number;
  ascii: boolean;
}

/** Both resolve with whether a thread was opened; the engine has said why not. */
export interface ThreadOpener {
  open(which: Which): Promise<boolean>;
  /** Opens a copy of it. */
  copy(which: Which): Promise<boolean>;
  /** Sends any command; one that opens a thread goes the way of `open`. */
  send(command: Command): void;
}

const ways: readonly { value: Way; label: string; detail: string }[] = [
  { value: 'copy', label: 'Go on in a copy', detail: 'what is said there later is not in it' },
  { value: 'new', label: 'Begin a new thread', detail: '' },
  { value: 'cancel', label: 'Leave it', detail: '' },
];

export function createThreadOpener(options: ThreadOpenerOptions): ThreadOpener {
  const { commander } = options;
  const done = (command: Command) =>
    commander.carryOut(command).then(
      () => true,
      (error: unknown) => {
        ignoreRejected(error);
        return false;
      },
    );
  const copy = (which: Which) =>
    done({ type: 'thread.fork', ...(which === 'latest' ? { latest: true } : { threadId: which.threadId }) });
  const opener: ThreadOpener = {
    copy,
    send(command) {
      if (command.type === 'thread.open' && command.which !== 'new') void opener.open(command.which);
      else commander.send(command);
    },
    async open(which) {
      try {
        await commander.carryOut({ type: 'thread.open', which });
        return true;
      } catch (error) {
        ignoreRejected(error);
        if (!(error instanceof PaiError) || error.code !== 'in-use') return false;
        const way = await askWay(options, error.message);
        if (way === 'copy') return copy(which);
        return way === 'new' && done({ type: 'thread.open', which: 'new' });
      }
    },
  };
  return opener;
}

function askWay({ dialogs, now, frames, ascii }: ThreadOpenerOptions, message: string): Promise<Way> {
  return new Promise((resolve) =>
    dialogs().show((close) => {
      const answer = (way: Way) => {
        close();
        resolve(way);
      };
      return createChoiceDialog({
        title: 'This thread is open elsewhere',
        intro: [[{ text: cleanOneLine(message), role: 'warning' }], []],
        items: ways,
        onChoice: answer,
        onCancel: () => answer('cancel'),
        redraw: frames.requestNow,
        ascii,
        // It comes unasked at a start, when one may be typing already.
        arming: createArming(now),
      });
    }),
  );
}
