// A block as text without any look: for copying, for searching, and the files it names. Lays nothing out.

import type { Display } from '../protocol/display.js';
import type { Block, TaskBlock, ToolBlock } from './block.js';
import { planText } from './plan-lines.js';
import { conversationsOf } from './task-look.js';
import { teamText } from './team-lines.js';
import type { ShownBlock } from './tool-group.js';

/** A file that a block is about; `line` counts from 1. */
export interface NamedFile {
  /** As the tool named it, mostly relative to the working folder. */
  path: string;
  line?: number;
}

/** What a person wants who copies a block: the source of a message, the output of a tool, a diff as a patch. */
export function textOfBlock(block: ShownBlock): string {
  switch (block.kind) {
    case 'user':
      return block.text;
    case 'assistant':
      return block.text.trim() === '' ? block.reasoning : block.text;
    case 'tool':
      return textOfTool(block);
    case 'tool-group':
      return block.calls.map(titleOf).join('\n');
    case 'approval':
      return block.title;
    case 'notice':
      return joined(joined(block.text, block.hint), block.detail);
    case 'turn-end':
      return joined(block.error?.message ?? block.outcome, block.error?.hint);
    case 'plan':
      return planText(block.plan);
    case 'task':
      return textOfTask(block);
    case 'team':
      return teamText(block.metrics);
  }
}

/** What was said and done in it, and what it came to. */
function textOfTask({ task, plan }: TaskBlock): string {
  const inside = conversationsOf(plan, task.id).flatMap(({ blocks }) => blocks.map(searchTextOf));
  const parts = [`${task.id} ${task.description}`, ...inside, task.warning ?? '', task.error ?? ''];
  const result = inside.length === 0 ? (task.result ?? '') : '';
  return [...parts, result].filter((part) => part !== '').join('\n');
}

/** Everything of a block that can be seen, folded or not. */
export function searchTextOf(block: Block): string {
  if (block.kind === 'assistant') return joined(block.reasoning, block.text);
  return block.kind === 'tool' ? joined(titleOf(block), textOfTool(block)) : textOfBlock(block);
}

/** Files of diffs and of read parts, each path once, with the first line that is about it. */
export function filesOfBlock(block: ShownBlock): NamedFile[] {
  const displays = block.kind === 'tool-group' ? block.calls.flatMap((call) => call.display) : displaysOf(block);
  const files = displays.flatMap(fileOf);
  return files.filter((file, at) => files.findIndex((other) => other.path === file.path) === at);
}

function displaysOf(block: Block): Display[] {
  if (block.kind === 'task')
    return conversationsOf(block.plan, block.task.id).flatMap(({ blocks }) => blocks.flatMap(displaysOf));
  return block.kind === 'tool' ? block.display : [];
}

function fileOf(display: Display): NamedFile[] {
  if (display.kind === 'file') return [{ path: display.path, line: display.firstLine }];
  if (display.kind !== 'diff' || display.status === 'deleted') return [];
  const hunk = display.hunks[0];
  if (hunk === undefined) return [{ path: display.path }];
  const same = hunk.lines.findIndex((line) => line[0] === '+' || line[0] === '-');
  return [{ path: display.path, line: Math.max(1, hunk.newStart + Math.max(0, same)) }];
}

function titleOf(block: ToolBlock): string {
  return block.title === '' ? block.name : `${block.name} ${block.title}`;
}

function textOfTool(block: ToolBlock): string {
  if (block.display.length === 0) return block.text === '' ? block.progress.join('\n') : block.text;
  return block.display.map(textOfDisplay).join('\n');
}

function textOfDisplay(display: Display): string {
  switch (display.kind) {
    case 'text':
    case 'file':
      return display.text;
    case 'diff':
      return patchOf(display);
    case 'command':
      return display.output === '' ? display.command : display.output;
    case 'list':
      return display.items.join('\n');
    case 'table':
      return [display.columns, ...display.rows].map((row) => row.join('\t')).join('\n');
  }
}

function patchOf(diff: Extract<Display, { kind: 'diff' }>): string {
  const lines = diff.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
  ]);
  const before = diff.status === 'added' ? '/dev/null' : `a/${diff.path}`;
  const after = diff.status === 'deleted' ? '/dev/null' : `b/${diff.path}`;
  return `${[`--- ${before}`, `+++ ${after}`, ...lines].join('\n')}\n`;
}

function joined(text: string, more: string | undefined): string {
  if (more === undefined || more === '') return text;
  return text === '' ? more : `${text}\n${more}`;
}
