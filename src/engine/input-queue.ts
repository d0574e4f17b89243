// Text the user sent while a turn ran: either for after it (the queue) or for its next step (steering).
import type { IdSource } from '../base/ids.js';
import type { LiveEvent, Mode } from '../protocol/event.js';

/** What the person sent; without a mode it runs in the one that is set then. */
export interface QueuedInput {
  text: string;
  mode?: Mode;
}

export interface InputQueue {
  add(input: QueuedInput): void;
  isEmpty(): boolean;
  /** The next queued text, taken out; undefined when there is none. */
  next(): QueuedInput | undefined;
  /** False when no such item waits. */
  remove(itemId: string): boolean;
  steer(text: string): void;
  takeSteering(): string[];
  /** Steering that no step took becomes the front of the queue, so that nothing typed is lost. */
  returnSteering(): void;
}

export function createInputQueue(emit: (event: LiveEvent) => void, newId: IdSource): InputQueue {
  let items: (QueuedInput & { itemId: string })[] = [];
  let steering: string[] = [];
  const changed = () => emit({ type: 'queue.changed', items: items.map(({ itemId, text }) => ({ itemId, text })) });
  return {
    add(input) {
      items.push({ itemId: newId('input'), ...input });
      changed();
    },
    isEmpty: () => items.length === 0,
    next() {
      const first = items.shift();
      if (first) changed();
      return first;
    },
    remove(itemId) {
      const kept = items.filter((item) => item.itemId !== itemId);
      if (kept.length === items.length) return false;
      items = kept;
      changed();
      return true;
    },
    steer(text) {
      steering.push(text);
    },
    takeSteering() {
      const taken = steering;
      steering = [];
      return taken;
    },
    returnSteering() {
      if (steering.length === 0) return;
      items.unshift(...steering.map((text) => ({ itemId: newId('input'), text })));
      steering = [];
      changed();
    },
  };
}
