// Folded nodes of a graph: what can only be reached through them is left out. Owns which nodes those are.

interface Node {
  id: string;
  dependencies: readonly string[];
}

export interface Folded<T extends Node> {
  /** What is left, with arrows from the folded one to what followed the nodes that are hidden. */
  shown: T[];
  dependencies: Map<string, string[]>;
  /** How many are hidden behind each folded node. */
  hidden: Map<string, number>;
}

export function foldGraph<T extends Node>(nodes: readonly T[], folded: ReadonlySet<string>): Folded<T> {
  const known = new Set(nodes.map(({ id }) => id));
  const dependencies = new Map(
    nodes.map((node) => [node.id, [...new Set(node.dependencies)].filter((id) => known.has(id))]),
  );
  const dependents = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const [id, before] of dependencies) for (const dependency of before) dependents.get(dependency)?.push(id);
  const roots = nodes.filter(({ id }) => dependencies.get(id)?.length === 0).map(({ id }) => id);
  const seen = reach(roots, (id) => (folded.has(id) ? [] : (dependents.get(id) ?? [])));
  const hidden = new Map<string, number>();
  const added = new Map<string, string[]>();
  for (const id of folded) {
    if (!seen.has(id)) continue;
    const behind = reach(dependents.get(id) ?? [], (at) => (seen.has(at) ? [] : (dependents.get(at) ?? [])));
    const gone = [...behind].filter((at) => !seen.has(at));
    if (gone.length > 0) hidden.set(id, gone.length);
    for (const at of behind) if (seen.has(at)) added.set(at, [...(added.get(at) ?? []), id]);
  }
  const shown = nodes.filter(({ id }) => seen.has(id));
  const left = shown.map(({ id }): [string, string[]] => {
    const before = (dependencies.get(id) ?? []).filter((dependency) => seen.has(dependency));
    return [id, [...new Set([...before, ...(added.get(id) ?? [])])]];
  });
  return { shown, dependencies: new Map(left), hidden };
}

function reach(from: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const seen = new Set<string>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    waiting.push(...next(id));
  }
  return seen;
}
