// A value that must not be printed by accident: logs, JSON and error reports show a mark in its place.
import { inspect } from 'node:util';

const mark = '[secret]';

export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  /** The value itself, for the one place that sends it. */
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return mark;
  }
  toJSON(): string {
    return mark;
  }
  [inspect.custom](): string {
    return mark;
  }
}
