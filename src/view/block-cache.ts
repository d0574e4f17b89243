// Lines of blocks that were drawn lately. Owns when they are stale; draws nothing itself.
import type { Block } from './block.js';
import { isParted, linesOfBlock } from './block-lines.js';
import { formatElapsed } from './format.js';
import type { LineOptions } from './line-options.js';
import { createMarkdownLayout, type MarkdownLayout } from './markdown-layout.js';
import type { Line } from './span.js';

interface Entry {
  key: string;
  lines: Line[];
  layout: MarkdownLayout | undefined;
}

export interface BlockCache {
  /** Lines of a block, begun by a blank one when the block before it is to be parted from it. */
  lines(block: Block, before: Block | undefined, options: LineOptions): Line[];
  clear(): void;
}

/** Keeps the lines of the `capacity` blocks that were asked for last. */
export function createBlockCache(capacity = 1000): BlockCache {
  const entries = new Map<string, Entry>();

  return {
    lines(block, before, options) {
      const parted = isParted(before, block);
      const key = keyOf(block, parted, options);
      const known = entries.get(block.id);
      // A Map keeps the order of insertion, so that the first entry is the one that was not used for longest.
      entries.delete(block.id);
      if (known !== undefined && known.key === key) {
        entries.set(block.id, known);
        return known.lines;
      }
      const layout = block.kind === 'assistant' ? (known?.layout ?? createMarkdownLayout()) : undefined;
      const own = linesOfBlock(block, options, layout);
      const lines = parted && own.length > 0 ? [[], ...own] : own;
      entries.set(block.id, { key, lines, layout });
      if (entries.size > capacity) entries.delete(entries.keys().next().value as string);
      return lines;
    },
    clear: () => entries.clear(),
  };
}

function keyOf(block: Block, parted: boolean, options: LineOptions): string {
  const { width, expanded, ascii, expandHint, now } = options;
  const elapsed = block.kind === 'tool' && block.state === 'running' ? formatElapsed(now - block.startedAt) : '';
  return `${block.version} ${parted} ${width} ${expanded} ${ascii} ${expandHint} ${elapsed}`;
}
