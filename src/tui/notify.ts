// Calls the user back: a bell and a desktop notification, only while the terminal's window is known not to have the focus.
import type { Envelope } from '../protocol/event.js';

export interface Notifier {
  /** The terminal said so. Until it says anything its window is taken to have the focus. */
  onFocus(focused: boolean): void;
  /** To be told of every event. */
  take(envelope: Envelope): void;
}

export interface NotifierOptions {
  /** To the terminal, between frames. */
  write(codes: string): void;
  /** ms since 1970. */
  now(): number;
}

/** A turn that took less is not worth calling somebody for. */
const longTurnMs = 20_000;
/** Older events are those of a thread that was opened again. */
const newsMs = 10_000;

export function createNotifier({ write, now }: NotifierOptions): Notifier {
  let isFocused = true;
  return {
    onFocus(focused) {
      isFocused = focused;
    },
    take(envelope) {
      if (isFocused || now() - envelope.at > newsMs) return;
      const text = newsIn(envelope);
      // OSC 9 is a notification where it is known and nothing elsewhere; the bell marks the window or the tmux pane.
      if (text !== undefined) write(`\x1b]9;${text}\x1b\\\x07`);
    },
  };
}

/** What somebody who looks elsewhere wants to know. */
function newsIn({ event }: Envelope): string | undefined {
  if (event.type === 'approval.requested')
    return event.request.subject === 'question' ? 'PaiCLI asks you something' : 'PaiCLI waits for your approval';
  if (event.type !== 'turn.completed' && event.type !== 'turn.failed') return undefined;
  if (event.durationMs <= longTurnMs) return undefined;
  if (event.type === 'turn.failed') return 'PaiCLI: the turn failed';
  // Whoever stopped it was there.
  return event.outcome === 'cancelled' ? undefined : 'PaiCLI: the turn is done';
}
