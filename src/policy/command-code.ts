// Program text on the command line (`python -c`, `perl -e`, …): what it starts and removes, as far as literals show it.
// A look at the text by patterns, no understanding of the languages.
import { homedir } from 'node:os';
import { denied, does, type Finding, type RuleContext } from './command-findings.js';
import { optionValues, quoteArgs } from './command-options.js';
import { isRoot } from './command-roots.js';
import type { Arg } from './command-words.js';

/** Options that hold program text. */
const codeOptions: Readonly<Record<string, readonly string[]>> = {
  python: ['-c'],
  perl: ['-e', '-E'],
  ruby: ['-e'],
  node: ['-e', '-p', '--eval', '--print'],
  nodejs: ['-e', '-p', '--eval', '--print'],
  bun: ['-e', '--eval'],
  php: ['-r'],
  lua: ['-e'],
  osascript: ['-e'],
  rscript: ['-e'],
  julia: ['-e'],
  elixir: ['-e'],
  groovy: ['-e'],
  tclsh: [],
  expect: ['-c'],
};

const base = (name: string) => name.replace(/^(python|pypy|perl|ruby|lua|php)[\d.]*$/, '$1').replace('pypy', 'python');

export function isInterpreter(name: string): boolean {
  return Object.hasOwn(codeOptions, base(name));
}

/** Program texts among the arguments of an interpreter. */
export function codeIn(name: string, args: Arg[]): Arg[] {
  if (name === 'deno' && args[0]?.text === 'eval') return args.slice(1, 2);
  if (!isInterpreter(name)) return [];
  // -c may stand among other letters: -Bc.
  const separate = args.map((arg) => ({ ...arg, text: arg.text.replace(/^-[A-Za-z]*?(?=[ceE]$)(?!-)/, '-') }));
  return optionValues(separate, codeOptions[base(name)]!);
}

const literal = String.raw`(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)')`;
const starters =
  'system|popen|Popen|exec\\w*|spawn\\w*|run|call|check_call|check_output|getoutput|getstatusoutput|execSync|shell_exec|passthru|proc_open|execute|shell-command(?:-to-string)?';
const removers = 'rmtree|rmSync|rm|rm_rf|rm_r|remove_entry|rimraf|removeSync|remove_tree|remove_path|rmdir_s';

/** Shell texts that the code starts by a literal. */
export function scriptsInCode(code: string): Arg[] {
  const scripts: Arg[] = [];
  for (const match of code.matchAll(new RegExp(String.raw`\b(?:${starters})\b\s*\(?\s*${literal}`, 'g')))
    scripts.push({ text: unescaped(match), known: true });
  const listed = new RegExp(String.raw`\b(?:${starters})\s*\(\s*(?:${literal}\s*,\s*)?\[([^\]]{0,2000})\]`, 'g');
  for (const match of code.matchAll(listed)) {
    const first = match[1] ?? match[2];
    const words = [...match[3]!.matchAll(new RegExp(literal, 'g'))].map((word) => ({
      text: unescaped(word),
      known: true,
    }));
    scripts.push(quoteArgs(first === undefined ? words : [{ text: first, known: true }, ...words]));
  }
  for (const match of code.matchAll(/`([^`]{1,2000})`|\bqx[{(/]([^})/]{1,2000})/g))
    scripts.push({ text: match[1] ?? match[2]!, known: true });
  return scripts;
}

/** What else in the code must be told. */
export function codeFindings(code: string, context: RuleContext): Finding[] {
  const found = [does('runs program text from the line')];
  if (
    /\b(?:exec|eval|Function|system)\b[^;]{0,300}(?:urlopen|requests\.get|urlretrieve|fetch\(|LWP|Net::HTTP|open-uri|https?:\/\/)/i.test(
      code,
    )
  )
    found.push(denied('runs what it downloads'));
  if (/\b(?:exec|eval|Function|system)\b[^;]{0,300}(?:b64decode|base64|decode64|fromhex|atob|unhexlify)/i.test(code))
    found.push(denied('runs decoded text'));
  for (const match of code.matchAll(
    new RegExp(String.raw`\b(?:${removers})\b\s*\(?\s*(?:\w+\.)*(?:expanduser\()?\s*${literal}`, 'g'),
  )) {
    const text = unescaped(match).replace(/^~(?=\/|$)/, homedir());
    if (isRoot({ text, known: true }, context)) found.push(denied('deletes a root, home or parent folder recursively'));
  }
  if (/\bfork\s+while\s+fork\b|\bwhile\b\s*\(?\s*(?:1|true)\b[^;]{0,40}\bfork\b/i.test(code))
    found.push(denied('is a fork bomb'));
  if (/administrator privileges/.test(code)) found.push(denied('raises privileges with osascript'));
  return found;
}

function unescaped(match: RegExpMatchArray): string {
  return (match[1] ?? match[2] ?? '').replace(/\\n/g, '\n').replace(/\\(.)/g, '$1');
}
