// Which items of a list fit what was typed. The fuzzy search is loaded with the first letter; until it is there, plain containing counts.
import type fuzzysort from 'fuzzysort';

type Fuzzy = typeof fuzzysort;

let loaded: Fuzzy | undefined;

export interface Narrowing<T> {
  /** The best first; all in their order for an empty text. */
  matching(text: string): readonly T[];
}

/** `textOf`: what is searched in. `onBetter` is called when a search that was already answered would come out better now. */
export function createNarrowing<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  onBetter: () => void,
): Narrowing<T> {
  const targets = items.map((item) => ({ item, text: textOf(item) }));
  let newest: { text: string; fuzzy: boolean; found: readonly T[] } | undefined;
  const search = (text: string): readonly T[] => {
    if (loaded) return loaded.go(text, targets, { key: 'text', limit: 0, threshold: 0.4 }).map(({ obj }) => obj.item);
    const wanted = text.toLowerCase();
    return targets.filter((target) => target.text.toLowerCase().includes(wanted)).map(({ item }) => item);
  };
  return {
    matching(typed) {
      const text = typed.trim();
      if (text === '') return items;
      if (!loaded) void load().then(onBetter);
      if (newest?.text !== text || newest.fuzzy !== (loaded !== undefined))
        newest = { text, fuzzy: loaded !== undefined, found: search(text) };
      return newest.found;
    },
  };
}

async function load(): Promise<void> {
  loaded ??= (await import('fuzzysort')).default;
}
