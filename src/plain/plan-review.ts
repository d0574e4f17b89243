// A plan that waits for the person, as a typed question: run it, drop it, or add to it. Editing tasks is for the full screen.
import type { PlanAnswer } from '../protocol/command.js';
import type { PlanView } from '../view/plan-view.js';
import type { View } from '../view/view-model.js';
import { textOfPlan } from './plan-text.js';
import type { Printer } from './printer.js';

/** A line that ends sooner was typed for something else. */
const armingMs = 250;
const prompt = 'Enter or run; cancel; or add TEXT, which plans anew: ';

export interface PlanQuestion {
  isOpen(): boolean;
  /** Asks when a plan waits that was not asked about; `canAsk`: nothing else is asked just now. */
  update(canAsk: boolean): void;
  /** True when the line answered the plan. */
  take(line: string): boolean;
}

export interface PlanQuestionOptions {
  view: View;
  printer: Printer;
  answer(planId: string, answer: PlanAnswer): void;
  /** ms since 1970. */
  now(): number;
}

export function createPlanQuestion({ view, printer, answer, now }: PlanQuestionOptions): PlanQuestion {
  let asked: { plan: PlanView; topology: number; isAnswered: boolean } | undefined;
  let askedAt = 0;
  const waiting = () => (view.plan?.inReview ? view.plan : undefined);
  const isOpen = () => waiting() !== undefined && asked?.plan === waiting() && !asked?.isAnswered;

  return {
    isOpen,
    update(canAsk) {
      const plan = waiting();
      if (!plan || !canAsk) return;
      const { topology } = plan;
      if (asked?.plan === plan && asked.topology === topology) {
        if (isOpen() && !printer.isPrompting()) printer.prompt(prompt);
        return;
      }
      // The first time its block has said it.
      if (asked?.plan === plan) printer.say(textOfPlan(plan));
      asked = { plan, topology, isAnswered: false };
      askedAt = now();
      printer.say('\x07');
      printer.prompt(prompt);
    },
    take(line) {
      const plan = waiting();
      if (!plan || !isOpen() || now() - askedAt < armingMs) return false;
      const said = read(line);
      printer.typed('');
      if (said === undefined) {
        printer.say('That is no answer.\n');
        printer.prompt(prompt);
        return true;
      }
      if (asked) asked.isAnswered = true;
      answer(plan.plan.planId, said);
      return true;
    },
  };
}

function read(line: string): PlanAnswer | undefined {
  const text = line.trim();
  if (text === '' || /^(run|y|yes)$/i.test(text)) return { kind: 'run' };
  if (/^(cancel|n|no)$/i.test(text)) return { kind: 'cancel' };
  const requirement = /^add\s+(.+)$/is.exec(text)?.[1];
  return requirement === undefined ? undefined : { kind: 'add', requirement };
}
