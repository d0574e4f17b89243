// Copies text with the program that the system has for it. Owns the choice of that program.
import { spawn } from 'node:child_process';

interface Program {
  name: string;
  args: readonly string[];
  /** It can work here at all. */
  fits(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean;
}

const programs: readonly Program[] = [
  { name: 'pbcopy', args: [], fits: (_env, platform) => platform === 'darwin' },
  { name: 'clip.exe', args: [], fits: (env, platform) => platform === 'win32' || env.WSL_DISTRO_NAME !== undefined },
  { name: 'wl-copy', args: [], fits: (env) => Boolean(env.WAYLAND_DISPLAY) },
  { name: 'xclip', args: ['-selection', 'clipboard'], fits: (env) => Boolean(env.DISPLAY) },
];
const timeoutMs = 2000;

/**
 * The name of the program that took the text; undefined when there is none. At the other end of an SSH connection there
 * is none: its clipboard is not the one of the person.
 */
export async function copyNatively(
  text: string,
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  if (env.SSH_CONNECTION || env.SSH_TTY) return undefined;
  for (const program of programs)
    if (program.fits(env, platform) && (await feed(program, text, env))) return program.name;
  return undefined;
}

/** True when it ended well. Such programs leave a part of themselves behind that keeps the text: only the first is waited for. */
function feed({ name, args }: Program, text: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(name, args, { env, stdio: ['pipe', 'ignore', 'ignore'] });
    // Not the time limit of `spawn`: its timer goes on when the program is not there, and keeps the process from ending.
    const timer = setTimeout(() => child.kill(), timeoutMs);
    const end = (ok: boolean) => {
      clearTimeout(timer);
      resolve(ok);
    };
    child.on('error', () => end(false));
    child.on('exit', (code) => end(code === 0));
    // A program that does not read is told by its exit code.
    child.stdin.on('error', () => {});
    child.stdin.end(text);
  });
}
