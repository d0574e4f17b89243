// Looks through a shell line for what must be denied, told or asked. A seat belt, not a sandbox: it sees what is written,
// not what programs do. Loads the parser; import this module lazily.
import { homedir } from 'node:os';
import { basename, resolve } from 'node:path';
import type { Command, Pipeline, Redirection, SyntaxNode } from 'unbash';
import { forEachChild, parse } from 'unbash';
import type { CommandFacts } from './command-facts.js';
import { denied, does, type Finding, findingsOf, isDevice, unclear } from './command-rules.js';
import { isForkBomb, simpleLine } from './command-shape.js';
import { afterOptions, programName, shellScriptOption, shells, unwrap } from './command-unwrap.js';
import { type Arg, argsOf, type Variables } from './command-words.js';

export interface CommandPlaces {
  /** The folder the line will run in. */
  cwd: string;
}

/** Facts about a shell line. Never throws for what the line says: what cannot be read is `unclear`. */
export async function inspectCommand(line: string, places: CommandPlaces): Promise<CommandFacts> {
  const walk = new Walk(places.cwd);
  try {
    walk.script(line);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    walk.findings.push(unclear('nested too deeply to follow'));
  }
  const of = (...kinds: Finding['kind'][]) => [
    ...new Set(walk.findings.filter(({ kind }) => kinds.includes(kind)).map(({ reason }) => reason)),
  ];
  const facts: CommandFacts = { denied: of('denied'), reasons: of('destroys', 'does'), unclear: of('unclear') };
  const simple = of('denied', 'destroys', 'unclear').length === 0 ? simpleLine(parse(line)) : undefined;
  return simple === undefined ? facts : { ...facts, simple };
}

const downloads = new Set(['curl', 'wget', 'aria2c', 'http', 'https', 'lynx', 'w3m', 'nc', 'ncat', 'ftp', 'scp']);
const decoders = new Set(['base64', 'base32', 'xxd', 'openssl', 'uudecode']);
const interpreters = new Set(['python', 'python3', 'perl', 'ruby', 'node', 'php', 'lua']);
const maxDepth = 6;

/** What a pipe brings to the next command. */
interface Upstream {
  names: string[];
  /** The text itself when an echo writes it out. */
  text?: string;
}

class Walk {
  readonly findings: Finding[] = [];
  private readonly root: string;
  private cwd: string | undefined;
  private readonly variables: Variables = new Map();
  /** Names of the programs met so far, in order. */
  private readonly names: string[] = [];
  private depth = 0;
  /** The program whose words are being looked through: what it writes goes into its `>( )`. */
  private producer = '';

  constructor(cwd: string) {
    this.root = cwd;
    this.cwd = cwd;
  }

  script(text: string): void {
    if (this.depth >= maxDepth) {
      this.findings.push(unclear('scripts inside scripts, too deep to follow'));
      return;
    }
    this.depth++;
    this.visit(parse(text));
    this.depth--;
  }

  private visit(node: SyntaxNode, upstream?: Upstream): void {
    switch (node.type) {
      case 'Script':
        for (const error of node.errors ?? []) this.findings.push(unclear(`not readable as shell: ${error.message}`));
        break;
      case 'Pipeline':
        this.pipeline(node, upstream);
        return;
      case 'Function':
        if (isForkBomb(node)) this.findings.push(denied('is a fork bomb'));
        break;
      case 'For':
        if (node.wordlist)
          this.assign(
            node.name.value,
            node.wordlist.flatMap((word) => argsOf(word, this.variables)),
          );
        break;
      case 'Assignment':
        if (node.value.type === 'Word') this.assign(node.name, argsOf(node.value, this.variables));
        break;
      case 'Redirect':
        this.redirect(node);
        break;
      case 'ProcessSubstitution':
        if (node.operator === '>') {
          const names = [...(upstream?.names ?? []), basename(this.producer)];
          forEachChild(node, (child) => this.visit(child, { names }));
          return;
        }
        break;
      case 'Command':
        this.command(node, upstream);
        return;
    }
    forEachChild(node, (child) => this.visit(child, upstream));
  }

  private pipeline(node: Pipeline, outer: Upstream | undefined): void {
    let upstream = outer;
    for (const command of node.commands) {
      const from = this.names.length;
      this.visit(command, upstream);
      const names = [...(upstream?.names ?? []), ...this.names.slice(from)];
      const text = command.type === 'Command' ? this.echoed(command) : undefined;
      upstream = text === undefined ? { names } : { names, text };
    }
  }

  private command(node: Command, upstream: Upstream | undefined): void {
    const from = this.names.length;
    const outerProducer = this.producer;
    this.producer = node.name?.value ?? '';
    forEachChild(node, (child) => this.visit(child, upstream));
    this.producer = outerProducer;
    const inner = this.names.slice(from);
    if (node.name === undefined) {
      const splitting = node.prefix.some((part) => part.type === 'Assignment' && part.name === 'IFS');
      if (splitting) this.findings.push(unclear('changes how words are split (IFS)'));
      return;
    }
    const argv = argsOf(node.name, this.variables);
    for (const part of node.suffix) {
      if (part.type === 'Word') argv.push(...argsOf(part, this.variables));
      else if (part.type === 'Assignment' && part.value.type === 'Word')
        argv.push(...argsOf(part.value, this.variables).map((arg) => ({ ...arg, text: `${part.name}=${arg.text}` })));
    }
    this.fed(argv, node.redirects);
    this.argv(argv, { upstream, inner, moreFromInput: false });
  }

  /** `inner` are the programs inside substitutions of the command's own words. */
  private argv(argv: Arg[], from: { upstream: Upstream | undefined; inner: string[]; moreFromInput: boolean }): void {
    const first = argv[0];
    if (first === undefined) return;
    if (!first.known) this.findings.push(unclear('the name of a command comes from a variable or substitution'));
    const name = programName(argv);
    this.names.push(name);
    this.findings.push(...findingsOf(argv, { root: this.root, cwd: this.cwd, moreFromInput: from.moreFromInput }));
    this.sourcesOfScripts(name, argv, from);
    if (name === 'cd' || name === 'pushd') this.changeFolder(argv);
    const unwrapped = unwrap(argv);
    if (unwrapped === undefined) return;
    for (const script of unwrapped.scripts) {
      if (!script.known) this.findings.push(unclear(`${name} runs text that cannot be seen from the line`));
      if (script.text !== '') this.script(script.text);
    }
    const piped = unwrapped.moreFromInput && name === 'xargs' ? wordsOf(from.upstream?.text) : undefined;
    const moreFromInput = from.moreFromInput || (name === 'xargs' && piped === undefined);
    for (const command of unwrapped.commands) this.argv([...command, ...(piped ?? [])], { ...from, moreFromInput });
    if (name === 'find' && unwrapped.commands.length > 0) this.findStart(argv, unwrapped.commands);
  }

  /** Text that reaches a shell or interpreter by pipe or substitution instead of being written out. */
  private sourcesOfScripts(
    name: string,
    argv: Arg[],
    { upstream, inner }: { upstream: Upstream | undefined; inner: string[] },
  ): void {
    const runsText = shells.has(name) || interpreters.has(name) || ['eval', 'source', '.'].includes(name);
    const runsSubstitution = runsText || !argv[0]?.known;
    if (runsSubstitution && inner.some((program) => downloads.has(program)))
      this.findings.push(denied('runs what it downloads'));
    if (runsSubstitution && inner.some((program) => decoders.has(program)))
      this.findings.push(denied('runs decoded text'));
    if (!shells.has(name) && !interpreters.has(name)) return;
    if (upstream === undefined || !readsScriptFromInput(argv)) return;
    if (upstream.names.some((program) => downloads.has(program)))
      this.findings.push(denied('pipes a download into a shell'));
    else if (!shells.has(name)) return;
    else if (upstream.names.some((program) => decoders.has(program)))
      this.findings.push(denied('pipes decoded text into a shell'));
    else if (upstream.text !== undefined) this.script(upstream.text);
    else this.findings.push(unclear('pipes text that cannot be seen into a shell'));
  }

  /** Here-documents and here-strings of a shell are scripts. */
  private fed(argv: Arg[], redirects: readonly Redirection[]): void {
    if (!shells.has(programName(argv))) return;
    for (const redirect of redirects) {
      if (redirect.type === 'HereDoc') this.script(redirect.body.text);
      else if (redirect.type === 'HereString' && redirect.target)
        for (const arg of argsOf(redirect.target, this.variables)) this.script(arg.text);
    }
  }

  private redirect(node: Extract<Redirection, { type: 'Redirect' }>): void {
    if (!node.operator.includes('>') || node.target === undefined) return;
    for (const { text, known } of argsOf(node.target, this.variables)) {
      if (/^\/dev\/(?:tcp|udp)\//.test(text)) this.findings.push(does('network'));
      else if (known && isDevice(text)) this.findings.push(denied('writes to a device'));
      else if (!/^(?:\d+|-|\/dev\/.*)$/.test(text)) this.findings.push(does('writes files'));
    }
  }

  /** `find START -exec rm -rf {} +` removes what START holds. */
  private findStart(argv: Arg[], commands: Arg[][]): void {
    if (!commands.some((command) => programName(command) === 'rm')) return;
    const context = { root: this.root, cwd: this.cwd, moreFromInput: false };
    this.findings.push(...findingsOf([...argv, { text: '-delete', known: true }], context));
  }

  private changeFolder(argv: Arg[]): void {
    const target = afterOptions(argv.slice(1))[0] ?? { text: homedir(), known: true };
    const known = target.known && target.text !== '-' && (this.cwd !== undefined || target.text.startsWith('/'));
    this.cwd = known ? resolve(this.cwd ?? '/', target.text) : undefined;
  }

  private assign(name: string, args: Arg[]): void {
    if (args.every(({ known }) => known)) this.variables.set(name, [...new Set(args.map(({ text }) => text))]);
    else this.variables.delete(name);
  }

  private echoed(node: Command): string | undefined {
    const name = node.name?.value;
    if (name !== 'echo' && name !== 'printf') return undefined;
    const args = node.suffix.flatMap((part) => (part.type === 'Word' ? argsOf(part, this.variables) : []));
    if (!args.every(({ known }) => known)) return undefined;
    return args
      .filter(({ text }) => !/^-[neE]+$/.test(text))
      .map(({ text }) => text.replace(/%s|\\n/g, ' '))
      .join(' ');
  }
}

function wordsOf(text: string | undefined): Arg[] | undefined {
  return text
    ?.split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => ({ text: word, known: true }));
}

function readsScriptFromInput(argv: Arg[]): boolean {
  const args = argv.slice(1);
  const writtenOut = shells.has(programName(argv)) ? shellScriptOption : /^-[a-zA-Z]*[cer]$/;
  if (args.some(({ text }) => writtenOut.test(text))) return false;
  if (args.some(({ text }) => /^-[a-z]*s$/.test(text))) return true;
  const file = afterOptions(args, '-o -O +o +O --rcfile --init-file -m -W -X').at(0);
  return file === undefined ? !args.some(({ text }) => text === '-m') : file.text === '-' || file.text === '/dev/stdin';
}
