// Lines of blocks that were drawn lately. Owns when they are stale; draws nothing itself.
import { isParted, linesOfShown } from './block-lines.js';
import { formatElapsed } from './format.js';
import type { LineOptions } from './line-options.js';
import { createMarkdownLayout, type MarkdownLayout } from './markdown-layout.js';
import type { Line } from './span.js';
import { lookOfTask, timeOfTask } from './task-look.js';
import type { ShownBlock } from './tool-group.js';

interface Entry {
  key: string;
  lines: Line[];
  layout: MarkdownLayout | undefined;
  /** What the colours stood at when these lines lacked some that are to come; undefined when they lack none. */
  lacks: number | undefined;
}

export interface BlockCache {
  /** Lines of a block, begun by a blank one when the block before it is to be parted from it. */
  lines(block: ShownBlock, before: ShownBlock | undefined, options: LineOptions, inGroup: boolean): Line[];
  clear(): void;
}

/** Keeps the blocks that were asked for last, as many as have about `capacity` lines together: some screens full, not the whole thread. */
export function createBlockCache(capacity = 3000): BlockCache {
  const entries = new Map<string, Entry>();
  let count = 0;

  const forget = (id: string) => {
    count -= entries.get(id)?.lines.length ?? 0;
    entries.delete(id);
  };
  const keep = (id: string, entry: Entry) => {
    entries.set(id, entry);
    count += entry.lines.length;
    // A Map keeps the order of insertion, so that the first entry is the one that was not used for longest.
    while (count > capacity && entries.size > 1) forget(entries.keys().next().value as string);
  };

  return {
    lines(block, before, options, inGroup) {
      const parted = isParted(before, block);
      const key = `${parted} ${inGroup} ${keyOf(block, options)}`;
      const known = entries.get(block.id);
      const { highlighter } = options;
      forget(block.id);
      const isWhole = known?.lacks === undefined || known.lacks === highlighter?.version;
      if (known !== undefined && known.key === key && isWhole) {
        keep(block.id, known);
        return known.lines;
      }
      const layout = block.kind === 'assistant' ? (known?.layout ?? createMarkdownLayout()) : undefined;
      const missesBefore = highlighter?.misses;
      const own = linesOfShown(block, options, inGroup, layout);
      const lines = parted && own.length > 0 ? [[], ...own] : own;
      const lacks = highlighter?.misses === missesBefore ? undefined : highlighter?.version;
      // What a layout knows of a text helps only while the text grows.
      const grows = block.kind === 'assistant' && block.streaming;
      keep(block.id, { key, lines, layout: grows ? layout : undefined, lacks });
      return lines;
    },
    clear() {
      entries.clear();
      count = 0;
    },
  };
}

function keyOf(block: ShownBlock, options: LineOptions): string {
  const { width, expanded, ascii, expandHint, now } = options;
  const elapsed =
    block.kind === 'tool' && block.state === 'running' ? formatElapsed(now - block.startedAt) : taskKey(block, now);
  return `${block.version} ${width} ${expanded} ${ascii} ${expandHint} ${elapsed}`;
}

/** What a task looks like that its own events do not say. */
function taskKey(block: ShownBlock, now: number): string {
  if (block.kind === 'plan') return `${block.plan.version}`;
  if (block.kind !== 'task') return '';
  return `${lookOfTask(block.task, block.plan, true).glyph} ${timeOfTask(block.task, now)}`;
}
