// A plan as the screen sees it: the tasks with their states, and the conversation inside each. Shapes only; see reduce-plan.ts.
import type { Plan } from '../protocol/plan.js';
import type { Review } from './team-view.js';
import type { View } from './view-model.js';

export interface PlanView {
  /** Texts are cleaned. The tasks are changed in place; `topology` tells when others are there. */
  plan: Plan;
  /** It waits for the person's review. */
  inReview: boolean;
  by: 'model' | 'fallback' | 'file';
  /** What was wrong with it, for the person. */
  warnings: string[];
  /** Grows when tasks or dependencies changed, so that the graph must be laid out anew. */
  topology: number;
  /** Grows with every change of a task's state. */
  version: number;
  /** What was said and done inside a task: by task id, or by task id, a blank and the agent's id where agents share a task. */
  conversations: Map<string, View>;
  /** Which worker has or had a task, by task id. */
  workers: Map<string, string>;
  /** Verdicts of a team's reviewer by task id, the oldest first. */
  reviews: Map<string, Review[]>;
}
