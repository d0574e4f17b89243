// One program call of a shell line: asks each of the looks what they know of it, and follows the commands and scripts inside.
import { codeFindings, codeIn, isInterpreter, scriptsInCode } from './command-code.js';
import { lookAtVariable } from './command-environment.js';
import { filesOf } from './command-files.js';
import { always, unclear } from './command-findings.js';
import { lookAtGit } from './command-git.js';
import { afterOptions, programName } from './command-options.js';
import { windowsFindings } from './command-powershell.js';
import { findingsOf, findStarts } from './command-rules.js';
import { sourceFindings, type Upstream } from './command-sources.js';
import type { ShellState } from './command-state.js';
import { shellScriptOption, shells, type Unwrapped, unwrap } from './command-unwrap.js';
import type { Arg } from './command-words.js';

/** Where a command stands. */
export interface Around {
  upstream: Upstream | undefined;
  /** Programs inside substitutions of the command's own words. */
  inner: string[];
  moreFromInput: boolean;
}

/** More words than this from a pipe are not followed one by one. */
const maxPiped = 64;

export class Calls {
  private readonly state: ShellState;
  private readonly script: (text: string) => void;

  /** `script` looks through shell text. */
  constructor(state: ShellState, script: (text: string) => void) {
    this.state = state;
    this.script = script;
  }

  look(argv: Arg[], around: Around): void {
    const { state } = this;
    const [first, ...args] = argv;
    if (first === undefined) return;
    state.spend();
    if (!first.known) state.add(unclear('the name of a command comes from a variable or substitution'));
    else if (first.pattern) state.add(unclear('the name of a command is a pattern'));
    const name = programName(argv);
    state.names.push(name);
    state.programs.push(argv.map(({ text, known }) => (known ? text : undefined)));
    state.add(...findingsOf(argv, state.context(around.moreFromInput)), ...windowsFindings(name, args));
    for (const use of filesOf(argv)) state.file(use);
    state.add(...sourceFindings(argv, around));
    if (around.upstream?.text !== undefined && readsScript(name, args)) this.script(around.upstream.text);
    for (const text of codeIn(name, args)) this.code(name, text);
    if (name === 'git') this.git(args, around);
    if (name === 'env') for (const arg of args) this.variable(arg);
    if (['cd', 'pushd', 'popd', 'chdir'].includes(name)) state.changeFolder(name, args);
    this.ownFile(name, argv);
    const unwrapped = unwrap(argv);
    if (unwrapped) this.inside(name, args, unwrapped, around);
  }

  /** Text that a shell or interpreter is given as its input. */
  fed(name: string, text: Arg): void {
    if (shells.has(name) || name === 'at' || name === 'batch') this.inner(name, text);
    else if (isInterpreter(name)) this.code(name, text);
  }

  /** `NAME=value` that programs get. */
  variable({ text, known }: Arg): void {
    const match = /^(\w+)=(.*)$/s.exec(text);
    if (match === null) return;
    const { findings, scripts } = lookAtVariable(match[1]!, { text: match[2]!, known });
    this.state.add(...findings);
    for (const script of scripts) this.inner(match[1]!, script);
  }

  /** Commands and scripts inside a command. */
  private inside(name: string, args: Arg[], unwrapped: Unwrapped, around: Around): void {
    const { state } = this;
    const { cwd } = state;
    if (unwrapped.folder) state.changeFolder('cd', [unwrapped.folder]);
    const piped = name === 'xargs' ? wordsOf(around.upstream?.text) : undefined;
    const { placeholder } = unwrapped;
    const values = name === 'find' ? findStarts(args) : piped;
    const fill = (words: Arg[]) => (placeholder === undefined ? words : filled(words, placeholder, values));
    for (const script of fill(unwrapped.scripts)) this.inner(name, script);
    const moreFromInput = around.moreFromInput || (name === 'xargs' && piped === undefined);
    const more = placeholder === undefined ? (piped ?? []) : [];
    for (const command of unwrapped.commands) this.look([...fill(command), ...more], { ...around, moreFromInput });
    // What runs in this very shell may have changed its folder; all others leave it.
    if (!['eval', 'command', 'builtin', 'time'].includes(name)) state.cwd = cwd;
  }

  private inner(name: string, script: Arg): void {
    if (!script.known) this.state.add(unclear(`${name} runs text that cannot be seen from the line`));
    if (script.text !== '') this.script(script.text);
  }

  private git(args: Arg[], around: Around): void {
    const { findings, scripts, commands } = lookAtGit(args);
    this.state.add(...findings);
    for (const script of scripts) this.inner('git', script);
    for (const command of commands) this.state.deeper('', () => this.look(command, around));
  }

  private code(name: string, { text, known }: Arg): void {
    this.state.add(...codeFindings(text, this.state.context()));
    if (!known) this.state.add(unclear(`${name} runs text that cannot be seen from the line`));
    for (const script of scriptsInCode(text)) this.script(script.text);
  }

  /** A file that the line wrote further up is run. */
  private ownFile(name: string, argv: Arg[]): void {
    const runs = shells.has(name) || isInterpreter(name) || name === 'source' || name === '.';
    const [file] = runs ? afterOptions(argv.slice(1)) : argv;
    const written = file && (runs || file.text.includes('/')) ? this.state.writtenAt(file.text) : undefined;
    if (written === undefined) return;
    if (written.text === undefined) this.state.add(always('runs a file that it downloads'));
    else if (!isInterpreter(name)) this.script(written.text);
  }
}

function readsScript(name: string, args: Arg[]): boolean {
  return shells.has(name) && !args.some(({ text }) => shellScriptOption.test(text));
}

function wordsOf(text: string | undefined): Arg[] | undefined {
  return text
    ?.split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => ({ text: word, known: true }));
}

/** The arguments with what the placeholder stands for; what cannot be known hides the rest of its argument. */
function filled(args: Arg[], placeholder: string, values: Arg[] | undefined): Arg[] {
  return args.flatMap((arg) => {
    const at = arg.text.indexOf(placeholder);
    if (at < 0) return [arg];
    if (values === undefined || values.length > maxPiped) return [{ text: arg.text.slice(0, at), known: false }];
    return values.map(({ text, known }) => ({
      text: arg.text.replaceAll(placeholder, () => text),
      known: arg.known && known,
    }));
  });
}
