// From a JavaScript expression to one of ripgrep's that matches each line the first one matches, and perhaps more: what it
// finds is looked at again. Searches nothing.

/** Anything JavaScript's `.` may take: half of a character outside the basic plane too, which is no character to ripgrep. */
const anything = '[^\\n]?';
/** A byte order mark is not part of the text, but ripgrep may see it. */
const lineStart = '^\\x{FEFF}?';

/** Undefined for an expression with something that cannot be said (a reference back, a rare escape). */
export function toRustPattern(pattern: string, ignoreCase: boolean): string | undefined {
  // The two fold letters beyond ASCII by different tables.
  if (ignoreCase && /[^\0-\x7f]|\\[ux]/.test(pattern)) return undefined;
  const reader: Reader = { pattern, at: 0 };
  const body = readAlternatives(reader);
  if (body === undefined || reader.at < pattern.length) return undefined;
  return ignoreCase ? `(?i:${body})` : `(?:${body})`;
}

interface Reader {
  pattern: string;
  at: number;
}

/** Undefined once something cannot be said; the reader then stands anywhere. */
type Part = string | undefined;

/** To the end, or to the bracket that closes the group. */
function readAlternatives(reader: Reader): Part {
  let out = '';
  while (reader.at < reader.pattern.length && reader.pattern[reader.at] !== ')') {
    if (reader.pattern[reader.at] === '|') {
      reader.at++;
      out += '|';
      continue;
    }
    const atom = readAtom(reader);
    if (atom === undefined) return undefined;
    const count = readCount(reader);
    // What is not looked for cannot be repeated either; `a**` is no expression.
    if (count !== '' && (atom === '' || isPair(atom))) return undefined;
    out += count === '' ? atom : `(?:${atom})${count}`;
  }
  return out;
}

function readAtom(reader: Reader): Part {
  const { pattern } = reader;
  const first = String.fromCodePoint(pattern.codePointAt(reader.at)!);
  reader.at += first.length;
  if (first === '(') return readGroup(reader);
  if (first === '[') return readClass(reader);
  if (first === '\\') return readEscape(reader);
  if (first === '.') return anything;
  if (first === '^') return lineStart;
  // A line that is too long is cut, and ends at its cut.
  if (first === '$') return '';
  return isHalf(first) || first === '\n' ? undefined : literal(first);
}

/** Lookarounds are left out: without them only more is found. */
function readGroup(reader: Reader): Part {
  const head = /^\?(?:[:=!]|<[=!]|<[A-Za-z_$][\w$]*>)/.exec(reader.pattern.slice(reader.at))?.[0] ?? '';
  if (head === '' && reader.pattern[reader.at] === '?') return undefined;
  reader.at += head.length;
  const body = readAlternatives(reader);
  if (body === undefined || reader.pattern[reader.at] !== ')') return undefined;
  reader.at++;
  return /[=!]$/.test(head) ? '' : `(?:${body})`;
}

/** `*`, `+`, `?`, `{2,5}`, the lazy ones too; '' when the atom stands once. */
function readCount(reader: Reader): string {
  const count = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(reader.pattern.slice(reader.at))?.[0] ?? '';
  reader.at += count.length;
  if (count !== '' && reader.pattern[reader.at] === '?') reader.at++;
  return count;
}

const classes: Readonly<Record<string, string>> = { d: '0-9', w: 'A-Za-z0-9_', s: '\\s\\x{FEFF}' };
const controls: Readonly<Record<string, string>> = { t: '\t', r: '\r', v: '\v', f: '\f' };

function readEscape(reader: Reader): Part {
  const letter = reader.pattern[reader.at];
  if (letter === 'b' || letter === 'B') {
    reader.at++;
    return letter === 'b' ? '(?-u:\\b)' : '';
  }
  if (letter !== undefined && 'DWS'.includes(letter)) {
    reader.at++;
    return anything;
  }
  if (letter !== undefined && letter in classes) {
    reader.at++;
    return `[${classes[letter]}]`;
  }
  const character = readEscapedCharacter(reader);
  return character === undefined ? undefined : literal(character);
}

/** One character written with a backslash, which has been read. */
function readEscapedCharacter(reader: Reader): string | undefined {
  const rest = reader.pattern.slice(reader.at);
  const code = /^(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4}))/.exec(rest);
  if (code) {
    reader.at += code[0].length;
    const character = String.fromCharCode(Number.parseInt(code[1] ?? code[2]!, 16));
    return isHalf(character) || character === '\n' ? undefined : character;
  }
  const letter = rest[0];
  reader.at++;
  if (letter === undefined) return undefined;
  if (letter in controls) return controls[letter];
  return /^[\0-\x7f]$/.test(letter) && /^[^A-Za-z0-9\n]$/.test(letter) ? letter : undefined;
}

/** A class that leaves things out is taken as anything. */
function readClass(reader: Reader): Part {
  const { pattern } = reader;
  const negated = pattern[reader.at] === '^';
  if (negated) reader.at++;
  let out = '';
  let all = negated;
  while (pattern[reader.at] !== ']') {
    if (reader.at >= pattern.length) return undefined;
    const item = readClassItem(reader);
    if (item === undefined) return undefined;
    if (item === 'anything') all = true;
    else out += item;
  }
  reader.at++;
  if (all) return anything;
  // `[]` matches nothing at all; that is not worth a rule.
  return out === '' ? undefined : `[${out}]`;
}

function readClassItem(reader: Reader): Part | 'anything' {
  const { pattern } = reader;
  if (pattern[reader.at] === '\\') {
    const letter = pattern[reader.at + 1] ?? '';
    if ('DWS'.includes(letter) && letter !== '') {
      reader.at += 2;
      return pattern[reader.at] === '-' ? undefined : 'anything';
    }
    if (letter in classes) {
      reader.at += 2;
      return pattern[reader.at] === '-' ? undefined : classes[letter];
    }
  }
  const from = readClassCharacter(reader);
  if (from === undefined) return undefined;
  const isRange = pattern[reader.at] === '-' && pattern[reader.at + 1] !== ']' && reader.at + 1 < pattern.length;
  if (!isRange) return literal(from);
  reader.at++;
  const to = readClassCharacter(reader);
  if (to === undefined) return undefined;
  // Such a range holds halves of characters.
  if (to >= '\uD800') return 'anything';
  return `${literal(from)}-${literal(to)}`;
}

function readClassCharacter(reader: Reader): string | undefined {
  const character = reader.pattern[reader.at++];
  if (character === undefined || isHalf(character) || character === '\n') return undefined;
  if (character !== '\\') return character;
  return reader.pattern[reader.at] === 'b' ? undefined : readEscapedCharacter(reader);
}

/** The character itself, whatever it would mean. */
function literal(character: string): string {
  return /^[\w\s]$/.test(character) && character >= ' ' && character < '\x7f'
    ? character
    : `\\x{${character.codePointAt(0)!.toString(16)}}`;
}

const isHalf = (character: string) => character.length === 1 && character >= '\uD800' && character <= '\uDFFF';
/** Written in two units, of which a count would hold for the second alone. */
const isPair = (atom: string) => /^\\x\{[\da-f]{5,6}\}$/.test(atom);

/**
 * Files that are no plain UTF-8: a byte 0, or bytes that cannot stand so. They may be binary, or written in an encoding that
 * ripgrep does not know, and must be looked at whatever the pattern is.
 */
export function notPlainUtf8(): string {
  const ascii = '\\x00-\\x09\\x0B-\\x7F';
  const tail = '[\\x80-\\xBF]';
  const noTail = `(?:[${ascii}\\xC0-\\xFF]|$)`;
  const wrong = [
    '\\x00',
    '[\\xC0\\xC1\\xF5-\\xFF]',
    `(?:^|[${ascii}])${tail}`,
    `[\\xC2-\\xF4]${noTail}`,
    `[\\xE0-\\xF4]${tail}${noTail}`,
    `[\\xF0-\\xF4]${tail}{2}${noTail}`,
    `[\\xC2-\\xDF]${tail}{2}`,
    `[\\xE0-\\xEF]${tail}{3}`,
    `[\\xF0-\\xF4]${tail}{4}`,
    '\\xE0[\\x80-\\x9F]',
    '\\xED[\\xA0-\\xBF]',
    '\\xF0[\\x80-\\x8F]',
    '\\xF4[\\x90-\\xBF]',
  ];
  return `(?-u:${wrong.join('|')})`;
}
