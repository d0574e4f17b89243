// Stands for the global Headers and FormData in the bundled openai package (see bin/build.mjs): touching the global ones loads all of
// Node's fetch, some 40 ms and 8 MB, for a list of names and values. Not used from the sources.

export class Headers {
  private readonly values = new Map<string, string>();
  get(name: string): string | null {
    return this.values.get(name.toLowerCase()) ?? null;
  }
  has(name: string): boolean {
    return this.values.has(name.toLowerCase());
  }
  set(name: string, value: string): void {
    this.values.set(name.toLowerCase(), String(value));
  }
  append(name: string, value: string): void {
    const earlier = this.get(name);
    this.set(name, earlier === null ? value : `${earlier}, ${value}`);
  }
  delete(name: string): void {
    this.values.delete(name.toLowerCase());
  }
  entries(): IterableIterator<[string, string]> {
    return this.values.entries();
  }
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.values.entries();
  }
}

/** Nothing is ever an instance of it: chat completions are sent as JSON. */
export class FormData {}
