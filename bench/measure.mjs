#!/usr/bin/env node
// Measures the built program beside programs that do next to nothing, and prints medians and ratios. See README.md.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { build } from 'esbuild';
import { startModel } from './model.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const program = join(here, '..', 'bin', 'paicli.js');
const runs = Number(process.env.BENCH_RUNS ?? 5);
const scratch = mkdtempSync(join(tmpdir(), 'paicli-bench-'));
const project = join(scratch, 'project');
mkdirSync(project);
writeFileSync(
  join(project, 'file.ts'),
  Array.from({ length: 60 }, (_, i) => `export const value${i} = ${i};\n`).join(''),
);
const model = await startModel('file.ts');
const env = {
  PATH: process.env.PATH,
  HOME: scratch,
  PAICLI_HOME: join(scratch, 'home'),
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
  PAICLI_BASE_URL: `${model.url}/v1`,
  PAICLI_MAX_STEPS: '200',
};

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const sorted = (values) => [...values].sort((a, b) => a - b);
const quantile = (values, part) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))];
const median = (values) => quantile(values, 0.5);

/** User and system time of a process and its threads, ms; Linux only. */
function cpuMs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
const residentMb = (pid) => (Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4) / 1024;

/** Runs to the end; peak memory as sampled while it runs. */
function once(args) {
  return new Promise((resolve) => {
    const start = performance.now();
    const child = spawn(process.execPath, args, { cwd: project, env, stdio: 'ignore' });
    let peakMb = 0;
    const sampler = setInterval(() => {
      try {
        peakMb = Math.max(peakMb, residentMb(child.pid));
      } catch {
        clearInterval(sampler); // it has just ended
      }
    }, 5);
    child.on('exit', () => {
      clearInterval(sampler);
      resolve({ ms: performance.now() - start, peakMb });
    });
  });
}

/** The program in a terminal of 120×40. */
class Terminal {
  constructor(args) {
    this.bytes = 0;
    this.startedAt = performance.now();
    this.screen = new xterm.Terminal({ cols: 120, rows: 40, allowProposedApi: true });
    this.process = pty.spawn(process.execPath, args, {
      cols: 120,
      rows: 40,
      cwd: project,
      env,
      name: 'xterm-256color',
    });
    this.checks = new Set();
    this.process.onData((data) => {
      this.bytes += Buffer.byteLength(data);
      this.screen.write(data, () => {
        for (const check of this.checks) check();
      });
    });
    this.screen.onData((data) => this.process.write(data));
  }
  text() {
    const { active } = this.screen.buffer;
    return Array.from({ length: 40 }, (_, y) => active.getLine(active.baseY + y)?.translateToString(true)).join('\n');
  }
  /** Time at which the screen first matched. */
  async seen(pattern, limitMs = 15_000) {
    const limit = performance.now() + limitMs;
    return new Promise((resolve, reject) => {
      const check = () => {
        if (pattern.test(this.text())) finish(resolve, performance.now());
        else if (performance.now() > limit) finish(reject, new Error(`${pattern} was never seen:\n${this.text()}`));
      };
      const timer = setInterval(check, 20);
      const finish = (settle, value) => {
        clearInterval(timer);
        this.checks.delete(check);
        settle(value);
      };
      this.checks.add(check);
      check();
    });
  }
  close() {
    this.process.kill('SIGKILL');
    this.screen.dispose();
  }
}

const agents = {
  paicli: (name) => [program, 'run', '--model', name, '--approve', 'all', 'go'],
  bare: (name) => [join(here, 'bare-loop.mjs'), model.url, name],
};
const screens = {
  paicli: (name) => [program, 'tui', '--model', name],
  bare: (name) => [join(here, 'bare-tui.mjs'), model.url, name],
};
const ready = { paicli: /Message/, bare: /^> /m };

/** Takes turns, so that what else the machine does falls on all alike. */
async function alternate(names, measure) {
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (let run = 0; run < runs; run++) for (const name of names) results[name].push(await measure(name));
  return results;
}

function row(figure, unit, ours, bare) {
  const ratio = bare > 0 ? `${(ours / bare).toFixed(2)}×` : '';
  console.log(`| ${figure} | ${unit} | ${ours.toFixed(1)} | ${bare === undefined ? '' : bare.toFixed(1)} | ${ratio} |`);
}

const figures = {
  async version() {
    const { paicli, node } = await alternate(['paicli', 'node'], (name) =>
      once(name === 'node' ? ['-e', '0'] : [program, '--version']),
    );
    row('--version, wall', 'ms', median(paicli.map(({ ms }) => ms)), median(node.map(({ ms }) => ms)));
  },
  async oneshot() {
    const { paicli, bare } = await alternate(['paicli', 'bare'], async (name) => {
      model.log.length = 0;
      const result = await once(agents[name]('echo'));
      return { ...result, bytes: model.log[0].bytes };
    });
    row('one-shot, wall', 'ms', median(paicli.map(({ ms }) => ms)), median(bare.map(({ ms }) => ms)));
    row(
      'one-shot, peak memory',
      'MB',
      median(paicli.map(({ peakMb }) => peakMb)),
      median(bare.map(({ peakMb }) => peakMb)),
    );
    row('first request', 'bytes', paicli[0].bytes, bare[0].bytes);
  },
  async step() {
    const { paicli, bare } = await alternate(['paicli', 'bare'], async (name) => {
      model.log.length = 0;
      await once(agents[name]('tools-20'));
      return median(model.log.slice(1).map((entry, i) => entry.arrived - model.log[i].answered));
    });
    row('tool step', 'ms', median(paicli), median(bare));
  },
  async start() {
    const { paicli, bare } = await alternate(['paicli', 'bare'], async (name) => {
      const terminal = new Terminal(screens[name]('echo'));
      await terminal.seen(ready[name]);
      terminal.process.write('q');
      const at = await terminal.seen(/[│>] ?q/);
      const result = {
        ms: at - terminal.startedAt,
        cpu: cpuMs(terminal.process.pid),
        mb: residentMb(terminal.process.pid),
      };
      terminal.close();
      return result;
    });
    for (const [figure, unit, key] of [
      ['start to an echoed key, wall', 'ms', 'ms'],
      ['start to an echoed key, CPU', 'ms', 'cpu'],
      ['memory then', 'MB', 'mb'],
    ])
      row(figure, unit, median(paicli.map((r) => r[key])), median(bare.map((r) => r[key])));
  },
  async idle() {
    const terminal = new Terminal(screens.paicli('echo'));
    await terminal.seen(ready.paicli);
    await sleep(5000);
    const before = { cpu: cpuMs(terminal.process.pid), bytes: terminal.bytes };
    await sleep(10_000);
    row('memory after 5 s', 'MB', residentMb(terminal.process.pid));
    row('idle, CPU a second', 'ms', (cpuMs(terminal.process.pid) - before.cpu) / 10);
    row('idle, bytes', 'bytes', terminal.bytes - before.bytes);
    terminal.close();
  },
  async stream() {
    const results = {};
    for (const name of ['paicli', 'bare']) results[name] = await streamed(name);
    const { paicli, bare } = results;
    row('2,500 deltas at 500/s, CPU', 's', paicli.cpuS, bare.cpuS);
    row('bytes a delta', 'bytes', paicli.bytesADelta, bare.bytesADelta);
    row('key echo meanwhile, p50', 'ms', quantile(paicli.echoes, 0.5), quantile(bare.echoes, 0.5));
    row('key echo meanwhile, p95', 'ms', quantile(paicli.echoes, 0.95), quantile(bare.echoes, 0.95));
  },
  async panes() {
    const script = await bundled('panes.mjs');
    for (const count of [4, 8]) {
      const results = [];
      for (let run = 0; run < Math.min(runs, 3); run++) results.push(await panesMeasured(script, count));
      const of = (key) => median(results.map((result) => result[key]));
      row(`${count} panes at 100 chunks/s, UI thread`, '% CPU', of('uiPercent'));
      row('whole process', '% CPU', of('allPercent'));
      row('loop delay, p99', 'ms', of('delayP99Ms'));
      row('frames a second', '', of('framesASecond'));
      row('bytes a second', 'kB', of('kbASecond'));
    }
  },
  async data() {
    const child = spawn(process.execPath, [await bundled('data.mjs'), scratch, String(Math.max(runs, 5))], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    for await (const chunk of child.stdout) output += chunk;
    const { deltas, loaded, checked, estimate } = JSON.parse(output);
    row('100,000 deltas assembled, CPU', 'ms', deltas.ours, deltas.bare);
    row('10,000 events loaded, CPU', 'ms', loaded.ours, loaded.bare);
    row('10,000 events checked, CPU', 'ms', checked.ours, checked.bare);
    row('tokens of 1 MB estimated, CPU', 'ms', estimate.ours, estimate.bare);
  },
  async resume() {
    await once([await bundled('long-thread.mjs'), env.PAICLI_HOME, project, '10000']);
    const args = [program, 'tui', '--model', 'echo', '--resume', 'thread-bench'];
    const results = { long: [], empty: [] };
    for (let run = 0; run < runs; run++) {
      results.long.push(await opened(args, /Answer 4999/));
      results.empty.push(await opened(screens.paicli('echo'), ready.paicli));
    }
    const of = (name, key) => median(results[name].map((result) => result[key]));
    row('10,000 messages resumed, CPU to the end of it', 'ms', of('long', 'cpu'), of('empty', 'cpu'));
    row('10,000 messages resumed, wall', 'ms', of('long', 'ms'), of('empty', 'ms'));
    row('memory then', 'MB', of('long', 'mb'), of('empty', 'mb'));
  },
};

async function opened(args, pattern) {
  const terminal = new Terminal(args);
  const at = await terminal.seen(pattern);
  const pid = terminal.process.pid;
  const result = { ms: at - terminal.startedAt, cpu: cpuMs(pid), mb: residentMb(pid) };
  terminal.close();
  return result;
}

/** Runs one of our own scripts that are made of the sources. */
async function bundled(name) {
  const outfile = join(scratch, name);
  if (!existsSync(join(scratch, 'node_modules')))
    symlinkSync(join(here, '..', 'node_modules'), join(scratch, 'node_modules'));
  await build({
    entryPoints: [join(here, name)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return outfile;
}

async function panesMeasured(script, count) {
  const result = join(scratch, 'panes.json');
  const child = pty.spawn(process.execPath, [script, result, String(count)], {
    cols: 160,
    rows: 50,
    env,
    name: 'xterm-256color',
  });
  child.onData(() => {}); // a fast reader, and no emulator that would take the processor
  await new Promise((resolve) => child.onExit(resolve));
  return JSON.parse(readFileSync(result, 'utf8'));
}

async function streamed(name) {
  const deltas = 2500;
  const terminal = new Terminal(screens[name](`stream-${deltas}-500`));
  await terminal.seen(ready[name]);
  terminal.process.write('go\r');
  await sleep(700);
  const before = { cpu: cpuMs(terminal.process.pid), bytes: terminal.bytes };
  const echoes = [];
  let typed = '';
  while (typed.length < 20) {
    typed += 'qzj'[typed.length % 3];
    const at = performance.now();
    terminal.process.write(typed.at(-1));
    const seenAt = await terminal.seen(new RegExp(typed));
    if (typed.length > 2) echoes.push(seenAt - at);
    await sleep(150);
  }
  await terminal.seen(/endmark/, 30_000);
  const result = {
    cpuS: (cpuMs(terminal.process.pid) - before.cpu) / 1000,
    bytesADelta: (terminal.bytes - before.bytes) / deltas,
    echoes,
  };
  terminal.close();
  return result;
}

try {
  const wanted = process.argv.slice(2);
  console.log('| figure | unit | paicli | bare | ratio |\n| --- | --- | ---: | ---: | ---: |');
  for (const name of wanted.length > 0 ? wanted : Object.keys(figures)) await figures[name]();
} finally {
  model.close();
  rmSync(scratch, { recursive: true, force: true });
}
