// The plan as a graph: states of its tasks, one selected, panned so that it is seen. What keys do to the plan is in plan-actions.ts.
import type { Task } from '../../protocol/plan.js';
import { longestPath } from '../../protocol/task-graph.js';
import { cleanOneLine } from '../../view/clean.js';
import { formatDuration } from '../../view/format.js';
import type { PlanView } from '../../view/plan-view.js';
import type { Line } from '../../view/span.js';
import { countsOfPlan, lookOfTask, timeOfTask } from '../../view/task-look.js';
import type { View } from '../../view/view-model.js';
import { type Drawing, drawTasks, type Wish } from '../dag/drawing.js';
import { paintDrawing, type TaskLabel } from '../dag/paint.js';
import { linked, type Step, stepInPicture } from '../dag/steps.js';
import { createPanelEntry, type PanelEntry } from '../panel-entry.js';
import type { PlanReview } from '../plan-review.js';
import type { Panel } from './panel.js';

export interface PlanPanelOptions {
  view: View;
  review: PlanReview;
  /** ms since 1970. */
  now(): number;
  ascii: boolean;
}

export interface PlanPanel extends Panel {
  /** What is looked for, typed into the frame. */
  find: PanelEntry;
  selected(): Task | undefined;
  select(id: string): void;
  move(step: Step): void;
  /** To the first task (-1) or the last (1). */
  moveToEnd(end: -1 | 1): void;
  scrollBy(rows: number): void;
  /** Picture or lanes. */
  toggleView(): void;
  toggleFold(): void;
  /** The critical path. */
  toggleLit(): void;
  /** The running task is selected, whichever it is. */
  toggleFollow(): void;
}

export function createPlanPanel({ view, review, now, ascii }: PlanPanelOptions): PlanPanel {
  const find = createPanelEntry({ onChange: goToFound, onDone: () => find.clear() });
  let shown: PlanView | undefined;
  let selectedId: string | undefined;
  let folded = new Set<string>();
  let wish: Wish = 'fitting';
  let isLit = false;
  let isFollowing = false;
  /** The part of the drawing that is seen; `pinned`: the selection need not be in it. */
  let pan = { left: 0, top: 0, pinned: false };
  let made: { key: string; drawing: Drawing | undefined } | undefined;
  let size = { width: 1, height: 1 };

  /** Another plan begins anew. */
  function plan(): PlanView | undefined {
    if (view.plan === shown) return shown;
    shown = view.plan;
    [selectedId, folded, isLit, isFollowing, made] = [undefined, new Set(), false, false, undefined];
    pan = { left: 0, top: 0, pinned: false };
    find.close();
    find.clear();
    return shown;
  }

  function drawing(): Drawing | undefined {
    const it = plan();
    if (!it) return undefined;
    const key = [it.topology, size.width, size.height, wish, ...[...folded].sort()].join(' ');
    if (made?.key !== key) made = { key, drawing: draw(it) };
    return made.drawing;
  }

  function draw(it: PlanView): Drawing | undefined {
    try {
      return drawTasks({ tasks: it.plan.tasks.map(oneLine), folded, ...size, wish, ascii });
    } catch {
      // The engine lets no circle through; without a drawing the panel says what is wrong.
      return undefined;
    }
  }

  const taskOf = (id: string | undefined) => plan()?.plan.tasks.find((task) => task.id === id);
  function selected(): Task | undefined {
    const tasks = plan()?.plan.tasks ?? [];
    if (isFollowing) selectedId = newestRunning(tasks)?.id ?? selectedId;
    return taskOf(selectedId) ?? tasks[0];
  }

  function select(id: string | undefined): void {
    if (id === undefined) return;
    selectedId = id;
    isFollowing = false;
    pan.pinned = false;
  }

  function move(step: Step): void {
    const drawn = drawing();
    const from = selected();
    const at = from && drawn?.indexOf.get(from.id);
    if (!drawn || at === undefined) {
      select(drawn?.ids[0]);
      return;
    }
    const to =
      drawn.kind === 'picture' ? stepInPicture(drawn.graph, drawn.picture, at, step) : laneStep(drawn, at, step);
    if (to !== undefined) select(drawn.ids[to]);
  }

  function goToFound(text: string): void {
    const wanted = text.trim().toLowerCase();
    const tasks = plan()?.plan.tasks ?? [];
    const from = tasks.findIndex((task) => task.id === selected()?.id);
    const round = [...tasks.slice(Math.max(0, from)), ...tasks.slice(0, Math.max(0, from))];
    if (wanted === '') return;
    const found = round.find((task) => `${task.id} ${task.description}`.toLowerCase().includes(wanted))?.id;
    // What lies in a fold is not found without being shown.
    if (found !== undefined && !drawing()?.indexOf.has(found)) folded = new Set();
    select(found);
  }

  function label(it: PlanView, id: string): TaskLabel {
    const task = taskOf(id);
    if (!task) return { sign: ' ', role: 'dim', id, words: '', time: '' };
    const { glyph, role } = lookOfTask(task, it, ascii);
    const worker = task.status === 'RUNNING' ? it.workers.get(id) : undefined;
    const words = cleanOneLine(task.description);
    const time = timeOfTask(task, now());
    return { sign: glyph, role, id, words: worker === undefined ? words : `${worker} ${words}`, time };
  }

  function showSelected(drawn: Drawing): void {
    const at = drawn.indexOf.get(selected()?.id ?? '');
    const whole =
      drawn.kind === 'picture'
        ? { width: drawn.picture.width, height: drawn.picture.height }
        : { width: size.width, height: drawn.rows.length };
    if (at !== undefined && !pan.pinned) {
      const box =
        drawn.kind === 'picture' ? drawn.picture.boxes[at]! : { x: 0, y: drawn.rowOf[at]!, width: 1, height: 1 };
      pan.left = near(pan.left, box.x, box.width, size.width);
      pan.top = near(pan.top, box.y, box.height, size.height);
    }
    pan.left = Math.max(0, Math.min(pan.left, whole.width - size.width));
    pan.top = Math.max(0, Math.min(pan.top, whole.height - size.height));
  }

  const litIds = () => (isLit ? longestPath(plan()?.plan.tasks ?? [], now()).ids : []);

  return {
    find,
    onPainted: review.painted,
    selected,
    select,
    move,
    moveToEnd(end) {
      const drawn = drawing();
      const order = drawn?.kind === 'lanes' ? drawn.rows.map(({ node }) => drawn.ids[node]) : drawn?.ids;
      select(order?.at(end === -1 ? 0 : -1));
    },
    scrollBy(rows) {
      pan.top += rows;
      pan.pinned = true;
    },
    toggleView() {
      wish = drawing()?.kind === 'picture' ? 'lanes' : 'picture';
    },
    toggleFold() {
      const id = selected()?.id;
      if (id === undefined || !folded.delete(id)) folded = new Set([...folded, ...(id === undefined ? [] : [id])]);
    },
    toggleLit() {
      isLit = !isLit;
    },
    toggleFollow() {
      isFollowing = !isFollowing;
      pan.pinned = false;
    },
    lines(width, height, { focused, framed }) {
      const it = plan();
      if (!it) return [];
      const bar = review.lines(width);
      const warnings = review.warnings(width).slice(0, Math.max(0, Math.floor(height / 3)));
      const entry = framed ? undefined : find.label('');
      const below = [...(entry ? [entry] : []), ...bar].slice(0, Math.max(0, height - 1));
      size = { width, height: Math.max(1, height - warnings.length - below.length) };
      const drawn = drawing();
      if (!drawn) return [[{ text: 'these tasks go round in a circle', role: 'error' }]];
      const selectedTask = selected();
      showSelected(drawn);
      const painted = paintDrawing({
        drawing: drawn,
        ...pan,
        ...size,
        label: (id) => label(it, id),
        selected: focused ? selectedTask?.id : undefined,
        source: review.source(),
        lit: litIds(),
        ascii,
      });
      const blank = Array.from({ length: Math.max(0, size.height - painted.length) }, (): Line => []);
      return [...warnings, ...painted.slice(0, size.height), ...blank, ...below];
    },
    frame(focused) {
      const it = plan();
      if (!it) return { role: 'border', title: 'Plan' };
      const { done, total } = countsOfPlan(it);
      const entry = find.label('');
      const state = stateLine(it);
      const lit = isLit ? litLabel(it) : '';
      return {
        role: it.inReview ? 'warning' : focused ? 'borderFocus' : 'border',
        title: `Plan ${done}/${total}`,
        ...(state.length > 0 ? { rightTitle: state } : {}),
        ...(entry ? { bottomLeft: entry } : lit ? { bottomLeft: [{ text: lit, role: 'accent' as const }] } : {}),
        ...(isFollowing ? { bottomRight: [{ text: 'follows', role: 'dim' as const }] } : {}),
      };
    },
  };

  function litLabel(it: PlanView): string {
    const { durationMs, ids } = longestPath(it.plan.tasks, now());
    return durationMs > 0 ? `critical path ${formatDuration(durationMs)}` : `longest chain: ${ids.length} tasks`;
  }
}

const oneLine = (task: Task): Task => ({ ...task, description: cleanOneLine(task.description) });

function stateLine(it: PlanView): Line {
  const { failed, skipped } = countsOfPlan(it);
  if (it.inReview) return [{ text: 'review', role: 'warning' }];
  const line: Line = [];
  if (failed > 0) line.push({ text: `${failed} failed`, role: 'error' });
  if (skipped > 0) line.push({ text: `${failed > 0 ? ' ' : ''}${skipped} skipped`, role: 'dim' });
  if (it.plan.status === 'CANCELLED') line.push({ text: `${line.length > 0 ? ' ' : ''}cancelled`, role: 'warning' });
  return line;
}

function newestRunning(tasks: readonly Task[]): Task | undefined {
  return tasks
    .filter(({ status }) => status === 'RUNNING')
    .toSorted((a, b) => (b.startedAt ?? 0) - (a.startedAt ?? 0))[0];
}

/** Up and down are rows, left is what leads to it, right what it leads to. */
function laneStep(drawn: Extract<Drawing, { kind: 'lanes' }>, at: number, step: Step): number | undefined {
  const row = drawn.rowOf[at]!;
  if (step === 'up' || step === 'down') return drawn.rows[row + (step === 'up' ? -1 : 1)]?.node;
  const near = linked(drawn.graph, at, step === 'right');
  const distance = (node: number) => Math.abs(drawn.rowOf[node]! - row);
  return near.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** The nearest place of a window of `room` cells in which so many from `start` on are seen. */
function near(at: number, start: number, length: number, room: number): number {
  if (start < at || length >= room) return start;
  return Math.max(at, start + length - room);
}
