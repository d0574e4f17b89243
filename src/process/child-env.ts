// The environment of a command the model runs: nothing that waits for a person, no secrets. Starts nothing.

/** Names that hold secrets: a word KEY or KEYS at the end or before an underscore, or one of the other words anywhere. */
const secretName = /KEYS?(?:_|$)|TOKEN|SECRET|PASSW(?:OR)?D|PASSPHRASE|CREDENTIAL|PRIVATE|_PWD$|_PAT$|_AUTH$/i;

/** What keeps programs from opening an editor, a pager or a question, and from drawing for a terminal. */
const neutral: Readonly<Record<string, string>> = {
  TERM: 'dumb',
  NO_COLOR: '1',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  EDITOR: 'true',
  VISUAL: 'true',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_TERMINAL_PROMPT: '0',
  GCM_INTERACTIVE: 'never',
  SSH_ASKPASS_REQUIRE: 'never',
  DEBIAN_FRONTEND: 'noninteractive',
  PIP_NO_INPUT: '1',
  PYTHONUNBUFFERED: '1',
  CI: '1',
};

/** Variables that would bring a terminal's or a person's habits back. */
const dropped = new Set([
  'FORCE_COLOR',
  'CLICOLOR_FORCE',
  'GIT_ASKPASS',
  'SSH_ASKPASS',
  'SUDO_ASKPASS',
  'GPG_TTY',
  'LESSOPEN',
]);

/** Is this the name of a variable that is kept from commands? */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** The environment for a command: `base` without secrets, made neutral, with `extra` on top (taken as given). */
export function childEnv(base: NodeJS.ProcessEnv, extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(base).filter(([name]) => !isSecretName(name) && !dropped.has(name));
  return { ...Object.fromEntries(kept), ...neutral, ...extra };
}
