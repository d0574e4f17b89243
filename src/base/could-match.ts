// A cheap first look at ignore rules: most names match none of them, and the full answer costs a hundred times as much.

/** Characters of a pattern that mean something this look does not understand. */
const hardPattern = /[\\[\]]/;

/**
 * Matches at least every relative path that a rule of this ignore file speaks of, for or against; undefined: any path may
 * be meant. A rule can only match a path of which one name matches the last name of its pattern.
 */
export function couldMatch(ignoreFile: string): RegExp | undefined {
  const names: string[] = [];
  for (const line of ignoreFile.split(/\r?\n/)) {
    const pattern = line.replace(/^!/, '').trimEnd().replace(/\/+$/, '');
    if (pattern === '' || line.startsWith('#')) continue;
    const name = pattern.slice(pattern.lastIndexOf('/') + 1);
    if (hardPattern.test(pattern) || /^\*+$/.test(name)) return undefined;
    names.push(
      name
        .replace(/[.+^${}()|]/g, '\\$&')
        .replace(/\*+/g, '[^/]*')
        .replaceAll('?', '[^/]'),
    );
  }
  return names.length === 0 ? /(?!)/ : new RegExp(`(?:^|/)(?:${names.join('|')})(?:/|$)`, 'i');
}
