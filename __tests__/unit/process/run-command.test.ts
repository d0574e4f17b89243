import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { type CommandRequest, runCommand } from '../../../src/process/run-command.js';
import { childScript } from '../../support/child-script.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pai-run-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (command: string, more: Partial<CommandRequest> = {}) => runCommand({ command, cwd: folder, ...more });

/** Living processes whose command line begins with this text. */
function pidsOf(text: string): number[] {
  const lineOf = (pid: string): string => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return ''; // it ended meanwhile
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && lineOf(name).startsWith(text))
    .map(Number);
}

async function until(condition: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 5000; !condition(); ) {
    if (Date.now() > deadline) throw new Error('the condition never came true');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test('standard output and error come back in their order, with the exit code', async () => {
  const result = await run('echo one; echo two >&2; echo three; exit 3');
  expect(result).toMatchObject({
    output: 'one\ntwo\nthree\n',
    exitCode: 3,
    timedOut: false,
    cancelled: false,
    omittedBytes: 0,
    backgroundLeft: false,
  });
});

test('the line is run by bash, quotes and all', async () => {
  expect((await run(`x=(a b); printf '%s|' "\${x[@]}" 'it''s' "$0"`)).output).toMatch(/^a\|b\|its\|.*bash\|$/);
});

test('a signal that ends the command is named', async () => {
  expect(await run('kill -9 $$')).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
});

test.each(['sleep 311 & echo done', '(sleep 311 &) ; echo done', 'sleep 311 >/dev/null & echo done'])(
  'SH-01: a background job does not hold the call open and is told of: %s',
  async (command) => {
    const result = await run(command);
    expect(result).toMatchObject({ output: 'done\n', exitCode: 0, backgroundLeft: true });
    expect(result.durationMs).toBeLessThan(3000);
    for (const pid of pidsOf('sleep 311')) process.kill(pid);
  },
);

test('SH-03: at a time-out nothing of the tree is left, and the partial output comes back', async () => {
  const result = await run(`echo begun; bash -c 'sleep 321 & sleep 322 & for i in 1 2; do sleep 323; done'`, {
    timeoutMs: 200,
  });
  expect(result).toMatchObject({ output: 'begun\n', timedOut: true, cancelled: false, exitCode: null });
  expect(pidsOf('sleep 32')).toEqual([]);
});

test('SH-03: children that made their own session or ignore TERM are ended too', async () => {
  const command = `setsid sleep 331 & setsid -f bash -c 'trap "" TERM; sleep 332; sleep 333'; sleep 334`;
  await run(command, { timeoutMs: 200 });
  expect(pidsOf('sleep 33')).toEqual([]);
});

test('cancel returns within 200 ms with the partial output and leaves no process', async () => {
  const controller = new AbortController();
  const seen: string[] = [];
  const done = run(`echo begun; trap '' TERM; sleep 341; sleep 342`, {
    signal: controller.signal,
    onOutput: (text) => seen.push(text),
  });
  await until(() => seen.join('').includes('begun'));
  const at = performance.now();
  controller.abort();
  const result = await done;
  expect(performance.now() - at).toBeLessThan(400); // 200 on an idle machine
  expect(result).toMatchObject({ cancelled: true, timedOut: false });
  expect(result.output).toMatch(/^begun\n/);
  expect(pidsOf('sleep 34')).toEqual([]);
});

test('a command that is cancelled before it starts never runs', async () => {
  const result = await run('touch ran', { signal: AbortSignal.abort() });
  expect(result).toMatchObject({ cancelled: true, output: '' });
  expect(existsSync(join(folder, 'ran'))).toBe(false);
});

test('SH-03: what runs when the program ends is ended with it', async () => {
  const outfile = join(folder, 'program.mjs');
  await build({
    stdin: {
      contents: `import { runCommand } from './src/process/run-command.js';
        void runCommand({ command: 'setsid sleep 351 & sleep 352', cwd: '/' , onOutput() {} });
        process.stdin.once('data', () => process.exit(0));`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
  });
  const program = spawn(process.execPath, [outfile], { stdio: ['pipe', 'ignore', 'inherit'] });
  await until(() => pidsOf('sleep 35').length === 2);
  program.stdin.write('end\n');
  await until(() => program.exitCode !== null);
  expect(pidsOf('sleep 35')).toEqual([]);
});

test('SH-03: when the program is killed, what runs ends with it, also with a session of its own', async () => {
  const script = await childScript(`
    import { runCommand } from './src/process/run-command.js';
    await runCommand({ command: 'setsid sleep 356 & sleep 357', cwd: '/' });`);
  const program = script.start();
  await until(() => pidsOf('sleep 35').length === 2);
  program.kill('SIGKILL');
  await until(() => pidsOf('sleep 35').length === 0);
  script.remove();
});

test.each([
  ['read x; echo "got:$x"', 'got:'],
  ['cat; echo end', 'end'],
  ['HOME=$PWD python3 -i -c "print(1)"', '1'],
])('SH-04: %s ends although nobody answers', async (command, expected) => {
  const result = await run(command, { timeoutMs: 5000 });
  expect(result.timedOut).toBe(false);
  expect(result.output).toContain(expected);
});

test('SH-04: git log needs no pager and git commit no editor', async () => {
  const setUp = `git init -q repo && cd repo && git config user.email a@b.c && git config user.name n &&
    git commit -q --allow-empty -m first && echo x > f && git add f`;
  expect((await run(setUp)).exitCode).toBe(0);
  const log = await run('cd repo && git log', { timeoutMs: 5000 });
  expect(log).toMatchObject({ exitCode: 0, timedOut: false });
  expect(log.output).toContain('first');
  const commit = await run('cd repo && git commit', { timeoutMs: 5000 });
  expect(commit).toMatchObject({ exitCode: 1, timedOut: false });
  expect(commit.output).toContain('empty commit message');
});

test.each([
  // Reading what nobody types, from standard input or from the terminal itself.
  ['python3 -c "input()"', 'EOF'],
  ['python3 -c "import getpass; getpass.getpass()"', 'EOF'],
  ['read -p "Password: " x </dev/tty; echo end', 'No such device or address'],
  ['select x in a b; do echo "$x"; done; echo end', 'end'],
  ["node -e \"require('readline').createInterface(process.stdin).question('Name? ', console.log)\"; echo end", 'end'],
  ['node -i; echo end', 'end'],
  ['bash -i; echo end', 'end'],
  // Logging in, keys, changing a password.
  ['ssh -o ConnectTimeout=2 -o ProxyCommand=false nobody@host.invalid; echo end', 'end'],
  ['ssh-keygen -f key; echo end', 'end'],
  ['su nobody_here; echo end', 'end'],
  ['passwd nobody_here; echo end', 'end'],
  ['git clone -q http://127.0.0.1:9/private.git; echo end', 'end'],
  ['npm init </dev/null >/dev/null; echo end', 'end'],
  // Pagers and what draws a screen.
  ['seq 500 | less', '500'],
  ['less /etc/passwd; echo end', 'root'],
  ['seq 500 | more', '500'],
  ['man bash 2>&1 | head -3; echo end', 'end'],
  ['top; echo end', 'end'],
  ['vi file; echo end', 'end'],
  ['cat <&2; cat <&1; echo end', 'end'],
  // Editors that others start.
  ['crontab -e; echo end', 'end'],
  ['cd repo && git rebase -i --root; git commit --amend; git tag -a t; echo end', 'end'],
])(
  'SH-04: nobody is waited for by: %s',
  async (command, expected) => {
    const result = await run(command, { timeoutMs: 10_000 });
    expect([result.timedOut, result.output]).toEqual([false, expect.stringContaining(expected)]);
  },
  15_000,
);

test('SH-06: a flood is bounded, with its beginning and its end', async () => {
  const result = await run('seq 1 1000000');
  expect(result.output.length).toBeLessThan(1_100_000);
  expect(result.output).toMatch(/^1\n2\n3\n/);
  expect(result.output).toMatch(/\n999999\n1000000\n$/);
  expect(result.omittedBytes).toBeGreaterThan(5_000_000);
});

test('SH-06: an endless flood ends at the time-out', async () => {
  const pieces: string[] = [];
  const result = await run('yes', { timeoutMs: 400, onOutput: (text) => pieces.push(text) });
  expect(result.timedOut).toBe(true);
  expect(result.output.length).toBeLessThan(1_100_000);
  expect(pieces.join('').length).toBeLessThan(200_000);
});

test('output is handed over while the command runs, without cutting characters', async () => {
  const pieces: string[] = [];
  await run(`printf '\\xe4\\xbd'; sleep 0.2; printf '\\xa0\\xe5\\xa5\\xbd\\n'`, {
    onOutput: (text) => pieces.push(text),
  });
  expect(pieces.join('')).toBe('你好\n');
});

test('secrets of the environment do not reach the command', async () => {
  process.env.PAI_TEST_TOKEN = 'hush';
  try {
    expect((await run('env')).output).not.toContain('hush');
  } finally {
    delete process.env.PAI_TEST_TOKEN;
  }
});

test('a folder that does not exist is an error that names it', async () => {
  await expect(run('true', { cwd: join(folder, 'gone') })).rejects.toMatchObject({
    code: 'tool',
    hint: expect.stringContaining('gone'),
  });
});
