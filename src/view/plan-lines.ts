// Plans and their tasks in the conversation: one line each, and what belongs under it. The graph itself is the screen's.
import type { Block, PlanBlock, TaskBlock } from './block.js';
import { cleanOneLine } from './clean.js';
import { formatCount } from './format.js';
import { glyphs } from './glyphs.js';
import { indented, type LineOptions, textLines } from './line-options.js';
import type { Line } from './span.js';
import { conversationsOf, countsOfPlan, lookOfTask, timeOfTask } from './task-look.js';
import { verdictSign, verdictWord } from './team-view.js';
import { clipLine, spread } from './wrap.js';

const indent = 2;
/** More of a line is never seen. */
const longestLine = 1000;

const endings: Record<string, string> = { CANCELLED: 'cancelled', FAILED: 'failed', COMPLETED: 'done' };

/** `plan: SUMMARY, N tasks`, and what was wrong with it. */
export function planLines({ plan: it }: PlanBlock, { width, ascii }: LineOptions): Line[] {
  const { plan, by, warnings, inReview } = it;
  const { done, total } = countsOfPlan(it);
  const about = cleanOneLine(plan.summary === '' ? plan.goal : plan.summary);
  const left: Line = [
    { text: 'plan: ', role: 'strong' },
    { text: about, role: 'text' },
  ];
  const state = inReview ? 'in review' : (endings[plan.status] ?? `${done}/${total}`);
  const right: Line = [{ text: `${formatCount(total, 'task')}, ${state}`, role: inReview ? 'warning' : 'dim' }];
  const faults = [...(by === 'fallback' ? ['no plan could be made: the goal is one task'] : []), ...warnings];
  const { ellipsis, warning } = glyphs(ascii);
  const room = Math.max(1, width - indent);
  return [
    spread(left, right, width, ellipsis),
    ...indented(
      faults.flatMap((fault) => textLines(`${warning} ${fault}`, 'warning', room, indent)),
      width - room,
    ),
  ];
}

/** `linesOf`: draws the blocks inside, each with what parts it from the one before. */
export function taskLines(
  block: TaskBlock,
  options: LineOptions,
  linesOf: (block: Block, before: Block | undefined, options: LineOptions) => Line[],
): Line[] {
  const { task, plan } = block;
  const { width, ascii, now, expanded } = options;
  const look = lookOfTask(task, plan, ascii);
  const { ellipsis } = glyphs(ascii);
  const left: Line = [
    { text: `${look.glyph} `, role: look.role },
    { text: task.id, role: 'strong' },
    { text: ` ${cleanOneLine(task.description)}`, role: look.state === 'skipped' ? 'dim' : 'text' },
  ];
  const by = plan.workers.get(task.id);
  const right = [by ?? '', timeOfTask(task, now)].filter((part) => part !== '').join(' ');
  const head = spread(left, [{ text: right, role: 'dim' }], width, ellipsis);
  const room = width > 20 ? width - indent : width;
  const inner = { ...options, width: room, expanded: false, expandHint: '' };
  const inside = expanded
    ? insideOf(block, inner, linesOf)
    : [...verdictLines(block, inner), ...lastOutput(block, inner)];
  return [head, ...indented(inside, width - room)];
}

/** The reviewer's last word: why it is done again, or that it may stay. */
function verdictLines({ task, plan }: TaskBlock, { width, ascii }: LineOptions): Line[] {
  const review = plan.reviews.get(task.id)?.at(-1);
  if (review === undefined) return [];
  const reason = review.approved ? '' : cleanOneLine(review.reasons.join('; '));
  const { glyph, role } = verdictSign(review, ascii);
  const text = `${glyph} ${verdictWord(review)}${reason === '' ? '' : `: ${reason}`}`;
  return [clipLine([{ text, role: review.approved ? 'dim' : role }], width, glyphs(ascii).ellipsis)];
}

function insideOf(
  { task, plan }: TaskBlock,
  options: LineOptions,
  linesOf: (block: Block, before: Block | undefined, options: LineOptions) => Line[],
): Line[] {
  const said = conversationsOf(plan, task.id).flatMap(({ blocks }) =>
    blocks.flatMap((block, at) => linesOf(block, blocks[at - 1], options)),
  );
  return [...said, ...outcomeLines({ task }, options, said.length === 0)];
}

/** What it came to; the result is mostly the last thing that was said already. */
export function outcomeLines(
  { task: { error, warning, result } }: Pick<TaskBlock, 'task'>,
  { width }: LineOptions,
  withResult: boolean,
): Line[] {
  return [
    ...(withResult && result ? textLines(result, 'text', width) : []),
    ...(warning ? textLines(warning, 'warning', width) : []),
    ...(error ? textLines(error, 'error', width) : []),
  ];
}

/** While it runs, its newest line; when it failed, why. */
function lastOutput({ task, plan }: TaskBlock, { width, ascii }: LineOptions): Line[] {
  const { ellipsis } = glyphs(ascii);
  if (task.status === 'FAILED' && task.error)
    return [clipLine([{ text: task.error.trim().split('\n')[0] ?? '', role: 'error' }], width, ellipsis)];
  if (task.status !== 'RUNNING') return [];
  const newest = conversationsOf(plan, task.id).flatMap(({ blocks }) => newestText(blocks.at(-1)));
  const text = newest.at(-1) ?? '';
  return text === '' ? [] : [clipLine([{ text, role: 'dim' }], width, ellipsis)];
}

function newestText(block: Block | undefined): string[] {
  if (block?.kind === 'tool') return [block.progress.at(-1) || cleanOneLine(`${block.name} ${block.title}`).trim()];
  if (block?.kind !== 'assistant') return [];
  // A long text is not gone through for its last line at every frame.
  const text = (block.text || block.reasoning).slice(-longestLine).trimEnd();
  return [cleanOneLine(text.slice(text.lastIndexOf('\n') + 1))];
}

/** The plan as a list, for reading out and for copying. */
export function planText({ plan, warnings }: PlanBlock['plan']): string {
  const tasks = plan.tasks.map(({ id, type, description, dependencies }) => {
    const after = dependencies.length === 0 ? '' : `, after ${dependencies.join(', ')}`;
    return `${id} (${type}${after}): ${cleanOneLine(description)}`;
  });
  return [plan.summary === '' ? plan.goal : plan.summary, ...warnings, ...tasks].join('\n');
}
