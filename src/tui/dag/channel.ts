// The lines between two ranks: each has a track of its own wherever another would touch it. Owns which track; draws nothing.

/** All that leaves one slot: it comes in at `top` and goes out at the `bottoms`. */
export interface Net {
  top: number;
  bottoms: readonly number[];
}

/** A piece of a line along a track, from its first to its last cell. */
interface Run {
  net: number;
  /** Where it is entered from the rank above, and where it goes on to the one below. */
  ins: number[];
  outs: number[];
  track: number;
}

export interface Channel {
  tracks: number;
  /** For each net its way: the track; or two tracks and the cell where it goes from the first to the second; nothing for a straight line. */
  ways: ({ track: number; via?: { at: number; track: number } } | undefined)[];
}

export function routeChannel(nets: readonly Net[]): Channel {
  const runs: Run[] = nets.flatMap(({ top, bottoms }, net) =>
    bottoms.every((at) => at === top) ? [] : [{ net, ins: [top], outs: [...bottoms], track: -1 }],
  );
  const taken = new Set(nets.flatMap(({ top, bottoms }) => [top, ...bottoms]));
  // Two lines that would have to be above each other: one of them changes its track on the way.
  for (let cycle = cycleOf(runs); cycle !== undefined; cycle = cycleOf(runs)) {
    const at = freeCell(cycle.ins[0]!, taken);
    taken.add(at);
    runs.push({ net: cycle.net, ins: [at], outs: cycle.outs, track: -1 });
    cycle.outs = [at];
  }
  assignTracks(runs);
  const ways = nets.map((_, net): Channel['ways'][number] => {
    const [first, second] = runs.filter((run) => run.net === net);
    if (first === undefined) return undefined;
    return second ? { track: first.track, via: { at: second.ins[0]!, track: second.track } } : { track: first.track };
  });
  return { tracks: Math.max(-1, ...runs.map(({ track }) => track)) + 1, ways };
}

/** Runs that must lie further down than `run`: those that go on where it comes in, and the second half of its own line. */
function below(run: Run, runs: readonly Run[]): Run[] {
  return runs.filter((other) => other !== run && meets(run, other));
}

function meets(run: Run, other: Run): boolean {
  if (other.net === run.net) return run.outs.length === 1 && other.ins[0] === run.outs[0];
  return run.ins.some((at) => other.outs.includes(at));
}

function cycleOf(runs: readonly Run[]): Run | undefined {
  const done = new Set<Run>();
  const open = new Set<Run>();
  function visit(run: Run): Run | undefined {
    if (open.has(run)) return run;
    if (done.has(run)) return undefined;
    open.add(run);
    for (const next of below(run, runs)) {
      const found = visit(next);
      if (found) return found;
    }
    open.delete(run);
    done.add(run);
    return undefined;
  }
  for (const run of runs) {
    const found = visit(run);
    if (found) return found;
  }
  return undefined;
}

function freeCell(near: number, taken: ReadonlySet<number>): number {
  for (let by = 1; ; by++) {
    if (!taken.has(near + by)) return near + by;
    if (near - by >= 0 && !taken.has(near - by)) return near - by;
  }
}

const span = ({ ins, outs }: Run): [number, number] => [Math.min(...ins, ...outs), Math.max(...ins, ...outs)];

/** Each on the first track that has room and is below all that must be above it. */
function assignTracks(runs: readonly Run[]): void {
  const above = new Map(runs.map((run) => [run, [] as Run[]]));
  for (const run of runs) for (const other of below(run, runs)) above.get(other)!.push(run);
  const tracks: [number, number][][] = [];
  const waiting = runs.toSorted(byBend);
  while (waiting.length > 0) {
    const index = waiting.findIndex((run) => above.get(run)!.every(({ track }) => track !== -1));
    const [run] = waiting.splice(index, 1);
    const [from, to] = span(run!);
    const isFree = (track: number) => (tracks[track] ?? []).every(([a, b]) => to < a || from > b);
    let track = Math.max(-1, ...above.get(run!)!.map((other) => other.track)) + 1;
    while (!isFree(track)) track++;
    run!.track = track;
    tracks[track] = [...(tracks[track] ?? []), [from, to]];
  }
}

/** Lines that go to the right: the rightmost first, and the other way round; so they need not cross each other. */
function byBend(a: Run, b: Run): number {
  const right = (run: Run) => Math.max(...run.outs) - run.ins[0]! > run.ins[0]! - Math.min(...run.outs);
  if (right(a) !== right(b)) return right(a) ? -1 : 1;
  return right(a) ? b.ins[0]! - a.ins[0]! : a.ins[0]! - b.ins[0]!;
}
