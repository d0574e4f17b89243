// Which blocks are unfolded. Owns the rule that one key turns all of them and others turn one.

export interface Folds {
  /** Grows with every change. */
  readonly version: number;
  isUnfolded(id: string): boolean;
  toggle(id: string): void;
  unfold(id: string): void;
  /** Unfolds all, or folds all again; what was set for one is forgotten. */
  toggleAll(): void;
  clear(): void;
}

export function createFolds(): Folds {
  let version = 0;
  let allUnfolded = false;
  let exceptions = new Set<string>();
  const isUnfolded = (id: string) => exceptions.has(id) !== allUnfolded;
  function toggle(id: string): void {
    if (!exceptions.delete(id)) exceptions.add(id);
    version++;
  }
  return {
    get version() {
      return version;
    },
    isUnfolded,
    toggle,
    unfold: (id) => {
      if (!isUnfolded(id)) toggle(id);
    },
    toggleAll: () => {
      allUnfolded = !allUnfolded;
      exceptions = new Set();
      version++;
    },
    clear: () => {
      exceptions = new Set();
      version++;
    },
  };
}
