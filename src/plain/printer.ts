// Writes the conversation from top to bottom: each block once, when nothing of it changes any more; what the model says line by line as it comes.
import type { AssistantBlock, Block, TaskBlock } from '../view/block.js';
import type { View } from '../view/view-model.js';
import { textOfBegin, textOfBlock } from './block-text.js';

export interface Printer {
  /** Writes what is new in the view. */
  update(): void;
  /** Whole lines of our own, after whatever was half written. */
  say(text: string): void;
  /** A line was typed and is seen already, by the terminal's own echo; `text` is what of it becomes a message, or empty. */
  typed(text: string): void;
  /** Asks for a line; said anew after other text. */
  prompt(text: string): void;
  /** The last thing on the screen is a prompt. */
  isPrompting(): boolean;
}

export function createPrinter(view: View, write: (text: string) => void, columns: () => number): Printer {
  const printed = new Map<string, 'begun' | 'done' | number>();
  /** What was last said of a task. */
  const tasks = new Map<string, string>();
  const echoed: string[] = [];
  let epoch = view.epoch;
  /** All blocks before this one are written. */
  let settled = 0;
  /** What the line that has no end yet is: of a block by its id, or a prompt. */
  let openLine: string | undefined;

  const say = (text: string) => {
    write((openLine === undefined ? '' : '\n') + text);
    openLine = undefined;
  };
  function printBlock(block: Block): void {
    const before = printed.get(block.id);
    if (before === 'done') return;
    if (block.kind === 'assistant') printSpoken(block, typeof before === 'number' ? before : 0);
    else if (block.kind === 'task') printTask(block);
    else if (block.kind === 'tool' && (block.state === 'running' || block.state === 'waiting')) {
      if (before === undefined && block.state === 'running') say(textOfBegin(block));
      printed.set(block.id, 'begun');
    } else {
      printed.set(block.id, 'done');
      if (block.kind === 'user' && block.from === 'user' && echoed[0] === block.text) echoed.shift();
      else say(textOfBlock(block, columns()));
    }
  }
  /** Each of its states once, also when it runs again; settled with its plan. */
  function printTask(block: TaskBlock): void {
    const { status, startedAt = 0 } = block.task;
    const state = `${status} ${startedAt}`;
    if (tasks.get(block.id) !== state) {
      tasks.set(block.id, state);
      const text = textOfBlock(block, columns());
      if (text !== '') say(text);
    }
    if (block.plan.plan.status !== 'RUNNING') printed.set(block.id, 'done');
  }
  /** Whole sentences, so that a screen reader is not handed halves of words. */
  function printSpoken(block: AssistantBlock, from: number): void {
    const isDone = !block.streaming;
    const end = isDone ? block.text.length : from + wholeSentences(block.text.slice(from));
    const text = block.text.slice(from, end);
    if (text !== '') {
      if (openLine !== block.id) say(from === 0 ? 'PaiCLI: ' : '');
      write(text);
      openLine = text.endsWith('\n') ? undefined : block.id;
    }
    if (isDone && openLine === block.id) say('');
    if (isDone && block.partial) say('(cut off here)\n');
    printed.set(block.id, isDone ? 'done' : end);
  }

  return {
    say,
    update() {
      if (view.epoch !== epoch) {
        epoch = view.epoch;
        printed.clear();
        tasks.clear();
        settled = 0;
        say(view.thread.title === '' ? 'A new thread.\n' : `Thread: ${view.thread.title}\n`);
      }
      // Turns were taken back: what came in their place is new.
      if (view.blocks.length < settled || printed.get(view.blocks[settled - 1]?.id ?? '') !== 'done')
        settled = Math.min(settled, view.blocks.findLastIndex(({ id }) => printed.get(id) === 'done') + 1);
      for (const block of view.blocks.slice(settled)) printBlock(block);
      while (settled < view.blocks.length && printed.get(view.blocks[settled]?.id ?? '') === 'done') settled++;
    },
    typed(text) {
      // The echo of the Enter that ended it.
      openLine = undefined;
      if (text !== '') echoed.push(text);
    },
    prompt(text) {
      say(text);
      openLine = 'prompt';
    },
    isPrompting: () => openLine === 'prompt',
  };
}

/** Length of the beginning that ends with a line or a sentence. */
function wholeSentences(text: string): number {
  let end = text.lastIndexOf('\n') + 1;
  for (const match of text.matchAll(/[.!?:;…。！？]\s/g)) end = Math.max(end, match.index + match[0].length);
  return end;
}
