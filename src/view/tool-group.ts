// Calls of one step that only read, gathered to one line. Owns which calls are gathered and how their line reads.
import type { Block, ToolBlock } from './block.js';
import { formatCount, formatDuration } from './format.js';
import { glyphs } from './glyphs.js';
import type { LineOptions } from './line-options.js';
import type { Line } from './span.js';
import { spread } from './wrap.js';

/** Not in the log and not in `View.blocks`: made for showing, from calls that stand there side by side. */
export interface ToolGroup {
  kind: 'tool-group';
  id: string;
  version: number;
  /** At least two, all of them ended well. */
  calls: ToolBlock[];
}

/** What a conversation shows one below the other. */
export type ShownBlock = Block | ToolGroup;

/** What the tools that only read do, and to what. */
const deeds: ReadonlyMap<string, { verb: string; noun: string }> = new Map([
  ['read_file', { verb: 'read', noun: 'file' }],
  ['list_dir', { verb: 'listed', noun: 'folder' }],
  ['directory_tree', { verb: 'listed', noun: 'folder' }],
  ['get_file_info', { verb: 'looked at', noun: 'file' }],
  ['glob_files', { verb: 'searched', noun: 'time' }],
  ['grep_code', { verb: 'searched', noun: 'time' }],
]);

/** The group that a call is in; it grows with later calls, and a call that is in one stays in one. */
export type GroupOfCall = WeakMap<ShownBlock, ToolGroup>;

/**
 * The blocks with groups in place of their calls; of an unfolded group its calls follow it. `groups` is read and added to:
 * this runs for every frame over all blocks, and so makes anew only what changed.
 */
export function shownBlocks(blocks: Block[], groups: GroupOfCall, isUnfolded: (id: string) => boolean): ShownBlock[] {
  const list: ShownBlock[] = [];
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at] as Block;
    const end = isGroupable(block) ? endOfGroup(blocks, at, block.step) : at + 1;
    if (end === at + 1) {
      list.push(block);
      continue;
    }
    const group = groupOf(blocks, at, end, groups);
    list.push(group);
    if (isUnfolded(group.id)) list.push(...group.calls);
    at = end - 1;
  }
  return list;
}

/** The id of the group that a call would begin. */
export function groupIdOf(callBlockId: string): string {
  return `group-${callBlockId}`;
}

function isGroupable(block: Block | undefined): block is ToolBlock {
  return block?.kind === 'tool' && block.state === 'ok' && deeds.has(block.name);
}

function endOfGroup(blocks: Block[], start: number, step: number): number {
  let end = start + 1;
  for (let block = blocks[end]; isGroupable(block) && block.step === step; block = blocks[end]) end++;
  return end;
}

function groupOf(blocks: Block[], start: number, end: number, groups: GroupOfCall): ToolGroup {
  const first = blocks[start] as ToolBlock;
  const known = groups.get(first);
  if (known?.calls[0] === first && known.calls.length === end - start) return known;
  const calls = blocks.slice(start, end) as ToolBlock[];
  const group: ToolGroup = { kind: 'tool-group', id: groupIdOf(first.id), version: calls.length, calls };
  for (const call of calls) groups.set(call, group);
  return group;
}

/** `✓ read 3 files, searched 2 times`, and how long it took from the first call to the last end. */
export function toolGroupLine(group: ToolGroup, options: LineOptions): Line {
  const done = group.calls.flatMap(({ name }) => deeds.get(name) ?? []);
  const nouns = new Map(done.map(({ verb, noun }) => [verb, noun]));
  const parts = [...nouns].map(([verb, noun]) => {
    const count = done.filter((deed) => deed.verb === verb).length;
    return `${verb} ${formatCount(count, noun)}`;
  });
  const signs = glyphs(options.ascii);
  const left: Line = [
    { text: `${signs.ok} `, role: 'success' },
    { text: parts.join(', '), role: 'text' },
  ];
  const time: Line = [{ text: formatDuration(durationOf(group.calls)), role: 'dim' }];
  return spread(left, time, options.width, signs.ellipsis);
}

/** Calls may have run side by side, so that their times do not add up. */
function durationOf(calls: ToolBlock[]): number {
  const ends = calls.map((call) => call.startedAt + (call.durationMs ?? 0));
  return Math.max(...ends) - Math.min(...calls.map((call) => call.startedAt));
}
