#!/usr/bin/env node
// Snapshots beside native git with a git folder of its own, in one run: first, no change, five changed; then what is kept after many.
//   node bench/snapshots.mjs [1000 10000 50000] [--rounds 5] [--keep 200]
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);
const option = (name, fallback) => (args.includes(name) ? Number(args.splice(args.indexOf(name), 2)[1]) : fallback);
const rounds = option('--rounds', 5);
const many = option('--keep', 200);
const sizes = args.length > 0 ? args.map(Number) : [1000, 10_000, 50_000];

const cache = join(root, 'node_modules', '.cache', `snapshots-bench-${process.pid}`);
mkdirSync(cache, { recursive: true });
await build({
  stdin: {
    contents: "export { openSnapshotStore } from './src/snapshot/open-snapshot-store.js'",
    resolveDir: root,
    loader: 'ts',
  },
  ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', outfile: join(cache, 'store.mjs') },
});
const { openSnapshotStore } = await import(join(cache, 'store.mjs'));

const work = mkdtempSync(join(tmpdir(), 'paicli-snapshots-'));
process.on('exit', () => {
  for (const folder of [work, cache]) rmSync(folder, { recursive: true, force: true });
});
for (const [row, ...cells] of [
  ['files', 'what', 'git CPU ms', 'PaiCLI CPU ms', 'ratio', 'git wall ms', 'PaiCLI wall ms'],
])
  print(row, ...cells);
for (const files of sizes) await compare(files);
if (many > 0) await retention(10_000, many);

async function compare(files) {
  const folder = join(work, `tree-${files}`);
  const paths = makeTree(folder, files);
  await settle();
  const git = gitBeside(join(work, `git-${files}`), folder);
  const home = join(work, `home-${files}`);
  const options = { home, folder, clock: { now: () => Date.now() }, userHome: join(work, 'nobody') };
  let store = openSnapshotStore(options);
  await measured(() => store.list()); // loads isomorphic-git no sooner than the first snapshot
  const take = () => store.take({ label: 'bench', kind: 'manual' });
  report(files, 'first', [git.commit()], [await measured(take)]);
  await take();
  const calm = { git: [], own: [] };
  for (let i = 0; i < rounds; i++) {
    calm.git.push(git.commit());
    calm.own.push(await measured(take));
  }
  report(files, 'no change', calm.git, calm.own);
  const busy = { git: [], own: [] };
  for (let i = 0; i < rounds; i++) {
    change(folder, paths, i, 5);
    await settle();
    busy.git.push(git.commit());
    busy.own.push(await measured(take));
  }
  report(files, '5 changed', busy.git, busy.own);
  const same = git.tree() === (await store.list()).at(-1).tree;
  store.close();
  store = openSnapshotStore(options);
  report(files, 'no change, new process', [git.commit()], [await measured(take)]);
  print(files, same ? "the trees are the same as git's" : 'THE TREES DIFFER', '', '', '', '', '');
  store.close();
}

async function retention(files, count) {
  const folder = join(work, 'tree-many');
  const paths = makeTree(folder, files);
  const git = gitBeside(join(work, 'git-many'), folder);
  const home = join(work, 'home-many');
  const store = openSnapshotStore({ home, folder, clock: { now: () => Date.now() }, userHome: join(work, 'nobody') });
  for (let i = 0; i < count; i++) {
    change(folder, paths, i, 5);
    git.commit();
    await store.take({ label: 'bench', kind: 'manual' });
  }
  const before = await store.size();
  const cost = await measured(() => store.prune());
  git.run('gc', '--quiet', '--prune=now');
  const [own, theirs] = [await store.size(), sizeOf(join(work, 'git-many', 'objects'))];
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(
    `\n${count} snapshots of ${files} files, 5 changed each (git keeps all and packs them with gc; PaiCLI the last 50):`,
  );
  console.log(
    `git ${megabytes(theirs)}; PaiCLI ${megabytes(before)}, after cleaning ${megabytes(own)} = ${(own / theirs).toFixed(2)}x; cleaning took ${Math.round(cost.cpu)} ms CPU`,
  );
  const fsck = spawnSync('git', ['--git-dir', storeFolder(home), 'fsck', '--full'], { encoding: 'utf8' });
  console.log(`git fsck: ${fsck.status === 0 ? 'clean' : fsck.stderr}`);
  store.close();
}

function gitBeside(gitdir, folder) {
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', HOME: work };
  const git = [
    'git',
    '-c',
    'user.name=a',
    '-c',
    'user.email=a@b',
    '-c',
    'core.excludesFile=',
    '-c',
    'gc.auto=0',
    `--git-dir=${gitdir}`,
    `--work-tree=${folder}`,
  ];
  const run = (...rest) => execFileSync(git[0], [...git.slice(1), ...rest], { env, cwd: folder, encoding: 'utf8' });
  run('init', '-q');
  const quoted = git.map((word) => `'${word}'`).join(' ');
  const script = `TIMEFORMAT='%R %U %S'; time { ${quoted} add -A && ${quoted} commit -q --allow-empty -m x; }`;
  return {
    run,
    tree: () => run('rev-parse', 'HEAD^{tree}').trim(),
    commit() {
      const { stderr, status } = spawnSync('bash', ['-c', script], { env, cwd: folder, encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
      const [wall, user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
      return { wall: wall * 1000, cpu: (user + system) * 1000 };
    },
  };
}

async function measured(action) {
  const [cpu, wall] = [process.cpuUsage(), performance.now()];
  await action();
  const used = process.cpuUsage(cpu);
  return { cpu: (used.user + used.system) / 1000, wall: performance.now() - wall };
}

/** Source-like text in folders of a dozen files, 8 KB in the middle. */
function makeTree(folder, files) {
  const random = randomFrom(files);
  const words = Array.from({ length: 4000 }, () => Math.floor(random() * 36 ** 6).toString(36));
  const text = (bytes) => {
    const parts = [];
    for (let length = 0; length < bytes; ) {
      const word = words[Math.floor(random() * words.length)];
      parts.push(word, random() < 0.15 ? '\n' : ' ');
      length += word.length + 1;
    }
    return parts.join('');
  };
  const paths = [];
  for (let i = 0; i < files; i++) {
    const group = Math.floor(i / 12);
    const path = join(`area${group % 10}`, `part${Math.floor(group / 10) % 10}`, `group${group}`, `file${i}.ts`);
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text(Math.floor(-Math.log(1 - random()) * 8000)));
    paths.push(path);
  }
  return paths;
}

function change(folder, paths, round, count) {
  const random = randomFrom(round + 7);
  for (let i = 0; i < count; i++) {
    const path = join(folder, paths[Math.floor(random() * paths.length)]);
    const lines = Array.from({ length: 300 }, () => `line ${random().toString(36)}`);
    writeFileSync(path, `${round} ${i}\n${lines.join('\n')}\n`);
  }
}

function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** So that neither side has to read files again only because they are a moment old. */
function settle() {
  return new Promise((resolve) => setTimeout(resolve, 50));
}

function report(files, what, git, own) {
  const [a, b] = [git, own].map((list) => ({
    cpu: median(list.map((it) => it.cpu)),
    wall: median(list.map((it) => it.wall)),
  }));
  print(files, what, ms(a.cpu), ms(b.cpu), (b.cpu / a.cpu).toFixed(2), ms(a.wall), ms(b.wall));
}

function print(...cells) {
  console.log(
    cells.map((cell, i) => (i === 1 ? String(cell).padEnd(24) : String(cell).padStart(i === 0 ? 6 : 15))).join(' '),
  );
}

function ms(value) {
  return String(Math.round(value));
}

function median(list) {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
}

function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}

function storeFolder(home) {
  return join(home, 'snapshots', readdirSync(join(home, 'snapshots'))[0]);
}
