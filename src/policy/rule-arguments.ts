// Which arguments behind the words of a rule go beyond it: options that run other programs, places outside the folder, protected
// files. A list of what is known, on the side of asking too often.
import { protectedName } from './path-guard.js';

/** Long options, without dashes; one that is cut short counts as well, since many programs take that. */
const longOptions =
  `exec exec-batch execdir ok okdir exec-path toolexec overlay modfile ldflags gccgoflags upload-pack receive-pack ext-diff extcmd
  open-files-in-pager output to-command use-compress-program compress-program checkpoint-action info-script new-volume-script
  rsh rsync-path pre config config-env override-ini rootdir confcutdir require import loader experimental-loader eval print
  script-shell shell node-options node-arg prefix cwd dir directory chdir work-tree git-dir manifest-path makefile file include-dir globalconfig
  userconfig init-script init-file rcfile command cmd pager editor ssh-command hooks-path project-directory project
  entrypoint volume mount privileged env-file host context kubeconfig remote registry index-url extra-index-url call plugin
  settings builddir with with-editable from template`
    .split(/\s+/)
    .filter((name) => name !== '');

/** Short options that do the same, by program; other letters may follow at once. */
const shortOptions: Readonly<Record<string, RegExp>> = {
  git: /^-[a-zA-Z]*[cCOx]/,
  make: /^-[fCIE]|^-[a-zA-Z]*[fCIE]$/,
  just: /^-[fcd]/,
  ninja: /^-[fC]/,
  pytest: /^-[pco]/,
  npm: /^-[Cc]/,
  pnpm: /^-[Cc]/,
  jest: /^-[c]/,
  mocha: /^-[r]/,
  docker: /^-[fvHcw]/,
  podman: /^-[fvHcw]/,
  cargo: /^-[CZ]/,
  go: /^-C/,
  mvn: /^-(?:D(?!skipTests|test=)|[fsgl])/,
  gradle: /^-(?:[DPIbcp])/,
  './gradlew': /^-(?:[DPIbcp])/,
  './mvnw': /^-(?:D(?!skipTests|test=)|[fsgl])/,
  tar: /^-[a-zA-Z]*[IF]/,
  pip: /^-[irce]/,
  pip3: /^-[irce]/,
  kubectl: /^-[s]/,
  phpunit: /^-[cd]/,
  rspec: /^-[rI]/,
  rake: /^-[frReI]/,
};

/** True when the rule says nothing about this argument of `program`. */
export function goesBeyondRule(program: string, argument: string): boolean {
  const short = Object.hasOwn(shortOptions, program) ? shortOptions[program] : undefined;
  if (short?.test(argument) && !argument.startsWith('--')) return true;
  if (/^--?[A-Za-z]/.test(argument) && isRunningOption(argument)) return true;
  if (/^(?:make|just|task|rake|gradle|mvn)$/.test(program) && /^\w+[:?+]?=/.test(argument)) return true;
  const value = argument.replace(/^--?[\w-]*=?/, '');
  return leadsOut(value) || protectedName(value, '') !== undefined;
}

function isRunningOption(argument: string): boolean {
  const isLong = argument.startsWith('--');
  const name = argument.replace(/^--?/, '').replace(/=.*$/s, '').toLowerCase();
  // `-exec` of go and find; a single letter or letters in a row are another matter.
  if (!isLong) return name.length > 1 && longOptions.includes(name);
  if (name.length < 2) return true;
  return longOptions.some((option) => option.startsWith(name) || option.replaceAll('-', '') === name);
}

/** Absolute paths, the home folder, parents, addresses. */
function leadsOut(value: string): boolean {
  if (value === '/dev/null') return false;
  return (
    /^[/~]/.test(value) ||
    /(?:^|[/=:,\s])\.\.(?:\/|$)/.test(value) ||
    /^[\w+.-]+:\/\/|[=,]\w+:\/\/|^data:/i.test(value) ||
    /^[\w.-]+@[\w.-]+:/.test(value) ||
    /[=:,](?:\/|~)/.test(value)
  );
}
