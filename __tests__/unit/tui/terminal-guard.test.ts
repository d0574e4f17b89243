import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pty, { type IPty } from '@lydell/node-pty';
import { build } from 'esbuild';

let folder: string;
let program: string;
let running: Guarded | undefined;

interface Guarded {
  pty: IPty;
  bytes(): string;
  waitFor(text: string): Promise<void>;
  exit: Promise<{ exitCode: number; signal?: number | undefined }>;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paicli-guard-'));
  program = join(folder, 'program.mjs');
  const entry = join(import.meta.dirname, '../../fixtures/guarded-program.ts');
  await build({ entryPoints: [entry], outfile: program, bundle: true, platform: 'node', format: 'esm' });
});

afterEach(() => {
  if (running !== undefined) running.pty.kill('SIGKILL');
  running = undefined;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(way = '', command = [process.execPath, program, way]): Promise<Guarded> {
  const child = pty.spawn(command[0] as string, command.slice(1), { cols: 80, rows: 24 });
  let bytes = '';
  const listeners = new Set<() => void>();
  child.onData((data) => {
    bytes += data;
    for (const listener of listeners) listener();
  });
  const exit = new Promise<{ exitCode: number; signal?: number | undefined }>((resolve) => child.onExit(resolve));
  const self: Guarded = {
    pty: child,
    bytes: () => bytes,
    exit,
    waitFor: (text) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`never came: ${text} in ${JSON.stringify(bytes)}`)), 5000);
        const check = (): void => {
          if (!bytes.includes(text)) return;
          clearTimeout(timer);
          listeners.delete(check);
          resolve();
        };
        listeners.add(check);
        check();
      }),
  };
  running = self;
  await self.waitFor('READY');
  return self;
}

function expectRestored(bytes: string): void {
  const tail = bytes.slice(bytes.lastIndexOf('READY'));
  for (const code of ['\x1b[<u', '\x1b[>4;0m', '\x1b[?1004l', '\x1b[?7h', '\x1b[?2004l', '\x1b[?25h', '\x1b[?1049l'])
    expect(tail).toContain(code);
  expect(tail.lastIndexOf('\x1b[?1049h')).toBe(-1);
}

test('it takes the terminal: alternate screen, pastes marked, keys told apart', async () => {
  const guarded = await start();
  for (const code of ['\x1b[?1049h', '\x1b[?2004h', '\x1b[>1u', '\x1b[>4;2m', '\x1b[?1004h', '\x1b[?7l'])
    expect(guarded.bytes()).toContain(code);
});

test('TU-15 no mouse code at all unless the mouse is on', async () => {
  const off = await start();
  off.pty.write('x');
  await off.exit;
  expect(off.bytes()).not.toMatch(/\x1b\[\?100[0236]/);
  const on = await start('mouse');
  on.pty.write('x');
  await on.exit;
  for (const code of ['1000h', '1002h', '1006h', '1000l', '1002l', '1003l', '1006l'])
    expect(on.bytes()).toContain(`\x1b[?${code}`);
});

describe('TU-04 the terminal is given back', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGQUIT', 131],
  ])('on %s, with exit code %i, after the last word', async (signal, code) => {
    const guarded = await start();
    guarded.pty.kill(signal);
    expect((await guarded.exit).exitCode).toBe(code);
    expectRestored(guarded.bytes());
    expect(guarded.bytes()).toContain('LAST WORD');
  });

  test.each([
    ['t', 'thrown in a timer'],
    ['r', 'rejected promise'],
  ])('on a crash (%s), with exit code 1 and the error on the normal screen', async (key, message) => {
    const guarded = await start();
    guarded.pty.write(key);
    expect((await guarded.exit).exitCode).toBe(1);
    expectRestored(guarded.bytes());
    expect(guarded.bytes().indexOf(message)).toBeGreaterThan(guarded.bytes().indexOf('\x1b[?1049l'));
  });

  test('on process.exit and on EPIPE', async () => {
    for (const [key, code] of [
      ['x', 0],
      ['e', 129],
    ] as const) {
      const guarded = await start();
      guarded.pty.write(key);
      expect((await guarded.exit).exitCode).toBe(code);
      expectRestored(guarded.bytes());
    }
  });

  test.each(['x', 't'])('with the terminal settings it had before (%s)', async (key) => {
    const script = `stty -g; "${process.execPath}" "${program}"; echo; stty -g`;
    const guarded = await start('', ['sh', '-c', script]);
    guarded.pty.write(key);
    await guarded.exit;
    const settings = guarded.bytes().match(/^[0-9a-f]+(:[0-9a-f]+){10,}/gm);
    expect(settings).toHaveLength(2);
    expect(settings?.[1]).toBe(settings?.[0]);
  });

  test('after dispose nothing holds the process', async () => {
    const guarded = await start();
    guarded.pty.write('d');
    expect((await guarded.exit).exitCode).toBe(0);
    expectRestored(guarded.bytes());
  });
});

test('suspended it gives the terminal back, continued it takes it again', async () => {
  const guarded = await start();
  guarded.pty.write('z');
  await guarded.waitFor('\x1b[?1049l');
  const before = guarded.bytes().length;
  // The process stops itself right after that write; continuing it earlier would be lost.
  await stopped(guarded.pty.pid);
  guarded.pty.kill('SIGCONT');
  await guarded.waitFor('RESUMED');
  expect(guarded.bytes().slice(before)).toContain('\x1b[?1049h');
  guarded.pty.write('x');
  expect((await guarded.exit).exitCode).toBe(0);
});

test('lent to another program, Ctrl+C is for that program, and taken back it is ours again', async () => {
  const guarded = await start();
  guarded.pty.write('l');
  await guarded.waitFor('LENT');
  expectRestored(guarded.bytes());
  guarded.pty.kill('SIGINT');
  guarded.pty.write('b\r');
  await guarded.waitFor('TAKEN BACK');
  expect(guarded.bytes().lastIndexOf('\x1b[?1049h')).toBeGreaterThan(guarded.bytes().indexOf('LENT'));
  guarded.pty.kill('SIGINT');
  expect((await guarded.exit).exitCode).toBe(130);
});

async function stopped(pid: number): Promise<void> {
  for (const deadline = Date.now() + 5000; Date.now() < deadline; ) {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
    if (state.trim().startsWith('T')) return;
  }
  throw new Error('the process did not stop');
}
