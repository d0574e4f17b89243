// Cuts what the terminal sends into keys, text, pastes and replies, wherever the reads happen to end. Gives no key a meaning.
import { StringDecoder } from 'node:string_decoder';
import { stripControls } from '../../base/sanitize.js';
import { type InputEvent, keyEvent, noModifiers } from './keys.js';
import { altKey, readAt } from './scan.js';

/** Starts a timer; the returned function calls it off. */
export type StartTimer = (callback: () => void, delayMs: number) => () => void;

export interface TokenizerOptions {
  onEvent(event: InputEvent): void;
  startTimer?: StartTimer;
}

export interface Tokenizer {
  feed(bytes: Buffer | string): void;
  /** Forgets an unfinished sequence and its timer. */
  stop(): void;
}

/** How long an ESC may be the beginning of something. */
const escapeMs = 30;
/** How long a begun sequence may stay unfinished before it is dropped, so that it cannot swallow what is typed. */
const unfinishedMs = 1000;
const pasteEnd = '\x1b[201~';

export function createTokenizer(options: TokenizerOptions): Tokenizer {
  return new InputTokenizer(options.onEvent, options.startTimer ?? realTimer);
}

class InputTokenizer implements Tokenizer {
  private readonly emit: (event: InputEvent) => void;
  private readonly startTimer: StartTimer;
  private readonly decoder = new StringDecoder('utf8');
  private buffer = '';
  /** Parts of a paste that has begun and not ended. */
  private paste: string[] | undefined;
  private cancelTimer: (() => void) | undefined;

  constructor(emit: (event: InputEvent) => void, startTimer: StartTimer) {
    this.emit = emit;
    this.startTimer = startTimer;
  }

  feed(bytes: Buffer | string): void {
    this.stopTimer();
    this.buffer += typeof bytes === 'string' ? bytes : this.decoder.write(bytes);
    this.read();
    if (this.buffer === '' || this.paste !== undefined) return;
    const soon = /^\x1b+[[O\]PX^_]?$/.test(this.buffer);
    this.cancelTimer = this.startTimer(() => this.giveUpWaiting(), soon ? escapeMs : unfinishedMs);
  }

  stop(): void {
    this.stopTimer();
    this.buffer = '';
    this.paste = undefined;
  }

  private stopTimer(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
  }

  private read(): void {
    let at = 0;
    const text = this.buffer;
    while (at < text.length) {
      if (this.paste !== undefined) {
        at = this.readPaste(text, at);
        if (this.paste !== undefined) break;
        continue;
      }
      const step = readAt(text, at);
      if (step === null) break;
      at = step.next;
      if (step.event !== undefined) this.accept(step.event);
    }
    this.buffer = text.slice(at);
  }

  private accept(event: InputEvent): void {
    if (event.type === 'reply' && event.sequence === '\x1b[200~') this.paste = [];
    else if (event.type === 'reply' && event.sequence === pasteEnd) return;
    else this.emit(event);
  }

  /** Only the new part is searched; a few characters stay behind because the end mark may be cut in two. */
  private readPaste(text: string, from: number): number {
    const parts = this.paste as string[];
    const end = text.indexOf(pasteEnd, from);
    if (end < 0) {
      const keep = Math.max(from, text.length - (pasteEnd.length - 1));
      parts.push(text.slice(from, keep));
      return keep;
    }
    parts.push(text.slice(from, end));
    this.paste = undefined;
    this.emit({ type: 'paste', text: stripControls(parts.join('')) });
    return end + pasteEnd.length;
  }

  private giveUpWaiting(): void {
    this.cancelTimer = undefined;
    const waiting = this.buffer;
    this.buffer = '';
    const prefix = /^\x1b+/.exec(waiting)?.[0].length ?? 0;
    const rest = waiting.slice(prefix);
    const escapes = rest === '' ? prefix : prefix - 1;
    for (let i = 0; i < escapes; i++) this.emit(keyEvent('escape', noModifiers, '\x1b'));
    if (rest.length === 1) this.emit(altKey(rest, `\x1b${rest}`));
    // Longer beginnings are replies that were cut off: nobody typed them.
  }
}

function realTimer(callback: () => void, delayMs: number): () => void {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}
