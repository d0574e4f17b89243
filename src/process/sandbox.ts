// The sandbox for commands: is there one on this machine, does it work, and how is a command started in it. What it opens
// and hides is sandbox-places.ts.
import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PaiError } from '../base/error.js';
import { findProgram } from './find-program.js';
import { sandboxArgs } from './sandbox-args.js';
import { planSandbox } from './sandbox-places.js';

/** `auto`: where it works; `required`: no command runs without it. */
export type SandboxMode = 'off' | 'auto' | 'required';

/** How a command will run. */
export interface CommandWay {
  /** For the person who is asked, and for the model when the command fails. */
  note: string;
  isSandboxed: boolean;
  /** What starts the shell; absent: it is started directly. */
  launcher?: readonly string[];
}

export interface Sandbox {
  /** Throws PaiError('tool') when a sandbox is required and there is none. */
  way(): Promise<CommandWay>;
  /** Removes what it made. */
  remove(): Promise<void>;
}

export interface SandboxOptions {
  mode: SandboxMode;
  network: boolean;
  cwd: string;
  /** More folders that may be changed, asked for each command. */
  folders(): readonly string[];
  productHome: string;
  userHome?: string;
  /** Places where bubblewrap may be: fixed ones, as a project can put a program of its own into PATH. */
  programs?: readonly string[];
}

const usualPrograms = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap', '/run/current-system/sw/bin/bwrap'];
const probeLimitMs = 5000;

export function createSandbox(options: SandboxOptions): Sandbox {
  const { mode, network, programs = usualPrograms } = options;
  let temporary: Promise<string> | undefined;
  let found: Promise<{ program: string } | { missing: string }> | undefined;

  /** One folder for all commands, so that a file in /tmp is there for the next one too. */
  const launcher = async (program: string): Promise<string[]> => {
    temporary ??= mkdtemp(join(tmpdir(), 'paicli-sandbox-')).then((folder) => realpath(folder));
    const userHome = await realpath(options.userHome ?? homedir());
    const { cwd, productHome } = options;
    const places = { cwd, folders: options.folders(), productHome, userHome, network, temporary: await temporary };
    return [program, ...sandboxArgs(planSandbox(places))];
  };

  const remove = async () => {
    const folder = await temporary;
    temporary = undefined;
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };

  /** A sandbox that is installed need not work: containers and hardened systems forbid its system calls. */
  const look = async () => {
    const program =
      process.platform === 'linux' ? programs.find((path) => findProgram(path, { path: undefined })) : undefined;
    if (program === undefined) return { missing: missingReason() };
    const problem = await tryOut(await launcher(program));
    if (problem === undefined) return { program };
    await remove();
    return { missing: `bubblewrap does not work here: ${problem}` };
  };

  return {
    async way() {
      if (mode === 'off') return { note: 'runs without a sandbox', isSandboxed: false };
      found ??= look();
      const result = await found;
      if ('program' in result) {
        const note = `runs inside the sandbox${network ? '' : ' (no network)'}`;
        return { note, isSandboxed: true, launcher: await launcher(result.program) };
      }
      if (mode === 'required') throw unavailable(result.missing);
      return { note: `runs without a sandbox: ${result.missing}`, isSandboxed: false };
    },
    remove,
  };
}

const missingReason = () =>
  process.platform === 'linux' ? 'bubblewrap is not installed' : 'there is none for this system';

function unavailable(missing: string): PaiError {
  return new PaiError(
    'tool',
    `no command runs without a sandbox (the setting sandbox is "required"), and ${missing}`,
    'The user can install the package bubblewrap, or set sandbox to auto or off.',
  );
}

/** Runs nothing in it; undefined when that went well, else the first line of what was said. */
function tryOut([program = '', ...args]: string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, [...args, '/bin/sh', '-c', ':'], { timeout: probeLimitMs }, (error, _output, said) => {
      resolve(error === null ? undefined : (said.trim().split('\n')[0] || error.message).slice(0, 200));
    });
  });
}
