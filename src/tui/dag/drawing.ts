// The tasks of a plan laid out for a panel: as a picture where it fits, else as lanes. Made anew only when tasks, folds or the size change.
import { cellWidth } from '../../base/width.js';
import type { PlannedTask } from '../../protocol/plan.js';
import { foldGraph } from './fold.js';
import type { Direction, Graph } from './graph.js';
import { drawLanes, type LaneRow } from './lanes.js';
import { ranksOf } from './layers.js';
import { drawPicture, type Picture } from './picture.js';

/** What the person asked for; `fitting` by the room there is. */
export type Wish = 'fitting' | 'picture' | 'lanes';

export type Drawing = {
  graph: Graph;
  /** Ids by index of the node. */
  ids: string[];
  indexOf: ReadonlyMap<string, number>;
  /** How many are hidden behind a folded one. */
  hidden: ReadonlyMap<string, number>;
} & ({ kind: 'picture'; picture: Picture } | { kind: 'lanes'; rows: LaneRow[]; rowOf: number[] });

export interface DrawingInput {
  tasks: readonly PlannedTask[];
  folded: ReadonlySet<string>;
  width: number;
  height: number;
  wish: Wish;
  ascii: boolean;
}

/** Cells of a label, the longest first: what fits is taken. Shorter ones would say less than a list. */
const labelWidths = [64, 46, 37, 30, 22, 16];
/** What is drawn on request where nothing fits. */
const drawnLabelWidth = 22;
const leastLabel = 8;
/** ` 23.1 s`: where there is room, the words stay readable when the time of a task comes. */
const timeCells = 7;
/** More boxes than this are not for a picture unless it is asked for. */
const mostBoxes = 40;

/** Throws when the tasks go round in a circle. */
export function drawTasks({ tasks, folded, width, height, wish, ascii }: DrawingInput): Drawing {
  const { shown, dependencies, hidden } = foldGraph(tasks, folded);
  const ids = shown.map(({ id }) => id);
  const indexOf = new Map(ids.map((id, at) => [id, at]));
  const edges = ids.flatMap((id, to) =>
    (dependencies.get(id) ?? []).map((from): [number, number] => [indexOf.get(from)!, to]),
  );
  const graphOf = (most: number, spare = 0): Graph => ({
    edges,
    nodes: shown.map((task) => ({
      id: task.id,
      width: Math.min(naturalWidth(task, hidden.get(task.id)) + spare, most),
    })),
  });
  const base = { ids, indexOf, hidden };
  const picture = wish === 'lanes' ? undefined : bestPicture(graphOf, width, height, wish === 'picture', ascii);
  if (picture) return { kind: 'picture', ...base, ...picture };
  const graph = graphOf(leastLabel);
  const rows = drawLanes(graph, ascii);
  const rowOf: number[] = [];
  for (const [row, { node }] of rows.entries()) rowOf[node] = row;
  return { kind: 'lanes', ...base, graph, rows, rowOf };
}

/** `[`, sign, blank, id, blank, words, what is folded, `]`. */
function naturalWidth({ id, description }: PlannedTask, hidden: number | undefined): number {
  const fold = hidden === undefined ? 0 : String(hidden).length + 4;
  return cellWidth(`${id} ${description}`) + 4 + fold;
}

function bestPicture(
  graphOf: (most: number, spare?: number) => Graph,
  width: number,
  height: number,
  must: boolean,
  ascii: boolean,
): { graph: Graph; picture: Picture } | undefined {
  const count = graphOf(leastLabel).nodes.length;
  if (count === 0 || (!must && count > mostBoxes)) return undefined;
  let last: { graph: Graph; picture: Picture } | undefined;
  for (const [most, spare] of labelWidths.flatMap((most) => [[most, timeCells] as const, [most, 0] as const])) {
    const graph = graphOf(most, spare);
    for (const direction of ['right', 'down'] as const) {
      if (!must && !couldFit(graph, direction, width, height)) continue;
      if (must && (most !== drawnLabelWidth || spare > 0) && !couldFit(graph, direction, width, height)) continue;
      const picture = drawPicture(graph, { direction, ascii });
      if (picture.width <= width && picture.height <= height) return { graph, picture };
      last = { graph, picture };
    }
  }
  return must ? last : undefined;
}

/** A look at ranks alone: most pictures that do not fit need not be made. */
function couldFit(graph: Graph, direction: Direction, width: number, height: number): boolean {
  const ranks = ranksOf(graph);
  const across: number[] = [];
  const along: number[] = [];
  graph.nodes.forEach((node, at) => {
    const rank = ranks[at]!;
    across[rank] = Math.max(across[rank] ?? 0, direction === 'down' ? 1 : node.width);
    along[rank] = (along[rank] ?? 0) + (direction === 'down' ? node.width + 2 : 1);
  });
  const deep = across.reduce((sum, cells) => sum + cells, 0) + (across.length - 1) * (direction === 'down' ? 1 : 2);
  const broad = Math.max(...along) - (direction === 'down' ? 2 : 0);
  return direction === 'down' ? broad <= width && deep <= height : deep <= width && broad <= height;
}
