// Goes through the parsed parts of a shell line: lists, pipes, branches, words, redirections. What a program call means is
// for command-calls.ts. Runs nothing.
import type { Assignment, Command, Pipeline, Redirection, SyntaxNode, Word } from 'unbash';
import { forEachChild, parse } from 'unbash';
import { Calls } from './command-calls.js';
import { filesOf } from './command-files.js';
import { denied, does, unclear } from './command-findings.js';
import { programName } from './command-options.js';
import { isNeutral, readsOf } from './command-reads.js';
import { deviceFindings } from './command-rules.js';
import { isForkBomb, joinLines } from './command-shape.js';
import { echoedText, type Upstream } from './command-sources.js';
import { ShellState } from './command-state.js';
import { type Arg, argsOf } from './command-words.js';

/** Substitutions inside one another. */
const maxNesting = 30;

/** Parts of a line that merely reads; any other makes it more than that. */
const plainParts = new Set<string>(
  'Script Statement CompoundList Pipeline AndOr Command Word Literal Glob SingleQuoted DoubleQuoted AnsiCQuoted SimpleExpansion Redirect HereDoc HereString HereDocDelimiter HereDocBody Subshell BraceGroup Negation Time FileDescriptor BraceExpansion'.split(
    ' ',
  ),
);

/** Looks through a line that would run in `root`. What is too long or deep to follow is found as unclear. */
export function walkLine(line: string, root: string): ShellState {
  const state = new ShellState(root);
  try {
    new Walk(state).script(line);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    state.add(unclear('nested too deeply, or too long, to follow'));
    state.reads = undefined;
  }
  return state;
}

class Walk {
  private readonly state: ShellState;
  private readonly calls: Calls;
  private nesting = 0;
  /** The program whose words are being looked through: what it writes goes into its `>( )`. */
  private producer = '';

  constructor(state: ShellState) {
    this.state = state;
    this.calls = new Calls(state, (text) => this.script(text));
  }

  script(text: string): void {
    this.state.deeper(text, () => {
      const { cwd } = this.state;
      this.visit(parse(text));
      const joined = joinLines(text);
      if (joined === text) return;
      // The shell puts such lines together before it looks for names: `$A\` and `B` are `$AB`. The parser does not.
      this.state.cwd = cwd;
      this.visit(parse(joined));
    });
  }

  private visit(node: SyntaxNode, upstream?: Upstream): void {
    const { state } = this;
    state.spend();
    if (!plainParts.has(node.type)) state.reads = undefined;
    switch (node.type) {
      case 'Pipeline':
        this.pipeline(node, upstream);
        break;
      case 'Command':
        this.command(node, upstream);
        break;
      case 'Function':
        this.definition(node);
        break;
      case 'If':
      case 'While':
      case 'For':
      case 'Case':
      case 'Select':
        this.branch(node, upstream);
        break;
      case 'Subshell':
      case 'CommandExpansion':
        this.apart(node, upstream);
        break;
      case 'ProcessSubstitution':
        this.apart(node, node.operator === '>' ? this.produced(upstream) : upstream);
        break;
      default:
        this.part(node);
        this.children(node, upstream);
    }
  }

  /** What a part says by itself; those in it are looked at afterwards. */
  private part(node: SyntaxNode): void {
    const { state } = this;
    if (node.type === 'Script')
      state.add(...(node.errors ?? []).map(({ message }) => unclear(`not readable as shell: ${message}`)));
    else if (node.type === 'Statement' && node.background) state.reads = undefined;
    else if (node.type === 'Assignment') this.assignment(node);
    else if (node.type === 'Redirect') this.redirect(node);
  }

  private children(node: SyntaxNode, upstream?: Upstream): void {
    forEachChild(node, (child) => this.visit(child, upstream));
  }

  private branch(node: SyntaxNode, upstream?: Upstream): void {
    if (node.type === 'For' && node.wordlist) {
      const values = node.wordlist.flatMap((word) => this.args(word));
      this.state.assign(node.name.value, values);
    }
    this.state.branches++;
    this.children(node, upstream);
    this.state.branches--;
  }

  /** A `cd` in it counts when it is called, so that afterwards the folder is not known. */
  private definition(node: Extract<SyntaxNode, { type: 'Function' }>): void {
    const { state } = this;
    if (isForkBomb(node)) state.add(denied('is a fork bomb'));
    const { cwd } = state;
    this.branch(node);
    if (state.cwd !== cwd) state.cwd = undefined;
  }

  /** In a shell of its own: a `cd` there ends with it. */
  private apart(node: SyntaxNode, upstream?: Upstream): void {
    if (++this.nesting > maxNesting) throw new RangeError('too deep');
    const { cwd } = this.state;
    this.branch(node, upstream);
    this.state.cwd = cwd;
    this.nesting--;
  }

  private produced(upstream: Upstream | undefined): Upstream {
    return { names: [...(upstream?.names ?? []), programName([{ text: this.producer, known: true }])] };
  }

  private args(word: Word): Arg[] {
    return argsOf(word, this.state.variables);
  }

  private pipeline(node: Pipeline, outer: Upstream | undefined): void {
    const { state } = this;
    let upstream = outer;
    for (const prefix of node.prefixes) this.visit(prefix);
    const { cwd } = state;
    for (const command of node.commands) {
      const from = state.names.length;
      this.visit(command, upstream);
      if (node.commands.length > 1) state.cwd = cwd;
      const names = [...new Set([...(upstream?.names ?? []), ...state.names.slice(from)])];
      const text = command.type === 'Command' ? this.echoed(command) : undefined;
      upstream = text === undefined ? { names } : { names, text };
    }
  }

  private command(node: Command, upstream: Upstream | undefined): void {
    const { state } = this;
    const from = state.names.length;
    const outerProducer = this.producer;
    this.producer = node.name?.value ?? '';
    this.children(node, upstream);
    this.producer = outerProducer;
    if (node.name === undefined) return;
    const argv = this.args(node.name);
    for (const part of node.suffix) {
      if (part.type === 'Word') argv.push(...this.args(part));
      else if (part.type === 'Assignment' && part.value.type === 'Word')
        argv.push(...this.args(part.value).map((arg) => ({ ...arg, text: `${part.name}=${arg.text}` })));
    }
    this.keepWritten(node, argv);
    this.readsOnly(argv);
    for (const text of this.inputs(node.redirects)) this.calls.fed(programName(argv), text);
    this.calls.look(argv, { upstream, inner: state.names.slice(from), moreFromInput: false });
  }

  private readsOnly(argv: Arg[]): void {
    const { state } = this;
    const reading = state.cwd === undefined ? undefined : readsOf(argv, state.cwd);
    if (reading === undefined) state.reads = undefined;
    else if (!isNeutral(argv)) state.reads?.push(reading);
  }

  /** Here-documents and here-strings. */
  private inputs(redirects: readonly Redirection[]): Arg[] {
    return redirects.flatMap((redirect) => {
      if (redirect.type === 'HereDoc') return [{ text: redirect.body.text, known: true }];
      return redirect.type === 'HereString' && redirect.target ? this.args(redirect.target) : [];
    });
  }

  private redirect(node: Extract<Redirection, { type: 'Redirect' }>): void {
    const { state } = this;
    for (const path of node.target === undefined ? [] : this.args(node.target)) {
      if (/^\/dev\/(?:tcp|udp)\//.test(path.text)) state.add(does('network'));
      else if (node.operator === '<') this.readFrom(path);
      else if (node.operator !== '<&' && !isSink(path.text)) this.writeTo(path);
    }
  }

  private readFrom(path: Arg): void {
    this.state.file({ path, writes: false });
    if (path.known) this.state.reads?.push({ paths: [path], contents: true });
    else this.state.reads = undefined;
  }

  private writeTo(path: Arg): void {
    const { state } = this;
    state.reads = undefined;
    const found = deviceFindings(path, state.context());
    state.add(...found);
    if (found.length > 0) return;
    state.add(does('writes files'));
    state.file({ path, writes: true });
  }

  /** What the line puts into a file may be run further on. */
  private keepWritten(node: Command, argv: Arg[]): void {
    const name = programName(argv);
    const isDownload = name === 'curl' || name === 'wget';
    const here = node.redirects.find((redirect) => redirect.type === 'HereDoc');
    const text = this.echoed(node) ?? (name === 'cat' || name === 'tee' ? here?.body.text : undefined);
    if (text === undefined && !isDownload) return;
    for (const redirect of node.redirects)
      if (redirect.type === 'Redirect' && redirect.operator.includes('>') && redirect.target)
        for (const path of this.args(redirect.target)) this.state.wrote(path.text, text);
    if (!isDownload && name !== 'tee') return;
    for (const { path, writes } of filesOf(argv)) if (writes) this.state.wrote(path.text, text);
  }

  private assignment(node: Assignment): void {
    const { name, value } = node;
    if (name === 'IFS') this.state.add(unclear('changes how words are split (IFS)'));
    if (value.type !== 'Word') return;
    const args = this.args(value);
    this.state.assign(name, node.append ? appended(this.state.variables.get(name), args) : args);
    for (const arg of args) this.calls.variable({ ...arg, text: `${name}=${arg.text}` });
  }

  private echoed(node: Command): string | undefined {
    const name = node.name?.value;
    if (name !== 'echo' && name !== 'printf') return undefined;
    const args = node.suffix.flatMap((part) => (part.type === 'Word' ? this.args(part) : []));
    return echoedText(name, args);
  }
}

function isSink(path: string): boolean {
  return /^(?:\d+|-|\/dev\/(?:null|std\w+|tty|fd\/\d+))$/.test(path);
}

function appended(before: string[] | undefined, args: Arg[]): Arg[] {
  if (before === undefined) return args.map(({ text }) => ({ text, known: false }));
  return args.flatMap((arg) => before.map((text) => ({ ...arg, text: text + arg.text })));
}
