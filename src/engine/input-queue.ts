// Text the user sent while a turn ran: either for after it (the queue) or for its next step (steering).
import type { IdSource } from '../base/ids.js';
import type { LiveEvent } from '../protocol/event.js';

export interface InputQueue {
  add(text: string): void;
  isEmpty(): boolean;
  /** The next queued text, taken out; undefined when there is none. */
  next(): string | undefined;
  /** False when no such item waits. */
  remove(itemId: string): boolean;
  steer(text: string): void;
  takeSteering(): string[];
  /** Steering that no step took becomes the front of the queue, so that nothing typed is lost. */
  returnSteering(): void;
}

export function createInputQueue(emit: (event: LiveEvent) => void, newId: IdSource): InputQueue {
  let items: { itemId: string; text: string }[] = [];
  let steering: string[] = [];
  const changed = () => emit({ type: 'queue.changed', items: [...items] });
  return {
    add(text) {
      items.push({ itemId: newId('input'), text });
      changed();
    },
    isEmpty: () => items.length === 0,
    next() {
      const first = items.shift();
      if (first) changed();
      return first?.text;
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
