// Names that a mistyped name may have meant.

/** Up to three of `names` that are close to `name`, the closest first. */
export function nearestNames(name: string, names: readonly string[]): string[] {
  const wanted = plain(name);
  const words = wordsOf(name);
  return names
    .map((candidate) => ({ candidate, distance: editDistance(wanted, plain(candidate)) }))
    .filter(({ candidate, distance }) => {
      const alike = plain(candidate);
      if (distance <= Math.max(2, alike.length / 3)) return true;
      if (wanted.length > 2 && (alike.includes(wanted) || wanted.includes(alike))) return true;
      return wordsOf(candidate).some((word) => word.length > 3 && words.includes(word));
    })
    .sort((a, b) => a.distance - b.distance)
    .filter(({ distance }, _at, [best]) => distance <= best!.distance + 2)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

function wordsOf(name: string): string[] {
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2');
  return spaced.toLowerCase().split(/[^a-z0-9]+/);
}

/** Letters to insert, delete or change to get from one text to the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
