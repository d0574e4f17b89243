// What a git command does that matters, and the programs it is told to run: by settings, options and addresses.
import { always, destroys, does, type Finding, unclear } from './command-findings.js';
import { afterOptions, joinArgs, operands, optionValues } from './command-options.js';
import type { Arg } from './command-words.js';

export interface GitLook {
  findings: Finding[];
  /** Shell text that git would run. */
  scripts: Arg[];
  /** Git commands behind an alias of the line itself. */
  commands: Arg[][];
}

const gitOptions = '-C -c --git-dir --work-tree --namespace --config-env --exec-path --super-prefix';

/** Settings whose value is a program to run. */
const programSetting =
  /^(?:alias\..+|core\.(?:pager|editor|sshcommand|askpass|fsmonitor|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|diff\..+\.(?:command|textconv)|(?:diff|merge)tool\..+\.(?:cmd|path)|merge\..+\.driver|filter\..+\.(?:clean|smudge|process)|credential\.(?:.+\.)?helper|gpg\.(?:.+\.)?program|pager\..+|interactive\.difffilter|uploadpack\.packobjectshook|submodule\..+\.update|trailer\..+\.(?:command|cmd)|(?:web\.|)browser(?:\..+\.(?:cmd|path))?|man\..+\.(?:cmd|path)|sendemail\..*(?:cmd|server)|remote\..+\.(?:uploadpack|receivepack|vcs))$/i;
/** Settings that make git run what lies elsewhere. */
const placeSetting =
  /^(?:core\.hookspath|core\.worktree|init\.templatedir|include\.path|includeif\..+|protocol\.(?:ext\.)?allow)$/i;

export function lookAtGit(args: Arg[]): GitLook {
  const look: GitLook = { findings: [], scripts: [], commands: [] };
  const words = afterOptions(args, gitOptions);
  const options = args.slice(0, args.length - words.length);
  const [command, ...rest] = words;
  for (const setting of optionValues(options, ['-c'])) settingOfLine(setting, rest, command?.text, look);
  if (optionValues(options, ['--config-env', '--exec-path']).some(({ text }) => text !== ''))
    look.findings.push(does('changes what git runs'));
  for (const arg of args.filter(({ text }) => text.startsWith('ext::'))) {
    look.findings.push(unclear('an address of git that runs a program (ext::)'));
    look.scripts.push({ ...arg, text: arg.text.slice(5).replace(/%[sSG]/g, '') });
  }
  if (command === undefined) return look;
  if (!command.known) look.findings.push(unclear('the command of git comes from a variable or substitution'));
  look.scripts.push(...scriptsOf(command.text, rest));
  if (command.text === 'config') configFindings(rest, look);
  if (command.text === 'clone') for (const s of optionValues(rest, ['-c', '--config'])) settingOfLine(s, [], '', look);
  look.findings.push(...destroying(command.text, rest));
  return look;
}

/** `-c name=value` */
function settingOfLine({ text, known }: Arg, rest: Arg[], command: string | undefined, look: GitLook): void {
  const equals = text.indexOf('=');
  const name = equals < 0 ? text : text.slice(0, equals);
  const value = { text: equals < 0 ? '' : text.slice(equals + 1), known };
  if (!known && !programSetting.test(name) && equals < 0) look.findings.push(unclear('a setting of git is hidden'));
  if (placeSetting.test(name)) look.findings.push(does(`changes what git runs (${name})`));
  if (!programSetting.test(name)) return;
  look.findings.push(does(`runs a program named in a setting of git (${name})`));
  const alias = /^alias\.(.+)$/i.exec(name)?.[1];
  if (alias === undefined || value.text.startsWith('!'))
    look.scripts.push(asScript(value, alias === undefined ? [] : rest));
  else if (alias === command && value.text.trim() !== '')
    look.commands.push([
      { text: 'git', known: true },
      ...value.text
        .trim()
        .split(/\s+/)
        .map((word) => ({ text: word, known })),
      ...rest,
    ]);
}

function asScript(value: Arg, more: Arg[]): Arg {
  return joinArgs([{ ...value, text: value.text.replace(/^!/, '') }, ...more]);
}

/** `git config …`: what it writes stays for later. */
function configFindings(rest: Arg[], look: GitLook): void {
  const words = operands(afterVerb(rest));
  const name = words[0]?.text ?? '';
  const has = (pattern: RegExp) => rest.some(({ text }) => pattern.test(text));
  const writes =
    has(/^(?:--unset.*|--add|--replace-all|--edit|-e|--remove-section|--rename-section|set|unset|edit)$/) ||
    words.length > 1;
  if (!writes || has(/^(?:--get.*|--list|-l|get|list)$/)) return;
  if (programSetting.test(name) || placeSetting.test(name)) {
    look.findings.push(always(`persistent: git runs it later (${name})`));
    if (words[1]) look.scripts.push(asScript(words[1], []));
  } else if (has(/^--(?:global|system)$/))
    look.findings.push(always("persistent: changes git's settings of all projects"));
  else look.findings.push(does('changes settings of git'));
}

function afterVerb(rest: Arg[]): Arg[] {
  const at = rest.findIndex(({ text }) => !text.startsWith('-'));
  return at >= 0 && /^(?:set|unset|get|list|edit)$/.test(rest[at]!.text) ? rest.slice(at + 1) : rest;
}

function scriptsOf(command: string, rest: Arg[]): Arg[] {
  const values = (...names: string[]) => optionValues(rest, names);
  switch (command) {
    case 'clone':
    case 'fetch':
    case 'pull':
    case 'push':
    case 'ls-remote':
    case 'fetch-pack':
    case 'send-pack':
    case 'archive':
      return values('--upload-pack', '--receive-pack', '--exec', ...(command === 'clone' ? ['-u'] : []));
    case 'rebase':
      return values('-x', '--exec');
    case 'difftool':
      return values('-x', '--extcmd');
    case 'grep':
      return values('-O', '--open-files-in-pager').filter(({ text }) => text !== '');
    case 'bisect':
      return rest[0]?.text === 'run' ? [joinArgs(rest.slice(1))] : [];
    case 'submodule':
      return rest.some(({ text }) => text === 'foreach')
        ? [joinArgs(afterOptions(rest.slice(rest.findIndex(({ text }) => text === 'foreach') + 1)))]
        : [];
    case 'filter-branch':
      return rest.flatMap((arg, at) => (/^--[a-z]+-filter$/.test(arg.text) ? rest.slice(at + 1, at + 2) : []));
    case 'for-each-repo':
      return [];
    default:
      return [];
  }
}

function destroying(command: string, rest: Arg[]): Finding[] {
  const has = (pattern: RegExp) => rest.some(({ text }) => pattern.test(text));
  switch (command) {
    case 'push':
      return has(
        /^(?:--force|--force-with-lease.*|--force-if-includes|--delete|--mirror|--prune|-[a-z]*[fd][a-z]*|\+.+|:.+)$/,
      )
        ? [destroys('overwrites or deletes on the remote')]
        : [];
    case 'reset':
      return has(/^--(?:hard|merge|keep)$/) ? [destroys('discards changes')] : [];
    case 'clean':
      // Without -f it does nothing, unless a setting says otherwise.
      return has(/^(?:-[a-zA-Z]*n[a-zA-Z]*|--dry-run)$/) ? [] : [destroys('deletes untracked files')];
    case 'checkout':
      return has(/^(?:--|-f|--force|\.)$/) ? [destroys('discards changes')] : [];
    case 'switch':
      return has(/^(?:-f|--force|--discard-changes)$/) ? [destroys('discards changes')] : [];
    case 'restore':
      return [destroys('discards changes')];
    case 'branch':
    case 'tag':
      return has(/^(?:-D|-d|--delete|-f|--force|-M)$/) ? [destroys('deletes a branch or tag')] : [];
    case 'stash':
      return has(/^(?:drop|clear)$/) ? [destroys('discards changes')] : [];
    case 'worktree':
      return has(/^remove$/) ? [destroys('deletes a worktree')] : [];
    case 'rm':
      return [destroys('deletes files')];
    case 'filter-branch':
    case 'filter-repo':
    case 'update-ref':
    case 'reflog':
    case 'rebase':
    case 'gc':
      return [destroys('rewrites history')];
    default:
      return [];
  }
}
