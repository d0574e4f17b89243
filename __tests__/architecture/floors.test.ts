// Who may import whom: two towers on one ground floor, and packages that only one folder knows.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from '@jest/globals';
import { packageRoot } from '../../src/base/package-root.js';

/** From the ground up; a folder imports what is below it in its tower. */
const ground = [['base'], ['protocol']];
const towers = {
  engine: [
    ...ground,
    ['config', 'provider', 'storage', 'process'],
    ['policy', 'prompt', 'thread', 'snapshot', 'context', 'diagnostics'],
    ['tool'],
    ['agent'],
    ['plan'],
    ['team'],
    ['engine'],
  ],
  front: [...ground, ['view'], ['tui', 'inline', 'plain', 'http']],
};
/** Stands on both towers. */
const roof = 'cli';
const owners: Record<string, string[]> = {
  blessed: ['tui'],
  'blessed-contrib': ['tui'],
  chokidar: ['tui'],
  openai: ['provider'],
  'better-sqlite3': ['storage'],
  'node:sqlite': ['storage'],
  lowdb: ['storage'],
  'proper-lockfile': ['storage'],
  'isomorphic-git': ['snapshot'],
  'node:child_process': ['process'],
  child_process: ['process'],
};
const maxLines = 300;

const src = join(packageRoot(), 'src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

interface Import {
  from: string;
  folder: string;
  target: string;
  typeOnly: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(src, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const statements = [...text.matchAll(/^(?:import|export)\s(?:([^;'"]*?)\sfrom\s)?['"]([^'"]+)['"]/gm)];
  const calls = [...text.matchAll(/\b(?:import|require)\(\s*['"]([^'"]+)['"]\s*\)/g)];
  const found = [
    ...statements.map(([, names = '', target = '']) => ({ target, typeOnly: isTypeOnly(names) })),
    ...calls.map(([, target = '']) => ({ target, typeOnly: false })),
  ];
  return found.map((it) => ({ from: file, folder: folderOf(file), ...it }));
}

function isTypeOnly(names: string): boolean {
  if (names.startsWith('type ')) return true;
  const parts = /^\{([^}]*)\}$/
    .exec(names.trim())?.[1]
    ?.split(',')
    .map((part) => part.trim());
  return parts?.filter((part) => part !== '').every((part) => part.startsWith('type ')) ?? false;
}

const folderOf = (file: string) => file.split('/')[0] ?? '';
/** An import of the demo's sample project, which is text in ours, leads to no file. */
const isOwn = ({ from, target }: Import) =>
  target.startsWith('.') && existsSync(join(src, dirname(from), target.replace(/\.js$/, '.ts')));
const targetFolder = ({ from, target }: Import) => folderOf(relative(src, join(src, dirname(from), target)));
const packageOf = ({ target }: Import) => (target.startsWith('@') ? target : target.split('/')[0]!);
const floorIn = (tower: string[][], folder: string) => tower.findIndex((floor) => floor.includes(folder));

function breaksFloors(it: Import): boolean {
  const { folder, typeOnly } = it;
  const to = targetFolder(it);
  if (folder === roof || folder === to) return false;
  return !Object.values(towers).some((tower) => {
    const [here, there] = [floorIn(tower, folder), floorIn(tower, to)];
    return here !== -1 && there !== -1 && (there < here || (there === here && typeOnly));
  });
}

const all = files.flatMap(importsOf);
const told = (imports: Import[]) => imports.map(({ from, target }) => `${from} imports ${target}`);

test('every folder has its floor', () => {
  const known = new Set([roof, ...Object.values(towers).flat(2)]);
  expect([...new Set(files.map(folderOf))].filter((folder) => !known.has(folder))).toEqual([]);
});

test('the rule knows up from down', () => {
  const it = (from: string, target: string, typeOnly = false) =>
    breaksFloors({ from, folder: folderOf(from), target, typeOnly });
  expect(it('tui/app.ts', '../view/reduce.js')).toBe(false);
  expect(it('view/reduce.ts', '../tui/app.js', true)).toBe(true);
  expect(it('tui/app.ts', '../engine/engine.js', true)).toBe(true);
  expect(it('thread/repair.ts', '../policy/decide.js')).toBe(true);
  expect(it('thread/repair.ts', '../policy/decide.js', true)).toBe(false);
  expect(it('cli/main.ts', '../engine/engine.js')).toBe(false);
});

test('imports go down in one tower; within a floor there are only imports of types', () => {
  expect(all.length).toBeGreaterThan(300);
  expect(told(all.filter((it) => isOwn(it) && breaksFloors(it)))).toEqual([]);
});

test('a package that one folder owns is imported nowhere else', () => {
  const strays = all.filter((it) => !it.target.startsWith('.') && owners[packageOf(it)]?.includes(it.folder) === false);
  expect(told(strays)).toEqual([]);
});

test(`no file is longer than ${maxLines} lines`, () => {
  const long = files.filter((file) => readFileSync(join(src, file), 'utf8').trimEnd().split('\n').length > maxLines);
  expect(long).toEqual([]);
});

test('every file says in its first line what it owns', () => {
  expect(files.filter((file) => !readFileSync(join(src, file), 'utf8').startsWith('// '))).toEqual([]);
});
