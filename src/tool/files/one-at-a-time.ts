// Lets one call at a time look at a file and write it: agents that work side by side must not write over each other between
// the look and the write.

const busy = new Map<string, Promise<void>>();

/** Runs `work` when nobody else has any of these paths; they are taken in one order, so that nobody waits for each other. */
export async function oneAtATime<T>(realPaths: readonly string[], work: () => Promise<T>): Promise<T> {
  const [first, ...rest] = [...new Set(realPaths)].sort();
  if (first === undefined) return work();
  const before = busy.get(first) ?? Promise.resolve();
  const result = before.then(() => oneAtATime(rest, work));
  const done = result.then(
    () => undefined,
    () => undefined,
  );
  busy.set(first, done);
  try {
    return await result;
  } finally {
    if (busy.get(first) === done) busy.delete(first);
  }
}
