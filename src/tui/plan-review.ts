// A plan that waits for the person: when a key may answer it, the bar under it, and edits on their way to the engine. What an edit does to the tasks is in plan-edits.ts.

import type { Command, PlanAnswer } from '../protocol/command.js';
import { type PlannedTask, plannedOf } from '../protocol/plan.js';
import { cleanOneLine } from '../view/clean.js';
import { inOneLine } from '../view/glyphs.js';
import type { PlanView } from '../view/plan-view.js';
import type { Line } from '../view/span.js';
import type { View } from '../view/view-model.js';
import { wrapLine } from '../view/wrap.js';
import { createArming } from './dialogs/arming.js';
import { checkedTasks } from './plan-edits.js';

export interface PlanReview {
  /** It waits, and was not answered here. */
  isOpen(): boolean;
  /** Which keys hold in the panel. */
  context(): 'plan' | 'review' | 'plan-edit';
  /** To be told of every key while it is open; true when it may count. */
  allows(): boolean;
  /** The panel was painted, or is not on the screen. */
  painted(visible: boolean): void;
  /** A plan that was not seen before is there: true once for each. */
  isNew(): boolean;
  answer(answer: PlanAnswer): void;
  edit(on: boolean): void;
  /** Other tasks in place of these, unless they are no plan; what is wrong is then said in the bar. */
  revise(tasks: PlannedTask[] | string): boolean;
  /** The tasks as the person left them, also before the engine has them. */
  tasks(): PlannedTask[];
  /** The next selected task is the end of an arrow that is drawn or taken away from here. */
  link(how: 'connect' | 'disconnect', source: string): void;
  linking(): { how: 'connect' | 'disconnect'; source: string } | undefined;
  endLink(): void;
  source(): string | undefined;
  /** What was wrong with the last edit. */
  fault(): string | undefined;
  /** Takes back what was said about the last key. */
  clearFault(): void;
  warnings(width: number): Line[];
  lines(width: number): Line[];
}

export interface PlanReviewOptions {
  view: View;
  carryOut(command: Command): Promise<void>;
  redraw(): void;
  /** ms of a clock that does not jump. */
  now(): number;
  /** False: it is a recording. */
  canAnswer: boolean;
  ascii: boolean;
}

export function createPlanReview({ view, carryOut, redraw, now, canAnswer, ascii }: PlanReviewOptions): PlanReview {
  const arming = createArming(now);
  let seen: { plan: PlanView; planned: number } | undefined;
  /** Run or dropped here; the engine has not said so yet. */
  let answered: PlanView | undefined;
  /** Another plan was asked for, in place of the one with this topology. */
  let wished: number | undefined;
  let isEditing = false;
  let link: { how: 'connect' | 'disconnect'; source: string } | undefined;
  let fault: string | undefined;
  /** Sent, and not confirmed. */
  let sent: { tasks: PlannedTask[]; topology: number } | undefined;

  const waiting = (): PlanView | undefined => (canAnswer && view.plan?.inReview ? view.plan : undefined);
  const isOpen = () => waiting() !== undefined && waiting() !== answered;
  const joined = (keys: string[]) => inOneLine(keys, ascii);

  function refused(error: unknown): void {
    fault = cleanOneLine(error instanceof Error ? error.message : String(error));
    answered = undefined;
    wished = undefined;
    sent = undefined;
    redraw();
  }

  function send(answer: PlanAnswer): void {
    const it = waiting();
    if (it) void carryOut({ type: 'plan.answer', planId: it.plan.planId, answer }).catch(refused);
  }

  const tasks = (): PlannedTask[] => {
    const it = waiting();
    if (!it) return [];
    return sent && sent.topology === it.topology ? sent.tasks : it.plan.tasks.map(plannedOf);
  };

  return {
    isOpen,
    context: () => (!isOpen() ? 'plan' : isEditing ? 'plan-edit' : 'review'),
    allows: arming.allows,
    painted(visible) {
      if (visible && isOpen()) arming.painted();
      else arming.reset();
    },
    isNew() {
      const it = waiting();
      // A plan that was made anew after a wish has other tasks than before.
      const isAnew = it !== undefined && (seen?.plan !== it || (wished !== undefined && it.topology !== wished));
      if (it) seen = { plan: it, planned: it.topology };
      else answered = undefined;
      if (!isAnew) return false;
      [answered, wished, isEditing, link, fault, sent] = [undefined, undefined, false, undefined, undefined, undefined];
      arming.reset();
      return true;
    },
    answer(answer) {
      const it = waiting();
      if (!it || (wished !== undefined && answer.kind === 'run')) return;
      fault = undefined;
      if (answer.kind === 'run' || answer.kind === 'cancel') answered = it;
      if (answer.kind === 'add') wished = it.topology;
      if (answer.kind === 'undo') sent = undefined;
      send(answer);
    },
    edit(on) {
      isEditing = on;
      link = undefined;
      fault = undefined;
    },
    revise(changed) {
      const it = waiting();
      if (!it) return false;
      const checked = typeof changed === 'string' ? changed : checkedTasks(changed);
      fault = typeof checked === 'string' ? checked : undefined;
      if (typeof checked === 'string') return false;
      sent = { tasks: checked, topology: it.topology };
      send({ kind: 'revise', tasks: checked });
      return true;
    },
    tasks,
    link(how, source) {
      link = { how, source };
      fault = undefined;
    },
    linking: () => link,
    endLink() {
      link = undefined;
    },
    source: () => (isOpen() ? link?.source : undefined),
    fault: () => fault,
    clearFault() {
      fault = undefined;
    },
    warnings(width) {
      const it = waiting();
      if (!it) return [];
      const sign = it.by === 'fallback' ? ['no plan could be made: the goal is one task'] : [];
      return [...sign, ...it.warnings].flatMap((text) => wrapLine([{ text: `! ${text}`, role: 'warning' }], width, 2));
    },
    lines(width) {
      if (!isOpen()) return [];
      const said: Line[] = fault === undefined ? [] : wrapLine([{ text: fault, role: 'error' }], width);
      return [...said, ...wrapLine([{ text: barText(width), role: 'strong' }], width)];
    },
  };

  function barText(width: number): string {
    if (link !== undefined) {
      const what = link.how === 'connect' ? `after ${link.source}` : `no longer after ${link.source}`;
      return joined([`which is ${what}?`, 'Enter', 'Esc']);
    }
    if (wished !== undefined) return joined(['it is planned anew', 'Esc cancel']);
    if (isEditing)
      return width < 44
        ? joined(['a d t', 'c x', '< >', 'u undo', 'Esc'])
        : joined(['a add', 'd delete', 't change', 'c connect', 'x disconnect', '< > order', 'u undo', 'Esc done']);
    const keys = ['Enter run', 'Esc cancel', 'I add requirements', 'E edit'];
    if (width < 40) return joined(['Enter run', 'Esc no', 'I add', 'E edit']);
    return joined(width < 52 ? keys.map((key) => key.replace(' requirements', '')) : keys);
  }
}
