// All there is to know of one task of a plan: what it is, how it stands, and what was said and done in it, live.

import type { Block } from '../../view/block.js';
import { createBlockCache } from '../../view/block-cache.js';
import { formatCount, formatElapsed, formatMoney, formatTokens } from '../../view/format.js';
import { inOneLine } from '../../view/glyphs.js';
import type { Highlighter } from '../../view/highlighter.js';
import { defaultLineOptions, textLines } from '../../view/line-options.js';
import { outcomeLines } from '../../view/plan-lines.js';
import type { PlanView } from '../../view/plan-view.js';
import type { Line } from '../../view/span.js';
import { conversationsOf, lookOfTask, timeOfTask } from '../../view/task-look.js';
import { keyNames } from '../input/keys.js';
import { closingKeys, type Dialog } from './dialog.js';
import { createScroll } from './scroll.js';

export interface TaskPageOptions {
  plan: PlanView;
  taskId: string;
  highlighter: Highlighter;
  close(): void;
  redraw(): void;
  /** ms since 1970. */
  now(): number;
  ascii: boolean;
}

const mostColumns = 110;
const nameColumns = 8;

export function createTaskPage(options: TaskPageOptions): Dialog {
  const { plan: it, taskId, close, redraw, now, ascii, highlighter } = options;
  const scroll = createScroll(ascii);
  const cache = createBlockCache();
  let isExpanded = false;
  /** Its end is followed while it grows. */
  let isAtEnd = false;
  const task = () => it.plan.tasks.find(({ id }) => id === taskId);

  function blockLines(blocks: readonly Block[], width: number): Line[] {
    const look = { ...defaultLineOptions, width, ascii, now: now(), highlighter, expanded: isExpanded };
    return blocks.flatMap((block, at) => cache.lines(block, blocks[at - 1], look, false));
  }

  function allLines(width: number): Line[] {
    const found = task();
    if (!found) return [[{ text: 'it is no longer in the plan', role: 'dim' }]];
    const said = conversationsOf(it, taskId).map(({ blocks }) => blockLines(blocks, width));
    const outcome = outcomeLines({ task: found }, { ...defaultLineOptions, width }, true);
    return [
      ...factLines(it, taskId, width, now(), ascii),
      ...(outcome.length > 0 ? [[], heading(found.status === 'FAILED' ? 'Error' : 'Result'), ...outcome] : []),
      ...said.flatMap((lines) => (lines.length === 0 ? [] : [[], heading('Output'), ...lines])),
    ];
  }

  return {
    wants: (screen) => ({
      width: Math.min(screen.width, mostColumns),
      height: Math.max(Math.min(screen.height, 10), screen.height - 4),
      at: 'middle',
    }),
    frame() {
      const label = scroll.label();
      const keys = inOneLine(['Ctrl+O all', 'Esc closes'], ascii);
      return {
        role: 'borderFocus',
        title: taskId,
        rightTitle: [{ text: keys, role: 'dim' }],
        ...(label ? { bottomRight: label } : {}),
      };
    },
    lines(width, height) {
      const lines = allLines(width);
      scroll.window(lines, height);
      if (isAtEnd) scroll.by(lines.length);
      return scroll.window(lines, height);
    },
    onWheel(rows) {
      scroll.by(rows);
      isAtEnd = false;
    },
    onInput(event) {
      const [key = ''] = keyNames(event);
      if (scroll.onKey(key)) isAtEnd = key === 'end' || key === 'G';
      else if (key === 'ctrl+o') isExpanded = !isExpanded;
      else if (closingKeys.includes(key)) return closeIt();
      else return false;
      redraw();
      return true;
    },
  };

  function closeIt(): boolean {
    close();
    return true;
  }
}

const heading = (text: string): Line => [{ text, role: 'heading' }];

function factLines(it: PlanView, taskId: string, width: number, now: number, ascii: boolean): Line[] {
  const task = it.plan.tasks.find(({ id }) => id === taskId);
  if (!task) return [];
  const look = lookOfTask(task, it, ascii);
  const time = timeOfTask(task, now);
  const { usage } = task;
  const began = task.startedAt === undefined ? '' : `began ${formatElapsed(now - task.startedAt)} ago`;
  const state = [`${look.glyph} ${look.word}`, time, task.status === 'RUNNING' ? '' : began];
  const before = task.dependencies.map((id) => {
    const other = it.plan.tasks.find((candidate) => candidate.id === id);
    return other ? `${lookOfTask(other, it, ascii).glyph} ${id}` : id;
  });
  const after = it.plan.tasks.filter(({ dependencies }) => dependencies.includes(taskId)).map(({ id }) => id);
  const cost = usage?.costUsd === undefined ? '' : `, ${formatMoney(usage.costUsd)}`;
  const tokens = usage
    ? `${usage.estimated ? '~' : ''}${formatTokens(usage.input)} in, ${formatTokens(usage.output)} out${cost}`
    : '';
  const fact = (name: string, text: string): Line[] =>
    text === '' ? [] : textLines(`${name.padEnd(nameColumns)}${text}`, 'text', width, nameColumns);
  return [
    ...textLines(task.description, 'strong', width),
    ...fact('type', task.type),
    ...fact('state', state.filter((part) => part !== '').join(', ')),
    ...fact('after', before.length === 0 ? 'nothing' : before.join(', ')),
    ...fact('before', after.length === 0 ? '' : `${formatCount(after.length, 'task')}: ${after.join(', ')}`),
    ...fact('phase', task.phase ?? ''),
    ...fact('tokens', tokens),
  ];
}
