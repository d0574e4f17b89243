// Text from outside made harmless for a terminal. Owns what counts as a control sequence or an invisible character; draws nothing.

/** Whole escape sequences, finished or not: OSC, then DCS/SOS/PM/APC, then CSI, then the short ones. Bounded, so that an unfinished one cannot hide everything after it. */
const sequences =
  /(?:\x1b\]|\x9d)[^\x07\x1b\x9c]{0,4096}(?:\x07|\x1b\\|\x9c)?|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x9c]{0,4096}(?:\x1b\\|\x9c)?|(?:\x1b\[|\x9b)[\x30-\x3f]{0,256}[\x20-\x2f]{0,8}[\x40-\x7e]?|\x1b[\x20-\x2f]{0,8}[\x30-\x7e]?/g;
const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;
const invisible =
  /[\u180e\u200b\u200e\u200f\u061c\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;
const loneSurrogate = /\p{Surrogate}/gu;
const suspicious = /[^\t\n\x20-\x7e\xa0-\u02ff\u3000-\ud7ff]/;
const hiddenWhenShown =
  /[\x80-\x9f\xad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}\p{Surrogate}]|\u034f|\u17b4|\u17b5|[\u180b-\u180d]|\u180f|[\ufe00-\ufe0d]/gu;

/** Text for streams and panels: escape sequences and controls are gone (tab and newline stay), CR and CRLF are newlines, invisible characters show as a dot. */
export function stripControls(text: string): string {
  if (!suspicious.test(text)) return text;
  return cleaned(text.replace(sequences, ''));
}

/** Text for what a person must judge (commands, paths, diffs): nothing is removed, everything that would not show is written out. Tab and newline stay. */
export function revealControls(text: string): string {
  if (/^[\t\n\x20-\x7e]*$/.test(text)) return text;
  return text
    .replace(/[\x00-\x08\x0b-\x1f]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
    .replace(/\x7f/g, '\u2421')
    .replace(hiddenWhenShown, (hidden) => {
      const hex = (hidden.codePointAt(0) as number).toString(16).toUpperCase();
      return `<U+${hex.padStart(4, '0')}>`;
    });
}

/** `stripControls` for text that arrives in pieces. */
export interface StreamSanitizer {
  /** The clean text that is certain by now; an unfinished sequence, line end or character at the end waits for more. */
  push(chunk: string): string;
  /** What was held back, cleaned as it is. */
  flush(): string;
}

/** The pieces together give what `stripControls` gives for the whole; at most 4 kB are held back. */
export function createStreamSanitizer(): StreamSanitizer {
  let heldSequence = '';
  let heldText = '';
  return {
    push(chunk) {
      const raw = heldSequence + chunk;
      heldSequence = '';
      const text =
        heldText +
        raw.replace(sequences, (match, offset: number) => {
          if (offset + match.length === raw.length && !isFinished(match)) heldSequence = match;
          return '';
        });
      heldText = /[\r\ud800-\udbff]$/.exec(text)?.[0] ?? '';
      return cleaned(text.slice(0, text.length - heldText.length));
    },
    flush() {
      const rest = cleaned(heldText);
      heldSequence = '';
      heldText = '';
      return rest;
    },
  };
}

function isFinished(sequence: string): boolean {
  if (/^(?:\x1b\]|\x9d)/.test(sequence)) return /(?:\x07|\x1b\\|\x9c)$/.test(sequence);
  if (/^(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])/.test(sequence)) return /(?:\x1b\\|\x9c)$/.test(sequence);
  if (/^(?:\x1b\[|\x9b)/.test(sequence)) return /^(?:\x1b\[|\x9b)[\x20-\x3f]*[\x40-\x7e]$/.test(sequence);
  return !/^\x1b[\x20-\x2f]*$/.test(sequence);
}

function cleaned(text: string): string {
  return text.replace(loneSurrogate, '\ufffd').replace(/\r\n?/g, '\n').replace(controls, '').replace(invisible, '·');
}
