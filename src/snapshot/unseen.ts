// Whether a snapshot lacks a path only because it never looked there: ignored by the rules of that time, or left out.
import { findInTree, type TreeSource } from './diff-trees.js';
import { gitMode } from './git-objects.js';
import type { HidingRules } from './hiding-rules.js';
import type { State } from './states.js';

export interface UnseenInput {
  /** The rules from above the folder; those of today, as no others are known. */
  above: HidingRules;
  trees: TreeSource;
  read(oid: string): Promise<Buffer>;
  snapshot: State;
}

export function unseenTest(input: UnseenInput): (path: string) => Promise<boolean> {
  const leftOut = new Set(input.snapshot.details.skipped.map(({ path }) => path));
  const rulesOf = new Map<string, HidingRules>();
  return async (path) => {
    const names = path.split('/');
    let rules = input.above;
    for (let length = 1; length <= names.length; length++) {
      const folder = names
        .slice(0, length - 1)
        .map((name) => `${name}/`)
        .join('');
      const known = rulesOf.get(folder) ?? (await withOwn(input, rules, folder));
      rulesOf.set(folder, known);
      rules = known;
      const here = folder + names[length - 1];
      if (leftOut.has(here) || rules.hides(length < names.length ? `${here}/` : here)) return true;
    }
    return false;
  };
}

async function withOwn(
  { trees, read, snapshot }: UnseenInput,
  rules: HidingRules,
  folder: string,
): Promise<HidingRules> {
  const file = await findInTree(trees, snapshot.tree, `${folder}.gitignore`);
  const isFile = file?.mode === gitMode.file || file?.mode === gitMode.executable;
  return isFile ? rules.with(folder, (await read(file.oid)).toString()) : rules;
}
