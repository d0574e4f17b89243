// What one program with its arguments does that matters: denied, worth telling, or not to be known. Parses no shell.
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { afterOptions, programName } from './command-unwrap.js';
import type { Arg } from './command-words.js';
import { isWithin } from './path-guard.js';

export interface Finding {
  /** `denied` at every level; `destroys` and `does` are reasons to ask; `unclear` is asked at every level. */
  kind: 'denied' | 'destroys' | 'does' | 'unclear';
  reason: string;
}

export interface RuleContext {
  /** The thread's folder. */
  root: string;
  /** Where the command would run, undefined when a `cd` made that unknown. */
  cwd: string | undefined;
  /** More arguments come from a pipe. */
  moreFromInput: boolean;
}

export const denied = (reason: string): Finding => ({ kind: 'denied', reason });
export const destroys = (reason: string): Finding => ({ kind: 'destroys', reason });
export const does = (reason: string): Finding => ({ kind: 'does', reason });
export const unclear = (reason: string): Finding => ({ kind: 'unclear', reason });

const escalation = new Set(['sudo', 'doas', 'su', 'pkexec', 'runuser', 'gosu', 'su-exec', 'machinectl']);
const shutdown = new Set(['shutdown', 'reboot', 'halt', 'poweroff', 'telinit']);
const formatting =
  /^(?:mkfs(?:\..+)?|mke2fs|wipefs|mkswap|fdisk|sfdisk|cfdisk|gdisk|sgdisk|parted|blkdiscard|diskutil)$/;
const network = new Set(
  'curl wget aria2c http https lynx w3m ssh scp sftp ftp telnet nc ncat socat rsync ping dig nslookup gh'.split(' '),
);
/** Programs that use the network for these of their subcommands. */
const networkSubcommands: Readonly<Record<string, RegExp>> = {
  git: /^(?:push|pull|fetch|clone|ls-remote|submodule)$/,
  npm: /^(?:i|install|add|ci|update|publish|exec|create|init|audit|view)$/,
  pnpm: /^(?:i|install|add|update|publish|dlx|create)$/,
  yarn: /^(?:install|add|up|upgrade|dlx|create|publish)$/,
  bun: /^(?:i|install|add|update|x|create|publish)$/,
  npx: /./,
  pip: /^(?:install|download)$/,
  pip3: /^(?:install|download)$/,
  uv: /^(?:add|sync|pip|tool|run)$/,
  poetry: /^(?:install|add|update|publish)$/,
  cargo: /^(?:install|add|fetch|update|publish)$/,
  go: /^(?:get|install|mod)$/,
  gem: /^install$/,
  apt: /./,
  'apt-get': /./,
  brew: /./,
  docker: /^(?:pull|push|run|build|login)$/,
};

/** Looks at one program call. */
export function findingsOf(argv: Arg[], context: RuleContext): Finding[] {
  const name = programName(argv);
  const args = argv.slice(1);
  if (escalation.has(name)) return [denied(`raises privileges with ${name}`)];
  if (shutdown.has(name)) return [denied('shuts the machine down')];
  if (formatting.test(name)) return [denied(`formats or partitions disks with ${name}`)];
  const found: Finding[] = [];
  if (network.has(name) || networkSubcommands[name]?.test(subcommand(args))) found.push(does('network'));
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  return rule ? [...found, ...rule(args, context)] : found;
}

/** A device that is more than a sink: writing to it destroys a disk. */
export function isDevice(path: string): boolean {
  return path.startsWith('/dev/') && !/^\/dev\/(?:null|zero|full|tty|std(?:in|out|err)|fd\/|shm\/|u?random)/.test(path);
}

type Rule = (args: Arg[], context: RuleContext) => Finding[];

const rules: Readonly<Record<string, Rule>> = {
  rm: (args, context) => {
    if (args.some(({ text }) => text === '--no-preserve-root')) return [denied('removes the root folder')];
    if (!hasFlag(args, /^-[a-zA-Z]*[rR]/, '--recursive')) return [];
    return removal(operands(args), context);
  },
  find: (args, context) => {
    if (!args.some(({ text }) => text === '-delete')) return [];
    const starts = args.slice(
      0,
      args.findIndex(({ text }) => /^[-(!]/.test(text)),
    );
    // Tests such as -name narrow a search of the folder itself, so only roots above it are denied.
    return removal(starts.length > 0 ? starts : [{ text: '.', known: true }], { ...context, moreFromInput: false });
  },
  chmod: (args, context) => recursiveChange(args, context, 'permissions'),
  chown: (args, context) => recursiveChange(args, context, 'owners'),
  chgrp: (args, context) => recursiveChange(args, context, 'owners'),
  mv: (args, context) =>
    operands(args)
      .slice(0, -1)
      .some((arg) => isRoot(arg, context))
      ? [denied('moves a root or home folder away')]
      : [],
  dd: (args) => {
    const target = args.find(({ text }) => text.startsWith('of='))?.text.slice(3);
    if (target === undefined) return [];
    return isDevice(target) ? [denied('writes to a disk device')] : [does('writes files')];
  },
  shred: (args) =>
    operands(args).some(({ text }) => isDevice(text)) ? [denied('wipes a disk device')] : [destroys('wipes files')],
  tee: (args) =>
    operands(args).some(({ text }) => isDevice(text)) ? [denied('writes to a disk device')] : [does('writes files')],
  cp: (args) => (isDevice(operands(args).at(-1)?.text ?? '') ? [denied('writes to a disk device')] : []),
  kill: (args) => (args.slice(1).some(({ text }) => text === '-1') ? [denied('ends every process')] : []),
  init: (args) => (/^[06]$/.test(args[0]?.text ?? '') ? [denied('shuts the machine down')] : []),
  systemctl: (args) =>
    args.some(({ text }) => /^(?:poweroff|reboot|halt|kexec)$/.test(text)) ? [denied('shuts the machine down')] : [],
  crontab: (args) => (args.some(({ text }) => text === '-r') ? [destroys('removes all scheduled jobs')] : []),
  truncate: () => [destroys('cuts files off')],
  rsync: (args) => (args.some(({ text }) => text.startsWith('--delete')) ? [destroys('deletes files')] : []),
  git: (args) => gitFindings(args),
};

function removal(targets: Arg[], context: RuleContext): Finding[] {
  if (targets.some((target) => isRoot(target, context)))
    return [denied('deletes a root, home or parent folder recursively')];
  const found = [destroys('deletes recursively')];
  const hidden = targets.some(({ text, known }) => !known && !/[^./]/.test(text));
  if (hidden || context.moreFromInput) found.push(unclear('what is deleted cannot be seen from the line'));
  else if (context.cwd === undefined) found.push(unclear('the folder it deletes in cannot be seen from the line'));
  return found;
}

/** Is it the root, a folder right below it, a home, or a parent of home or of the thread's folder (or all inside one)? */
function isRoot({ text, known }: Arg, { root, cwd }: RuleContext): boolean {
  if (!known || text === '') return false;
  const folder = withoutPatterns(text);
  if (cwd === undefined && !folder.startsWith('/')) return /^\.\.(?:\/|$)/.test(folder);
  const path = resolve(cwd ?? root, folder);
  const home = homedir();
  if (dirname(path) === '/' || isWithin(home, path)) return true;
  return path !== root && isWithin(root, path);
}

/** The folder that a trailing `/`, `/.`, or `/*` speaks of: all that is inside it is the folder for our purpose. */
function withoutPatterns(path: string): string {
  const cut = path.replace(/\/+$/, '');
  if (cut === '') return '/';
  const last = cut.slice(cut.lastIndexOf('/') + 1);
  if (last !== '.' && !/^[.*?]*[*?][.*?]*$/.test(last)) return cut;
  const folder = cut.slice(0, cut.length - last.length);
  return folder === '' ? '.' : withoutPatterns(folder);
}

function recursiveChange(args: Arg[], context: RuleContext, what: string): Finding[] {
  if (!hasFlag(args, /^-[a-zA-Z]*R/, '--recursive')) return [];
  const targets = operands(args).slice(1);
  if (targets.some((target) => isRoot(target, context)))
    return [denied(`changes ${what} of a root, home or parent folder recursively`)];
  return [destroys(`changes ${what} recursively`)];
}

function gitFindings(args: Arg[]): Finding[] {
  const [command, ...rest] = afterOptions(args, '-C -c --git-dir --work-tree --namespace');
  const has = (pattern: RegExp) => rest.some(({ text }) => pattern.test(text));
  switch (command?.text) {
    case 'push':
      return has(
        /^(?:--force|--force-with-lease.*|--force-if-includes|--delete|--mirror|--prune|-[a-z]*[fd][a-z]*|\+.+|:.+)$/,
      )
        ? [destroys('overwrites or deletes on the remote')]
        : [];
    case 'reset':
      return has(/^--(?:hard|merge|keep)$/) ? [destroys('discards changes')] : [];
    case 'clean':
      return has(/^(?:-[a-zA-Z]*f[a-zA-Z]*|--force)$/) ? [destroys('deletes untracked files')] : [];
    case 'checkout':
      return has(/^(?:--|-f|--force|\.)$/) ? [destroys('discards changes')] : [];
    case 'restore':
      return [destroys('discards changes')];
    case 'branch':
    case 'tag':
      return has(/^(?:-D|-d|--delete)$/) ? [destroys('deletes a branch or tag')] : [];
    case 'stash':
      return has(/^(?:drop|clear)$/) ? [destroys('discards changes')] : [];
    case 'filter-branch':
    case 'filter-repo':
    case 'update-ref':
    case 'reflog':
    case 'gc':
      return [destroys('rewrites history')];
    default:
      return [];
  }
}

function subcommand(args: Arg[]): string {
  return afterOptions(args, '-C -c --prefix --dir')[0]?.text ?? '';
}

/** Arguments that are no options; after `--` all of them. */
function operands(args: Arg[]): Arg[] {
  const end = args.findIndex(({ text }) => text === '--');
  const before = end < 0 ? args : args.slice(0, end);
  return [...before.filter(({ text }) => !text.startsWith('-')), ...(end < 0 ? [] : args.slice(end + 1))];
}

function hasFlag(args: Arg[], short: RegExp, long: string): boolean {
  const end = args.findIndex(({ text }) => text === '--');
  const options = end < 0 ? args : args.slice(0, end);
  // Long options may be shortened as long as they are unique: --rec means --recursive.
  return options.some(
    ({ text }) => short.test(text) || (text.length > 4 && text.startsWith('--') && long.startsWith(text)),
  );
}
