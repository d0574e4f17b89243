// A task to be written or changed: its text, its type, and for a new one what it comes after.

import { cellWidth } from '../../base/width.js';
import { type TaskType, taskTypes } from '../../protocol/plan.js';
import { inOneLine } from '../../view/glyphs.js';
import type { Line } from '../../view/span.js';
import { wrapLine } from '../../view/wrap.js';
import type { InputEvent } from '../input/keys.js';
import { type Dialog, dialogEdges } from './dialog.js';
import { createTextLine, type TextLine } from './text-line.js';

export interface TaskWords {
  description: string;
  type: TaskType;
  /** Ids as they were typed. */
  dependencies: string;
}

export interface TaskFormOptions {
  title: string;
  begin: TaskWords;
  /** Whether what it comes after is asked too. */
  withDependencies: boolean;
  /** Returns what is wrong with it; undefined: it was taken. */
  take(words: TaskWords): string | undefined;
  close(): void;
  redraw(): void;
  ascii: boolean;
}

const mostColumns = 80;
const nameColumns = 8;

export function createTaskForm(options: TaskFormOptions): Dialog {
  const { begin, withDependencies, close, redraw, ascii } = options;
  const description = filledLine(begin.description);
  const dependencies = filledLine(begin.dependencies);
  let type = begin.type;
  let fault: string | undefined;
  let row = 0;
  let columns = 1;
  const rows = withDependencies ? 3 : 2;
  const faultLines = (width: number) => (fault === undefined ? [] : wrapLine([{ text: fault, role: 'error' }], width));

  const turnType = (by: number) => {
    type = taskTypes[(taskTypes.indexOf(type) + by + taskTypes.length) % taskTypes.length]!;
  };
  const save = () => {
    const words = { description: description.text().trim(), type, dependencies: dependencies.text() };
    fault = words.description === '' ? 'Say what the task is' : options.take(words);
    if (fault === undefined) close();
  };
  const move = (by: number) => {
    row = (row + by + rows) % rows;
  };
  const keys: Record<string, () => void> = {
    escape: close,
    'ctrl+c': close,
    enter: save,
    tab: () => move(1),
    down: () => move(1),
    'shift+tab': () => move(-1),
    up: () => move(-1),
  };
  const textOf = (): TextLine | undefined => (row === 0 ? description : row === 2 ? dependencies : undefined);

  function onField(event: InputEvent): boolean {
    const line = textOf();
    if (line) return line.onInput(event) === 'changed';
    if (event.type === 'text' && event.text === ' ') turnType(1);
    else if (event.type === 'key' && (event.key === 'right' || event.key === 'space')) turnType(1);
    else if (event.type === 'key' && event.key === 'left') turnType(-1);
    else return false;
    return true;
  }

  const field = (at: number, name: string, text: string): Line => [
    { text: name.padEnd(nameColumns), role: at === row ? 'accent' : 'dim' },
    { text, role: at === row && at === 1 ? 'selection' : 'text' },
  ];

  return {
    wants(screen) {
      const width = Math.min(screen.width, mostColumns);
      const height = faultLines(width - dialogEdges.width).length + rows + dialogEdges.height;
      return { width, height: Math.min(screen.height, height), at: 'middle' };
    },
    frame: () => ({
      role: 'borderFocus',
      title: options.title,
      rightTitle: [{ text: inOneLine(['Tab', 'Enter', 'Esc'], ascii), role: 'dim' }],
    }),
    lines(width, height) {
      columns = Math.max(1, width - nameColumns - 1);
      const arrows = ascii ? ['<', '>'] : ['◂', '▸'];
      const fields = [
        field(0, 'what', description.visible(columns)),
        field(1, 'type', `${arrows[0]} ${type} ${arrows[1]}`),
        ...(withDependencies ? [field(2, 'after', dependencies.visible(columns))] : []),
      ];
      return [...fields, ...faultLines(width)].slice(0, height);
    },
    caret() {
      const line = textOf();
      return line ? { x: nameColumns + cellWidth(line.visible(columns)), y: row } : null;
    },
    onInput(event) {
      const key = event.type === 'key' && Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
      if (key) key();
      else if (!onField(event)) return false;
      redraw();
      return true;
    },
  };
}

function filledLine(text: string): TextLine {
  const line = createTextLine();
  if (text !== '') line.onInput({ type: 'paste', text });
  return line;
}
