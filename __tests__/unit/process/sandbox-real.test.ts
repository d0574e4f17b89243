// Commands in a real sandbox; left out where bubblewrap is not installed or may not do its work.
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { packageRoot } from '../../../src/base/package-root.js';
import { type CommandRequest, runCommand } from '../../../src/process/run-command.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/process/sandbox.js';
import { childScript, printed } from '../../support/child-script.js';
import { gone, isAlive } from '../../support/processes.js';

const bwrap = '/usr/bin/bwrap';
const probe = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-pid', '--unshare-net', 'true'];
const works = existsSync(bwrap) && spawnSync(bwrap, probe).status === 0;
/** Not below what is another folder inside, as a clone in /tmp is. */
const place = [join(packageRoot(), 'node_modules/.cache'), homedir(), '/opt', '/srv'].find(canHold);
const inSandbox = works && place !== undefined ? describe : describe.skip;

function canHold(folder: string): boolean {
  if (/^\/(tmp|var\/tmp|run)(\/|$)/.test(folder)) return false;
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false; // another one will do
  }
}

/** The system takes a moment to clear away what shared a name space; rejects when something stays. */
async function noneLeft(pattern: string): Promise<void> {
  const pids = spawnSync('pgrep', ['-f', pattern]).stdout.toString().split('\n').filter(Boolean).map(Number);
  await Promise.all(pids.map((pid) => gone(pid)));
}

inSandbox('in the sandbox', () => {
  let root: string;
  let project: string;
  let userHome: string;
  let sandbox: Sandbox;

  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(place ?? '', 'paicli-sandbox-')));
    [project, userHome] = [join(root, 'project'), join(root, 'home')];
    mkdirSync(project);
    const secret = 'hush';
    for (const name of [
      '.ssh/id',
      '.aws/credentials',
      '.netrc',
      '.npmrc',
      '.config/gh/hosts.yml',
      '.paicli/config.json',
    ]) {
      mkdirSync(dirname(join(userHome, name)), { recursive: true });
      writeFileSync(join(userHome, name), secret);
    }
    mkdirSync(join(userHome, '.cache'));
    writeFileSync(join(userHome, '.gitconfig'), '[user]\nname = n\nemail = a@b.c\n');
    sandbox = createIn({});
  });
  afterEach(() => rmSync(join(root, 'out'), { force: true }));
  afterAll(async () => {
    await sandbox.remove();
    rmSync(root, { recursive: true, force: true });
  });

  const createIn = (options: Partial<SandboxOptions>): Sandbox =>
    createSandbox({
      mode: 'required',
      network: true,
      cwd: project,
      folders: () => [],
      productHome: join(userHome, '.paicli'),
      userHome,
      programs: [bwrap],
      ...options,
    });
  const run = async (command: string, more: Partial<CommandRequest> = {}, how = sandbox) => {
    const { launcher } = await how.way();
    const env = { HOME: userHome };
    return runCommand({ command, cwd: project, env, ...(launcher ? { launcher } : {}), ...more });
  };
  const succeed = async (command: string, how = sandbox) => {
    const { output, exitCode } = await run(command, {}, how);
    expect([exitCode, output]).toEqual([0, output]);
    return output;
  };

  test('the project and caches can be changed, nothing else', async () => {
    await succeed('echo x > file && mkdir -p a/b && echo x > "$HOME/.cache/c"');
    expect(readFileSync(join(project, 'file'), 'utf8')).toBe('x\n');
    for (const place of [`${root}/out`, '$HOME/.bashrc', '/etc/paicli-test', '/usr/paicli-test', '$HOME/.cachex']) {
      const { exitCode, output } = await run(`echo x > "${place}"`);
      expect([exitCode, output]).toEqual([1, expect.stringContaining('Read-only file system')]);
    }
    expect(existsSync(join(root, 'out'))).toBe(false);
  });

  test('a folder that was added can be changed too', async () => {
    const added = join(root, 'added');
    mkdirSync(added, { recursive: true });
    const how = createIn({ folders: () => [added] });
    await succeed(`echo x > ${added}/f`, how);
    await how.remove();
  });

  test("the home's secrets and the product's own folder are not there", async () => {
    const said = await run('cat ~/.ssh/* ~/.aws/* ~/.netrc ~/.npmrc ~/.config/gh/* ~/.paicli/*; cat ~/.gitconfig');
    expect(said.output).not.toContain('hush');
    expect(said.output).toContain('name = n');
  });

  test('no process outside is seen, so that no environment of one is either', async () => {
    expect(Number(await succeed('ls -d /proc/[0-9]* | wc -l'))).toBeLessThan(10);
  });

  test('what was hidden or closed cannot be opened from inside', async () => {
    const { output } = await run(
      'umount ~/.ssh; mount -o remount,rw,bind /; unshare -Urm umount ~/.ssh; cat ~/.ssh/id; echo x > ~/y',
    );
    expect(output).not.toContain('hush');
    expect(existsSync(join(userHome, 'y'))).toBe(false);
  });

  test('a file in /tmp is there for the next command, and not outside', async () => {
    await succeed('echo kept > /tmp/paicli-test-file');
    expect(await succeed('cat "$TMPDIR/paicli-test-file"')).toBe('kept\n');
    expect(existsSync('/tmp/paicli-test-file')).toBe(false);
  });

  test('git commits, branches and stashes; its hooks and config stay as they are', async () => {
    await succeed('rm -rf .git && git init -q . && git commit -q --allow-empty -m first');
    await succeed('echo a > a.txt && git add a.txt && git commit -qm second && git checkout -q -b other && git stash');
    for (const command of [
      'echo x > .git/hooks/post-commit',
      'git config core.hooksPath /tmp',
      'mv .git old && mkdir .git',
      'rm .git/config',
    ])
      expect((await run(command)).exitCode).not.toBe(0);
    expect(await succeed('git log --oneline | wc -l')).toBe('2\n');
    expect(existsSync(join(project, '.git/hooks/post-commit'))).toBe(false);
  });

  test('npm test runs', async () => {
    const test = 'node -e "console.log(1 + 1, require(\'os\').tmpdir())"';
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'p', scripts: { test } }));
    expect(await succeed('npm test')).toContain('2 /tmp');
  });

  test('without the network there is only the loopback', async () => {
    const how = createIn({ network: false });
    expect(await succeed('tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d " "', how)).toBe('lo\n');
    await how.remove();
  });

  test('at a time-out nothing is left, also not a child with a session of its own that ignores TERM', async () => {
    const how = `setsid -f bash -c 'trap "" TERM; sleep 371; sleep 372'; echo up; sleep 373`;
    const result = await run(how, { timeoutMs: 400 });
    expect(result).toMatchObject({ timedOut: true, output: 'up\n' });
    await noneLeft('^sleep 37[123]');
  });

  test('what a command leaves behind ends with it', async () => {
    const result = await run('setsid sleep 374 & echo done');
    expect(result).toMatchObject({ output: 'done\n', exitCode: 0, backgroundLeft: false });
    await noneLeft('^sleep 374');
  });

  test('when the program is killed, a running command ends with it', async () => {
    const { launcher } = await sandbox.way();
    const script = await childScript(`
      import { runCommand } from './src/process/run-command.js';
      const launcher = JSON.parse(process.argv[2]);
      const onOutput = (text) => process.stdout.write(text);
      await runCommand({ command: 'echo up; sleep 375', cwd: process.argv[3], launcher, onOutput });`);
    const child = script.start(JSON.stringify(launcher), project);
    await printed(child, 'up');
    const pids = spawnSync('pgrep', ['-f', '^sleep 375']).stdout.toString().trim().split('\n').map(Number);
    expect(pids.map(isAlive)).toEqual([true]);
    child.kill('SIGKILL');
    await gone(pids[0]!);
    script.remove();
  });
});
