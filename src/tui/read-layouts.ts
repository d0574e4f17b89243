// Reads the layouts that come with the program.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../base/package-root.js';
import type { Layout } from './layout.js';

/** From the most demanding to the least: the first that fits is taken. */
const names = ['wide', 'medium', 'narrow'];

export function readLayouts(): Layout[] {
  const folder = join(packageRoot(), 'layouts');
  return names.map((name) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Layout);
}
