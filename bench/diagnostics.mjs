#!/usr/bin/env node
// Diagnostics in a project of 500 files: the first edit, then edits that break a type in another file, and their repair.
//   node bench/diagnostics.mjs [--files 500] [--rounds 5]
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);
const option = (name, fallback) => (args.includes(name) ? Number(args[args.indexOf(name) + 1]) : fallback);
const files = option('--files', 500);
const rounds = option('--rounds', 5);

const cache = join(root, 'node_modules', '.cache', `diagnostics-bench-${process.pid}`);
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'paicli-diagnostics-')));
process.on('exit', () => {
  for (const each of [folder, cache]) rmSync(each, { recursive: true, force: true });
});
mkdirSync(cache, { recursive: true });
await build({
  stdin: {
    contents: "export { createDiagnostics } from './src/diagnostics/diagnostics.js'",
    resolveDir: root,
    loader: 'ts',
  },
  ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', outfile: join(cache, 'diagnostics.mjs') },
});
const { createDiagnostics } = await import(join(cache, 'diagnostics.mjs'));

const texts = makeProject(files);
const diagnostics = createDiagnostics({ cwd: folder, isTrusted: false, onNotice: (text) => console.log(text) });
const cpu = process.cpuUsage();

await timed('first edit, nothing is warm', () => edit('src/m7.ts', (text) => `${text}\n// a remark\n`));
await timed('… until its types are checked', () => diagnostics.pending(120_000));
for (let i = 0; i < rounds; i++) {
  const path = `src/m${40 + 37 * i}.ts`;
  const sound = texts.get(path);
  await timed(`breaks a type in another file (${path})`, () =>
    edit(path, (text) => text.replace('x: number; name', 'x: string; name').replace('x: seed', 'x: String(seed)')),
  );
  await timed('… and who depends on it from afar', () => diagnostics.pending(60_000));
  await timed('… and its repair', () => edit(path, () => sound));
  await diagnostics.pending(60_000);
}
const hub = texts.get('src/hub.ts');
await timed('breaks a type that every file uses', () =>
  edit('src/hub.ts', (text) => text.replace('id: number', 'id: string')),
);
await timed('… until all are checked', () => diagnostics.pending(60_000));
await timed('… and its repair', () => edit('src/hub.ts', () => hub));
await timed('… until all are checked', () => diagnostics.pending(60_000));
console.log(`${diagnostics.counts().errors} errors stand`);
const { user, system } = process.cpuUsage(cpu);
console.log(`${Math.round((user + system) / 1000)} ms CPU, ${Math.round(process.memoryUsage().rss / 1e6)} MB resident`);
await diagnostics.close();

async function edit(path, change) {
  const before = texts.get(path);
  const after = change(before);
  if (after === before) throw new Error(`nothing is changed in ${path}`);
  writeFileSync(join(folder, path), after);
  texts.set(path, after);
  return diagnostics.filesChanged([{ path, before, after }]);
}

async function timed(what, work) {
  const start = performance.now();
  const { findings, omitted, isPartial } = await work();
  const ms = Math.round(performance.now() - start);
  const [first] = findings;
  const found = first
    ? `${findings.length + omitted} new, e.g. ${first.path}:${first.line} ${first.source}`
    : 'nothing new';
  console.log(`${String(ms).padStart(6)} ms  ${what}: ${found}${isPartial ? ' (more is being checked)' : ''}`);
}

/** Each file uses three others and the hub. */
function makeProject(count) {
  mkdirSync(join(folder, 'src'));
  const made = new Map();
  const put = (path, text) => {
    made.set(path, text);
    writeFileSync(join(folder, path), text);
  };
  put(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: { strict: true, target: 'ES2022', module: 'ESNext', moduleResolution: 'Bundler', types: [] },
      include: ['src'],
    }),
  );
  put(
    'src/hub.ts',
    'export interface Item { id: number; tags: string[] }\nexport const idOf = (item: Item) => item.id;\n',
  );
  for (let i = 0; i < count; i++) {
    const used = [i - 1, i - 2, i - 10].filter((n) => n >= 0);
    const lines = [
      "import { type Item, idOf } from './hub';",
      ...used.map((n) => `import { make${n}, type Shape${n} } from './m${n}';`),
      `export interface Shape${i} { x: number; name: string; items: Item[] }`,
      `export function make${i}(seed: number): Shape${i} {`,
      "  const items: Item[] = [{ id: seed, tags: ['a', String(seed)] }];",
      `  return { x: seed, name: 'shape' + seed, items };`,
      '}',
      ...used.map(
        (n) => `export function add${i}_${n}(shape: Shape${n}): number { return make${n}(1).x * 2 + shape.x * 3; }`,
      ),
      `export function total${i}(shapes: Shape${i}[]): number {`,
      '  return shapes.flatMap(({ items }) => items.map(idOf)).reduce((sum, id) => sum + id * 2, 0);',
      '}',
      ...Array.from(
        { length: 3 },
        (_, k) =>
          `export const pick${i}_${k} = <T extends Shape${i}>(list: readonly T[]) => list.filter(({ x }) => x > ${k}).map(({ name, ...rest }) => ({ ...rest, name: name.toUpperCase() }));`,
      ),
    ];
    put(`src/m${i}.ts`, `${lines.join('\n')}\n`);
  }
  return made;
}
