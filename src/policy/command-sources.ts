// Text that reaches a shell or interpreter by pipe or substitution instead of being written out: from where, and what of it
// can be seen. Runs nothing.
import { isInterpreter } from './command-code.js';
import { denied, type Finding, unclear } from './command-findings.js';
import { afterOptions, programName } from './command-options.js';
import { shellScriptOption, shells } from './command-unwrap.js';
import type { Arg } from './command-words.js';

/** What a pipe brings to the next command. */
export interface Upstream {
  names: string[];
  /** The text itself when an echo writes it out. */
  text?: string;
}

const downloads = new Set(
  ['curl', 'wget', 'aria2c', 'http', 'https', 'lynx', 'w3m', 'nc', 'ncat', 'netcat', 'ftp', 'scp', 'socat', 'fetch'], // by name
);
const decoders = new Set(['base64', 'base32', 'basenc', 'xxd', 'openssl', 'uudecode', 'gpg']);

export function sourceFindings(
  argv: Arg[],
  { upstream, inner }: { upstream: Upstream | undefined; inner: string[] },
): Finding[] {
  const name = programName(argv);
  const from = (programs: Set<string>, names: string[]) => names.some((program) => programs.has(program));
  const found: Finding[] = [];
  const runsText = shells.has(name) || isInterpreter(name) || ['eval', 'source', '.'].includes(name);
  if (runsText || !argv[0]?.known) {
    if (from(downloads, inner)) found.push(denied('runs what it downloads'));
    if (from(decoders, inner)) found.push(denied('runs decoded text'));
  }
  if (upstream === undefined || !(shells.has(name) || isInterpreter(name)) || !readsScriptFromInput(argv)) return found;
  if (from(downloads, upstream.names)) found.push(denied('pipes a download into a shell'));
  else if (from(decoders, upstream.names)) found.push(denied('pipes decoded text into a shell'));
  else if (shells.has(name) && upstream.text === undefined)
    found.push(unclear('pipes text that cannot be seen into a shell'));
  return found;
}

function readsScriptFromInput(argv: Arg[]): boolean {
  const args = argv.slice(1);
  const shell = shells.has(programName(argv));
  const at = args.findIndex(({ text }) => (shell ? shellScriptOption : /^-[a-zA-Z]*[cer]$/).test(text));
  // `sh -c "$(cat)"` has its text from the input after all.
  if (at >= 0) return shell && args[at + 1]?.known !== true;
  if (args.some(({ text }) => /^-[a-z]*s$/.test(text))) return true;
  const file = afterOptions(args, '-o -O +o +O --rcfile --init-file -m -W -X').at(0);
  return file === undefined
    ? !args.some(({ text }) => text === '-m')
    : /^(?:-|\/dev\/(?:stdin|fd\/0))$/.test(file.text);
}

/** What `echo` or `printf` writes; undefined when it cannot be seen. */
export function echoedText(name: 'echo' | 'printf', args: Arg[]): string | undefined {
  if (!args.every(({ known }) => known)) return undefined;
  const texts = args.map(({ text }) => text);
  if (name === 'printf') return printed(texts[0] === '--' ? texts.slice(1) : texts);
  const from = texts.findIndex((text) => !/^-[neE]+$/.test(text));
  return from < 0 ? '' : decoded(texts.slice(from).join(' '));
}

/** Formats other than `%s` and `%b` are left to the imagination. */
function printed([format = '', ...values]: string[]): string | undefined {
  const rest = [...values];
  let text = '';
  do {
    const before = rest.length;
    for (const piece of format.split(/(%[%sb]|%[^%sb]*[a-zA-Z])/)) {
      if (piece === '%s' || piece === '%b') text += decoded(rest.shift() ?? '');
      else if (piece === '%%') text += '%';
      else if (/^%.*[a-zA-Z]$/.test(piece)) return undefined;
      else text += decoded(piece);
    }
    if (rest.length === before) break;
  } while (rest.length > 0);
  return text;
}

/** Escapes as `echo -e` and `printf` read them. */
function decoded(text: string): string {
  const letters: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', a: '', b: '', e: '' };
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|0?([0-7]{1,3})|([ntrabe\\]))/g,
    (_all, hex, unicode, octal, letter) =>
      letter === undefined
        ? String.fromCharCode(octal === undefined ? Number.parseInt(hex ?? unicode, 16) : Number.parseInt(octal, 8))
        : letters[letter as string]!,
  );
}
