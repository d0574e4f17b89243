// What one program with its arguments does that matters: denied, worth telling, or not to be known. Parses no shell.
import { always, denied, destroys, does, type Finding, type RuleContext, unclear } from './command-findings.js';
import { afterOptions, hasFlag, operands, programName } from './command-options.js';
import { isInSystem, isRoot, mayBeRoot } from './command-roots.js';
import type { Arg } from './command-words.js';
import { isDevice, isKernelSwitch } from './device-path.js';

const escalation = new Set(
  'sudo sudoedit doas su pkexec run0 runuser gosu su-exec machinectl dzdo please kdesu gksudo gksu'.split(' '),
);
const shutdown = new Set(['shutdown', 'reboot', 'halt', 'poweroff', 'telinit']);
const formatting =
  /^(?:mkfs(?:\..+)?|mke2fs|wipefs|mkswap|fdisk|sfdisk|cfdisk|gdisk|sgdisk|parted|blkdiscard|diskutil|badblocks|cryptsetup|lvremove|vgremove|pvremove|zpool|format)$/;
const network = new Set(
  'curl wget aria2c http https lynx w3m ssh scp sftp ftp telnet nc ncat netcat socat rsync ping dig nslookup gh glab'.split(
    ' ',
  ),
);
/** Programs that use the network for these of their subcommands. */
const networkSubcommands: Readonly<Record<string, RegExp>> = {
  git: /^(?:push|pull|fetch|clone|ls-remote|submodule)$/,
  npm: /^(?:i|install|add|ci|update|publish|exec|x|create|init|audit|view)$/,
  pnpm: /^(?:i|install|add|update|publish|dlx|create)$/,
  yarn: /^(?:install|add|up|upgrade|dlx|create|publish)$/,
  bun: /^(?:i|install|add|update|x|create|publish)$/,
  npx: /./,
  bunx: /./,
  pip: /^(?:install|download)$/,
  pip3: /^(?:install|download)$/,
  uv: /^(?:add|sync|pip|tool|run)$/,
  poetry: /^(?:install|add|update|publish)$/,
  cargo: /^(?:install|add|fetch|update|publish)$/,
  go: /^(?:get|install|mod)$/,
  gem: /^(?:install|push)$/,
  twine: /^upload$/,
  apt: /./,
  'apt-get': /./,
  brew: /./,
  docker: /^(?:pull|push|run|build|login)$/,
};
const publishing: Readonly<Record<string, RegExp>> = {
  npm: /^(?:publish|unpublish|deprecate)$/,
  pnpm: /^publish$/,
  yarn: /^publish$/,
  bun: /^publish$/,
  cargo: /^(?:publish|yank)$/,
  poetry: /^publish$/,
  uv: /^publish$/,
  gem: /^(?:push|yank)$/,
  twine: /^upload$/,
  docker: /^push$/,
};
/** Programs that take things away for these of their words. */
const destroyingWords: Readonly<Record<string, RegExp>> = {
  docker: /^(?:prune|rm|rmi|down)$/,
  podman: /^(?:prune|rm|rmi)$/,
  kubectl: /^(?:delete|drain)$/,
  helm: /^(?:uninstall|delete)$/,
  terraform: /^(?:destroy|apply)$/,
  aws: /^(?:rm|rb|delete-.*|terminate-.*)$/,
  gcloud: /^delete$/,
  gh: /^(?:delete|archive)$/,
  dropdb: /./,
  crontab: /^-r$/,
  pkill: /./,
  killall: /./,
};
const system = new Set(
  'iptables nft ufw firewall-cmd mount umount modprobe insmod rmmod sysctl swapoff useradd userdel usermod groupadd passwd visudo chpasswd setenforce hostnamectl launchctl systemctl service update-rc.d'.split(
    ' ',
  ),
);

/** Looks at one program call. */
export function findingsOf(argv: Arg[], context: RuleContext): Finding[] {
  const name = programName(argv);
  const args = argv.slice(1);
  if (escalation.has(name)) return [denied(`raises privileges with ${name}`)];
  if (shutdown.has(name)) return [denied('shuts the machine down')];
  if (formatting.test(name)) return [denied(`formats or partitions disks with ${name}`)];
  const found: Finding[] = [];
  const verb = subcommand(args);
  if (network.has(name) || own(networkSubcommands, name)?.test(verb)) found.push(does('network'));
  if (own(publishing, name)?.test(verb)) found.push(does('publishes'));
  const words = own(destroyingWords, name);
  if (words && args.some(({ text }) => words.test(text))) found.push(destroys('deletes or stops things'));
  if (system.has(name) && !/^(?:|status|list.*|show|is-.*|cat|print)$/.test(args[0]?.text ?? ''))
    found.push(does('changes the system'));
  const rule = own(rules, name);
  return rule ? [...found, ...rule(args, context)] : found;
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

type Rule = (args: Arg[], context: RuleContext) => Finding[];

const later = always('persistent: runs by itself later');

const rules: Readonly<Record<string, Rule>> = {
  rm: (args, context) => {
    if (args.some(({ text }) => text === '--no-preserve-root')) return [denied('removes the root folder')];
    if (!hasFlag(args, /^-[a-zA-Z]*[rR]/, '--recursive')) return [does('deletes files')];
    return removal(operands(args), context);
  },
  rimraf: (args, context) => removal(operands(args), context),
  trash: () => [does('deletes files')],
  find: (args, context) => {
    const writes = args.some(({ text }) => /^-(?:fprint|fprint0|fprintf|fls)$/.test(text))
      ? [does('writes files')]
      : [];
    if (!args.some(({ text }) => text === '-delete')) return writes;
    // Tests such as -name narrow a search of the folder itself, so only roots above it are denied.
    return [...writes, ...removal(findStarts(args), { ...context, moreFromInput: false })];
  },
  chmod: (args, context) => [
    ...(args.some(({ text }) => /^[ugo]*\+[rwx]*s|^[2467]\d{3}$/.test(text))
      ? [does('lets a program run as its owner')]
      : []),
    ...recursiveChange(args, context, 'permissions'),
  ],
  chown: (args, context) => recursiveChange(args, context, 'owners'),
  chgrp: (args, context) => recursiveChange(args, context, 'owners'),
  setfacl: (args, context) => recursiveChange(args, context, 'permissions'),
  chattr: (args, context) => recursiveChange(args, context, 'attributes'),
  mv: (args, context) => {
    const named = operands(args);
    const sources = args.some(({ text }) => /^(?:-t|--target.*)$/.test(text)) ? named : named.slice(0, -1);
    return sources.some((arg) => isRoot(arg, context)) ? [denied('moves a root or home folder away')] : [];
  },
  dd: (args, context) => {
    const target = args.find(({ text }) => text.startsWith('of='))?.text.slice(3);
    if (target === undefined) return [];
    return isDevice(target, context.cwd) ? [denied('writes to a disk device')] : [does('writes files')];
  },
  shred: (args, context) =>
    operands(args).some(({ text }) => isDevice(text, context.cwd))
      ? [denied('wipes a disk device')]
      : [destroys('wipes files')],
  tee: (args, context) => [...operands(args).flatMap((arg) => deviceFindings(arg, context)), does('writes files')],
  cp: (args, context) =>
    operands(args)
      .slice(-1)
      .flatMap((arg) => deviceFindings(arg, context)),
  kill: (args) =>
    args.slice(1).some(({ text }) => text === '-1') ? [denied('ends every process')] : [does('ends processes')],
  killall5: () => [denied('ends every process')],
  init: (args) => (/^[06]$/.test(args[0]?.text ?? '') ? [denied('shuts the machine down')] : []),
  systemctl: (args) => {
    if (args.some(({ text }) => /^(?:poweroff|reboot|halt|kexec|suspend|hibernate)$/.test(text)))
      return [denied('shuts the machine down')];
    return args.some(({ text }) => /^(?:enable|link|edit|set-default)$/.test(text)) ? [later] : [];
  },
  launchctl: (args) => (/^(?:load|bootstrap|submit|enable)$/.test(args[0]?.text ?? '') ? [later] : []),
  crontab: (args) => (args.length > 0 && args.every(({ text }) => text === '-l') ? [] : [later]),
  at: () => [later],
  batch: () => [later],
  schtasks: () => [later],
  chsh: () => [always('persistent: changes the login shell')],
  'ssh-copy-id': () => [always('persistent: lets somebody log in later')],
  history: (args) =>
    args.some(({ text }) => /^-[a-z]*[cdw]/.test(text)) ? [destroys('changes the shell history')] : [],
  env: (args) => (afterOptions(args).length === 0 ? [does('prints the environment')] : []),
  printenv: () => [does('prints the environment')],
  docker: (args) => containerFindings(args),
  podman: (args) => containerFindings(args),
  truncate: () => [destroys('cuts files off')],
  rsync: (args, context) => {
    if (!args.some(({ text }) => /^--(?:del|remove-source)/.test(text))) return [];
    return removal(operands(args).slice(-1), context);
  },
  date: (args) => (hasFlag(args, /^-[a-zA-Z]*s/, '--set') ? [does('changes the system')] : []),
  sort: (args) => (hasFlag(args, /^-[a-zA-Z]*o/, '--output') ? [does('writes files')] : []),
  sed: (args) => (hasFlag(args, /^-[a-zA-Z]*i/, '--in-place') ? [does('writes files')] : []),
  perl: (args) => (hasFlag(args, /^-[a-zA-Z]*i/, '--in-place') ? [does('writes files')] : []),
};

function containerFindings(args: Arg[]): Finding[] {
  const opens = /^(?:(?:-v|--volume=?)?\/:|--privileged|--pid=host|(?:--mount=)?type=bind,(?:src|source)=\/,)/;
  return args.some(({ text }) => opens.test(text)) ? [always('gives a container the whole machine')] : [];
}

/** Where `find` begins. */
export function findStarts(args: Arg[]): Arg[] {
  let from = 0;
  while (/^-(?:[HLP]|O\d?|D)$/.test(args[from]?.text ?? '')) from += args[from]!.text === '-D' ? 2 : 1;
  const end = args.findIndex(({ text }, at) => at >= from && /^[-(!]/.test(text));
  const starts = args.slice(from, end < 0 ? args.length : end);
  return starts.length > 0 ? starts : [{ text: '.', known: true }];
}

/** Writing there destroys a disk or changes the running kernel. */
export function deviceFindings({ text, known }: Arg, { cwd }: RuleContext): Finding[] {
  if (!known) return [];
  if (isDevice(text, cwd)) return [denied('writes to a disk device')];
  return isKernelSwitch(text, cwd) ? [denied('writes into the running kernel')] : [];
}

function removal(targets: Arg[], context: RuleContext): Finding[] {
  if (targets.some((target) => isRoot(target, context)))
    return [denied('deletes a root, home or parent folder recursively')];
  const found = [destroys('deletes recursively')];
  if (targets.some((target) => isInSystem(target, context))) found.push(always('deletes in a folder of the system'));
  if (context.moreFromInput || targets.some((target) => mayBeRoot(target, context)))
    found.push(unclear('what is deleted cannot be seen from the line'));
  else if (context.cwd === undefined) found.push(unclear('the folder it deletes in cannot be seen from the line'));
  return found;
}

function recursiveChange(args: Arg[], context: RuleContext, what: string): Finding[] {
  if (!hasFlag(args, /^-[a-zA-Z]*R/, '--recursive')) return [];
  // Modes and owners are looked at too: none of them reads like a root.
  if (operands(args).some((target) => isRoot(target, context)))
    return [denied(`changes ${what} of a root, home or parent folder recursively`)];
  return [destroys(`changes ${what} recursively`)];
}

function subcommand(args: Arg[]): string {
  return afterOptions(args, '-C -c --prefix --dir')[0]?.text ?? '';
}
