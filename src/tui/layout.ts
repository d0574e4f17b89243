// Geometry as a pure function: a layout (data), the screen's size and what is open give each panel its rectangle.
import type { Rect } from './cell-pane.js';

export type PanelName = 'conversation' | 'plan' | 'files' | 'message' | 'status' | 'tabs' | AgentName;

/** The pane of one of a team. */
export type AgentName = `worker-${number}` | 'reviewer';

export const isAgentName = (name: string): name is AgentName => /^(?:worker-\d+|reviewer)$/.test(name);

/** Alt and this digit is the first agent; so many have a key. */
export const firstAgentKey = 4;
export const keysOfAgents = 6;

/** Where there are no places for agents, the one that is looked at stands here. */
export const agentSlot = 'agent';

/** Places for agents, in order: `agent-1` and so on. */
export function agentPlaces({ root }: Layout): SlotName[] {
  const number = (slot: SlotName) => Number(slot.slice('agent-'.length));
  const places = slotsOf(root).filter((slot) => /^agent-\d+$/.test(slot));
  return places.sort((a, b) => number(a) - number(b));
}

/** Stands in a layout for whichever panel is zoomed. */
export const zoomedSlot = 'zoomed';

/** A place for a panel, by its name; one that is not open, or that does not exist (yet), has no place. */
export type SlotName = PanelName | typeof zoomedSlot | (string & {});

interface Sized {
  /** Cells along the split; `content`: what the panel asks for. Without size and percent it takes what is left, at least `min`. */
  size?: number | 'content';
  percent?: number;
  /** Another percentage while a panel is open, by its name. */
  percentWith?: Record<string, number>;
  min?: number;
  max?: number;
}

export type LayoutPart = Sized &
  (
    | { panel: SlotName; frame?: boolean }
    /** Panels in one place: the first one that is open is shown. */
    | { stack: SlotName[]; frame?: boolean }
    | { split: 'rows' | 'columns'; parts: LayoutPart[] }
  );

export interface Layout {
  name: string;
  minColumns: number;
  minRows: number;
  root: LayoutPart;
}

export interface LayoutInput {
  columns: number;
  rows: number;
  open: ReadonlySet<PanelName>;
  /** What `zoomedSlot` stands for. */
  zoomed?: PanelName | undefined;
  /** Who stands in places that are no panel's own, by slot. */
  seats?: ReadonlyMap<string, PanelName>;
  /** Rows that a panel of size `content` asks for when it is so many cells wide, both without the frame it may have. */
  contentRows(panel: PanelName, width: number, framed: boolean): number;
  /** Borders that were dragged: the part of the split's length that a part has, from 0 to 1, by the part's key. */
  dragged?: ReadonlyMap<string, number>;
}

/** What a frame takes: the border, and a blank between it and the content at either side. */
const frameRows = 2;
const frameColumns = 4;
/** The least that a dragged border leaves of a panel. */
const leastDragged = { width: 12, height: 3 } as const;

/** A panel's place; `frame` is false where there is no room for a border. */
export interface Placed extends Rect {
  frame: boolean;
}

/** The border between two parts of a split, which can be dragged. */
export interface Divider {
  /** The part that gets the share, and on which side of the border it is. */
  key: string;
  side: 'before' | 'after';
  along: 'width' | 'height';
  /** The first column or row of the part behind the border. */
  at: number;
  /** The whole of the split. */
  area: Rect;
}

export type Placement = Map<PanelName, Placed>;

export interface Geometry {
  panels: Placement;
  dividers: Divider[];
}

/** The first layout whose minimum the screen meets; undefined when the screen is too small for all. */
export function chooseLayout(layouts: readonly Layout[], columns: number, rows: number): Layout | undefined {
  return layouts.find((layout) => columns >= layout.minColumns && rows >= layout.minRows);
}

/** All slots of a layout, in the order of its parts. */
export function slotsOf(part: LayoutPart): SlotName[] {
  if ('panel' in part) return [part.panel];
  return 'stack' in part ? part.stack : part.parts.flatMap(slotsOf);
}

/** The panel has no place of its own: when it is open, it is shown over another one. */
export function isCovering(layout: Layout, panel: PanelName): boolean {
  const inStack = (part: LayoutPart): boolean =>
    'stack' in part
      ? part.stack.length > 1 && part.stack.includes(panel)
      : 'split' in part
        ? part.parts.some(inStack)
        : false;
  return inStack(layout.root);
}

/** Rectangles of all shown panels; they touch, never overlap and leave nothing over. */
export function placePanels(layout: Layout, input: LayoutInput): Geometry {
  const geometry: Geometry = { panels: new Map(), dividers: [] };
  place(layout.root, layout.name, { x: 0, y: 0, width: input.columns, height: input.rows }, input, geometry);
  return geometry;
}

/** The share that the part of a divider has when its border is dragged to this cell. */
export function shareAt({ area, along, side }: Divider, cell: { x: number; y: number }): number {
  const [start, length] = along === 'width' ? [area.x, area.width] : [area.y, area.height];
  const before = (along === 'width' ? cell.x : cell.y) - start;
  const least = Math.min(leastDragged[along], Math.floor(length / 2));
  const kept = Math.max(least, Math.min(before, length - least));
  return (side === 'before' ? kept : length - kept) / length;
}

function place(part: LayoutPart, key: string, rect: Rect, input: LayoutInput, geometry: Geometry): void {
  if ('split' in part) {
    placeSplit(part, key, rect, input, geometry);
    return;
  }
  const panel = shownIn(part, input);
  if (panel && rect.width > 0 && rect.height > 0) geometry.panels.set(panel, { ...rect, frame: part.frame ?? true });
}

/** A part of a split with the name under which its border is remembered. */
interface Child {
  part: LayoutPart;
  key: string;
  share: number | undefined;
}

function placeSplit(
  split: LayoutPart & { split: 'rows' | 'columns'; parts: LayoutPart[] },
  key: string,
  rect: Rect,
  input: LayoutInput,
  geometry: Geometry,
): void {
  const along = split.split === 'rows' ? 'height' : 'width';
  const children = split.parts
    .map((part, i): Child => ({ part, key: `${key}/${i}`, share: input.dragged?.get(`${key}/${i}`) }))
    .filter(({ part }) => isShown(part, input));
  const sizes = share(children, rect, along, input);
  let offset = 0;
  children.forEach((child, i) => {
    const size = sizes[i] ?? 0;
    const inner =
      along === 'height' ? { ...rect, y: rect.y + offset, height: size } : { ...rect, x: rect.x + offset, width: size };
    const before = children[i - 1];
    if (before && canDrag(before.part) && canDrag(child.part))
      geometry.dividers.push({
        ...draggedPart(before, child),
        along,
        at: along === 'height' ? inner.y : inner.x,
        area: rect,
      });
    offset += size;
    place(child.part, child.key, inner, input, geometry);
  });
}

const canDrag = (part: LayoutPart) => part.size === undefined;

/** The one of a given share keeps it when the others change; without one it is the second. */
function draggedPart(before: Child, after: Child): Pick<Divider, 'key' | 'side'> {
  const isFirst = before.part.percent !== undefined && after.part.percent === undefined;
  return isFirst ? { key: before.key, side: 'before' } : { key: after.key, side: 'after' };
}

/** The panel that stands in a slot just now. */
function panelIn(slot: SlotName, { open, zoomed, seats }: LayoutInput): PanelName | undefined {
  if (slot === zoomedSlot) return zoomed;
  const seated = seats?.get(slot);
  if (seated) return seated;
  return open.has(slot as PanelName) ? (slot as PanelName) : undefined;
}

function shownIn(part: Exclude<LayoutPart, { split: unknown }>, input: LayoutInput): PanelName | undefined {
  for (const slot of slotsOf(part)) {
    const panel = panelIn(slot, input);
    if (panel) return panel;
  }
  return undefined;
}

function isShown(part: LayoutPart, input: LayoutInput): boolean {
  return slotsOf(part).some((slot) => panelIn(slot, input) !== undefined);
}

/** Fixed sizes first, in order of the parts from the end (status before message before the rest), then what is left in equal shares. */
function share(children: Child[], rect: Rect, along: 'width' | 'height', input: LayoutInput): number[] {
  const sizes = children.map(() => 0);
  const isFlexible = ({ part, share: dragged }: Child) =>
    part.size === undefined && percentOf(part, input) === undefined && dragged === undefined;
  const flexible = children.filter(isFlexible);
  const reserved = flexible.reduce((sum, { part }) => sum + (part.min ?? 1), 0);
  let left = rect[along];
  for (let i = children.length - 1; i >= 0; i--) {
    const wanted = wantedSize(children[i]!, rect, along, input);
    if (wanted === undefined) continue;
    sizes[i] = Math.max(0, Math.min(wanted, left - reserved));
    left -= sizes[i]!;
  }
  let open = flexible.length;
  children.forEach((child, i) => {
    if (!isFlexible(child)) return;
    sizes[i] = Math.floor(left / open);
    left -= sizes[i]!;
    open--;
  });
  if (left > 0 && children.length > 0) sizes[takerOf(children)]! += left;
  return sizes;
}

/** Where all parts have a size and some cells are over, the last that is not bound to a number of cells has them. */
function takerOf(children: Child[]): number {
  const found = children.findLastIndex(({ part }) => part.size === undefined);
  return found === -1 ? children.length - 1 : found;
}

function percentOf({ percent, percentWith = {} }: LayoutPart, { open }: LayoutInput): number | undefined {
  const panel = Object.keys(percentWith).find((name) => open.has(name as PanelName));
  return panel === undefined ? percent : percentWith[panel];
}

function wantedSize(
  { part, share: dragged }: Child,
  rect: Rect,
  along: 'width' | 'height',
  input: LayoutInput,
): number | undefined {
  const clamp = (value: number) => Math.min(Math.max(value, part.min ?? 1), part.max ?? rect[along]);
  if (dragged !== undefined) return Math.max(1, Math.round(rect[along] * dragged));
  const percent = percentOf(part, input);
  if (percent !== undefined) return clamp(Math.round((rect[along] * percent) / 100));
  if (part.size !== 'content') return part.size;
  const panel = 'split' in part ? undefined : shownIn(part, input);
  if (!panel || 'split' in part) return clamp(1);
  const framed = part.frame ?? true;
  const rows = input.contentRows(panel, Math.max(1, rect.width - (framed ? frameColumns : 0)), framed);
  return clamp(rows + (framed ? frameRows : 0));
}
