// The layouts there are: those that come with the program, read when they are first needed, and the user's, handed in later.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../base/package-root.js';
import type { Layout } from './layout.js';

/** From the most demanding to the least: the first that fits is taken. */
const automaticNames = ['wide', 'medium', 'narrow'];
/** Taken when a panel is zoomed, never chosen by name. */
const zoomName = 'zoom';
const choosableNames = [...automaticNames, 'team'];

/** Chosen by size, as without a choice. */
export const automaticLayout = 'auto';

export interface LayoutShelf {
  /** Those that are chosen by the size of the screen, the most demanding first. */
  automatic(): Layout[];
  zoom(): Layout;
  /** One that can be chosen by name. */
  find(name: string): Layout | undefined;
  /** Names that can be chosen, ours first. */
  names(): string[];
  /** The user's own, each in place of ours of the same name. */
  add(layouts: readonly Layout[]): void;
}

export function createLayoutShelf(): LayoutShelf {
  const known = new Map<string, Layout>();
  const get = (name: string): Layout => {
    let layout = known.get(name);
    if (!layout) {
      layout = readBuiltIn(name);
      known.set(name, layout);
    }
    return layout;
  };
  const names = () => [...new Set([...choosableNames, ...known.keys()])].filter((name) => name !== zoomName);
  return {
    automatic: () => automaticNames.map(get),
    zoom: () => get(zoomName),
    find: (name) => (names().includes(name) ? get(name) : undefined),
    names,
    add(layouts) {
      for (const layout of layouts) known.set(layout.name, layout);
    },
  };
}

function readBuiltIn(name: string): Layout {
  return JSON.parse(readFileSync(join(packageRoot(), 'layouts', `${name}.json`), 'utf8')) as Layout;
}
