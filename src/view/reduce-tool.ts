// Tool calls: begun, their live output, and how they ended.
import { createStreamSanitizer, stripControls } from '../base/sanitize.js';
import type { Display } from '../protocol/display.js';
import type { DurableEvent, LiveEvent } from '../protocol/event.js';
import type { ToolBlock, ToolState } from './block.js';
import { cleanOneLine, cleanResult } from './clean.js';
import type { View } from './view-model.js';

type Called = Extract<DurableEvent, { type: 'tool.called' }>;
type Completed = Extract<DurableEvent, { type: 'tool.completed' }>;
type Progress = Extract<LiveEvent, { type: 'tool.progress' }>;

const maxProgressLines = 200;
const maxProgressLineLength = 4000;

export function callTool(view: View, at: number, event: Called): boolean {
  const block: ToolBlock = {
    kind: 'tool',
    id: `tool-${event.callId}`,
    version: 0,
    callId: event.callId,
    name: cleanOneLine(event.name),
    title: cleanOneLine(event.title),
    step: view.turn?.step ?? 0,
    state: 'running',
    startedAt: at,
    progress: [],
    display: [],
    text: '',
  };
  view.blocks.push(block);
  view.bookkeeping.tools.set(event.callId, { block, progress: createStreamSanitizer() });
  return true;
}

export function addProgress(view: View, event: Progress): boolean {
  const { tools, shell } = view.bookkeeping;
  const open = shell?.block.callId === event.callId ? shell : tools.get(event.callId);
  if (open === undefined) return false;
  const clean = open.progress.push(event.text);
  if (clean === '') return false;
  appendTail(open.block.progress, clean);
  open.block.version++;
  return true;
}

/** Appends to the last, open line; keeps the newest lines, and of a line without an end its newest part. */
function appendTail(lines: string[], text: string): void {
  const [rest = '', ...more] = text.split('\n');
  const last = (lines.pop() ?? '') + rest;
  lines.push(last, ...more.slice(-maxProgressLines));
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (line.length > maxProgressLineLength)
      lines[i] = line.slice(-maxProgressLineLength).replace(/^[\udc00-\udfff]/, '');
  }
  if (lines.length > maxProgressLines) lines.splice(0, lines.length - maxProgressLines);
}

export function completeTool(view: View, event: Completed): boolean {
  const open = view.bookkeeping.tools.get(event.callId);
  if (open === undefined) return false;
  view.bookkeeping.tools.delete(event.callId);
  const display = cleanResult(event.display);
  Object.assign(open.block, {
    state: event.outcome,
    durationMs: event.durationMs,
    display,
    progress: [],
    text: display.length === 0 ? stripControls(event.text) : '',
    version: open.block.version + 1,
  });
  if (event.outcome === 'ok') markChanged(view, display);
  return true;
}

/** A file that was made here and edited later is still a new one. */
function markChanged(view: View, display: Display[]): void {
  for (const shown of display) {
    if (shown.kind !== 'diff') continue;
    const wasAdded = view.changedFiles.get(shown.path) === 'added' && shown.status === 'modified';
    view.changedFiles.set(shown.path, wasAdded ? 'added' : shown.status);
  }
}

/** Waiting for a person, or on its way again since `at`. */
export function setToolWaiting(view: View, callId: string | undefined, state: ToolState, at: number): void {
  const open = callId === undefined ? undefined : view.bookkeeping.tools.get(callId);
  if (open === undefined) return;
  open.block.state = state;
  open.block.startedAt = at;
  open.block.version++;
}

/** Nobody will say how these ended. */
export function settleTools(view: View): void {
  for (const { block } of view.bookkeeping.tools.values()) {
    block.state = 'interrupted';
    block.progress = [];
    block.version++;
  }
  view.bookkeeping.tools.clear();
}
