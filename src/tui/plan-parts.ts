// The screen's part of plan mode, put together: the graph, the review, and where the focus goes when a plan comes to be reviewed.
import type { View } from '../view/view-model.js';
import type { Commander } from './commander.js';
import { type FocusScope, focus } from './focus.js';
import { createPlanPanel, type PlanPanel } from './panels/plan.js';
import { createPlanReview, type PlanReview, type PlanReviewOptions } from './plan-review.js';

export interface PlanParts {
  plan: PlanPanel;
  review: PlanReview;
  hasPlan(): boolean;
  /** After each batch of events. */
  look(scope: Omit<FocusScope, 'hasPlan'>): void;
}

export interface PlanPartsOptions extends Omit<PlanReviewOptions, 'now' | 'carryOut'> {
  commander: Pick<Commander, 'carryOut'>;
  view: View;
  /** ms since 1970. */
  now(): number;
  monotonicMs(): number;
}

export function createPlanParts(options: PlanPartsOptions): PlanParts {
  const { view, now, ascii } = options;
  const review = createPlanReview({ ...options, carryOut: options.commander.carryOut, now: options.monotonicMs });
  const hasPlan = () => view.plan !== undefined;
  let wasInReview = false;
  return {
    review,
    plan: createPlanPanel({ view, review, now, ascii }),
    hasPlan,
    look(panes) {
      const scope = { ...panes, hasPlan };
      const isInReview = view.plan?.inReview === true;
      if (review.isNew()) focus(scope, 'plan');
      // Keys that were meant for the review must not skip or stop what runs now.
      else if (wasInReview && !isInReview && panes.ui.focus === 'plan') focus(scope, 'message');
      wasInReview = isInReview;
    },
  };
}
