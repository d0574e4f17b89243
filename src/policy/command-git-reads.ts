// Git commands that only read, in repositories whose own settings make git run nothing else. A list of what is allowed.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Arg } from './command-words.js';

/** Options of `log`, `diff`, `show`, `status` and the like that neither write nor run anything. */
const long = new Set(
  'stat shortstat numstat dirstat summary oneline name-only name-status cached staged graph all decorate no-decorate pretty format since until after before author committer grep all-match invert-grep follow no-color color word-diff color-words no-merges merges first-parent reverse date max-count skip abbrev-commit abbrev no-abbrev-commit patch no-patch unified ignore-all-space ignore-space-change ignore-space-at-eol ignore-blank-lines diff-filter find-renames find-copies no-renames branches tags remotes porcelain short long branch untracked-files ignored no-ext-diff no-textconv check exit-code quiet full-diff left-right cherry-pick topo-order date-order author-date-order minimal patience histogram diff-algorithm relative list show-current verbose no-abbrev merged no-merged contains sort points-at show-toplevel show-prefix is-inside-work-tree is-bare-repository verify git-dir others exclude-standard modified deleted stage full-name error-unmatch always dirty exact-match match long numbered email line-number ignore-case word-regexp files-with-matches count fixed-strings extended-regexp perl-regexp show-function function-context ahead-behind renames raw compact-summary no-prefix text binary simplify-by-decoration ancestry-path boundary count symbolic-full-name line-porcelain root heads'.split(
    ' ',
  ),
);
const commands: Readonly<Record<string, RegExp>> = {
  status: /^[sbuvz]+$|^u\w+$/,
  log: /^(?:\d+|n\d*|[pnusziEFPwbqarmMC]+|[SGLU].*|U\d+)$/,
  diff: /^(?:[pusziwbqarRMC]+|[SGU].*|U\d+)$/,
  show: /^(?:[pusziwbqacmM]+|U\d+)$/,
  shortlog: /^[sneE]+$/,
  blame: /^(?:[lsftewpcMC]+|L.*)$/,
  'rev-parse': /^$/,
  'ls-files': /^[cdmosktvz]+$/,
  'ls-tree': /^[rdtlz]+$/,
  describe: /^$/,
  branch: /^[arvl]+$/,
  tag: /^l$|^n\d*$/,
  remote: /^v$/,
  stash: /^$/,
  reflog: /^\d*$/,
  grep: /^(?:[nilwcEFPhHovq]+|[ABCe].*)$/,
  'merge-base': /^$/,
  'rev-list': /^(?:\d+|n\d*)$/,
};

export function gitReads(args: Arg[], cwd: string): { paths: Arg[]; contents: boolean } | undefined {
  const words = args[0]?.text === '--no-pager' ? args.slice(1) : args;
  const [command, ...rest] = words;
  if (command === undefined || !Object.hasOwn(commands, command.text)) return undefined;
  const options = rest.filter(({ text }) => text.startsWith('-') && text !== '--');
  const named = rest.filter(({ text }) => !text.startsWith('-'));
  if (!options.every(({ text }) => optionFits(text, commands[command.text]!))) return undefined;
  if (!wordsFit(command.text, named, options) || !isPlainRepository(cwd)) return undefined;
  return { paths: named.flatMap(pathsIn), contents: false };
}

function optionFits(text: string, letters: RegExp): boolean {
  // %G in a format asks for signatures, and that runs a program.
  if (text.includes('%G')) return false;
  return text.startsWith('--') ? long.has(text.slice(2).replace(/=.*$/s, '')) : letters.test(text.slice(1));
}

/** Some commands write when they are given a name. */
function wordsFit(command: string, named: Arg[], options: Arg[]): boolean {
  switch (command) {
    case 'branch':
      return named.length === 0 || options.some(({ text }) => /^--(?:list|contains|merged|no-merged)/.test(text));
    case 'tag':
      return named.length === 0 || options.some(({ text }) => /^-l|^--list/.test(text));
    case 'remote':
      return named.length === 0;
    case 'stash':
      return named.length === 1 && named[0]!.text === 'list';
    case 'reflog':
      return named.length === 0 || named[0]!.text === 'show';
    default:
      return true;
  }
}

/** A revision may be a path as well: `HEAD:.env` holds one. */
function pathsIn(arg: Arg): Arg[] {
  const colon = arg.text.indexOf(':');
  return colon < 0 ? [arg] : [{ ...arg, text: arg.text.slice(colon + 1) || '.' }];
}

/** Words in a repository's own settings that can make git run a program, or fetch, when it only looks. */
const runsThings =
  /\b(?:include|includeif|filter|diff|pager|gpg|alias|fsmonitor|hookspath|worktree|external|textconv|command|clean|smudge|process|program|sshcommand|difffilter|alternaterefscommand|askpass|promisor|partialclone|protocol|showsignature)\b/i;

/** The repository around a folder names no program to run and has no repositories inside that could. */
function isPlainRepository(cwd: string): boolean {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const git = join(folder, '.git');
    if (existsSync(git)) return !existsSync(join(folder, '.gitmodules')) && isPlain(git);
    // A folder that is itself laid out as a repository is taken for one.
    if (existsSync(join(folder, 'HEAD')) && existsSync(join(folder, 'objects'))) return false;
    if (dirname(folder) === folder) return true;
  }
}

const maxIndexBytes = 16 * 1024 * 1024;

function isPlain(git: string): boolean {
  const odd = ['modules', 'commondir', 'config.worktree', 'hooks/post-index-change'];
  if (odd.some((name) => existsSync(join(git, name)))) return false;
  try {
    if (runsThings.test(readFileSync(join(git, 'config'), 'utf8'))) return false;
    const index = join(git, 'index');
    if (!existsSync(index)) return true;
    if (statSync(index).size > maxIndexBytes) return false;
    const bytes = readFileSync(index);
    // Mode 160000: a repository inside, whose own settings `status` and `diff` would follow. `link`: a part lies elsewhere.
    return !bytes.includes(Buffer.from([0, 0, 0xe0, 0])) && !bytes.includes('link\0');
  } catch {
    return false; // what cannot be read is not known to be plain; `.git` may also be a file that leads elsewhere
  }
}
