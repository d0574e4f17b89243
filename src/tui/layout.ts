// Geometry as a pure function: a layout (data), the screen's size and what is open give each panel its rectangle.
import type { Rect } from './cell-pane.js';

export type PanelName = 'conversation' | 'files' | 'message' | 'status';

interface Sized {
  /** Cells along the split; `content`: what the panel asks for. Without size and percent it takes what is left, at least `min`. */
  size?: number | 'content';
  percent?: number;
  min?: number;
  max?: number;
}

export type LayoutPart = Sized &
  (
    | { panel: PanelName; frame?: boolean }
    /** Panels in one place: the first one that is open is shown. */
    | { stack: PanelName[]; frame?: boolean }
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
  /** Rows that a panel of size `content` asks for when it is so many cells wide, both without the frame it may have. */
  contentRows(panel: PanelName, width: number, framed: boolean): number;
}

/** What a frame takes: the border, and a blank between it and the content at either side. */
const frameRows = 2;
const frameColumns = 4;

/** A panel's place; `frame` is false where there is no room for a border. */
export interface Placed extends Rect {
  frame: boolean;
}

export type Placement = Map<PanelName, Placed>;

/** The first layout whose minimum the screen meets; undefined when the screen is too small for all. */
export function chooseLayout(layouts: Layout[], columns: number, rows: number): Layout | undefined {
  return layouts.find((layout) => columns >= layout.minColumns && rows >= layout.minRows);
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

/** Rectangles of all shown panels; they touch and never overlap. */
export function placePanels(layout: Layout, input: LayoutInput): Placement {
  const placement: Placement = new Map();
  place(layout.root, { x: 0, y: 0, width: input.columns, height: input.rows }, input, placement);
  return placement;
}

function place(part: LayoutPart, rect: Rect, input: LayoutInput, placement: Placement): void {
  if ('split' in part) {
    const along = part.split === 'rows' ? 'height' : 'width';
    const shown = part.parts.filter((child) => isShown(child, input.open));
    const sizes = share(shown, rect, along, input);
    let offset = 0;
    shown.forEach((child, i) => {
      const size = sizes[i] ?? 0;
      const inner =
        along === 'height'
          ? { ...rect, y: rect.y + offset, height: size }
          : { ...rect, x: rect.x + offset, width: size };
      offset += size;
      place(child, inner, input, placement);
    });
    return;
  }
  const panel = 'panel' in part ? part.panel : part.stack.find((name) => input.open.has(name));
  if (panel && rect.width > 0 && rect.height > 0) placement.set(panel, { ...rect, frame: part.frame ?? true });
}

function isShown(part: LayoutPart, open: ReadonlySet<PanelName>): boolean {
  if ('panel' in part) return open.has(part.panel);
  if ('stack' in part) return part.stack.some((name) => open.has(name));
  return part.parts.some((child) => isShown(child, open));
}

/** Fixed sizes first, in order of the parts from the end (status before message before the rest), then what is left in equal shares. */
function share(parts: LayoutPart[], rect: Rect, along: 'width' | 'height', input: LayoutInput): number[] {
  const sizes = parts.map(() => 0);
  const flexible = parts.filter((part) => part.size === undefined && part.percent === undefined);
  const reserved = flexible.reduce((sum, part) => sum + (part.min ?? 1), 0);
  let left = rect[along];
  for (let i = parts.length - 1; i >= 0; i--) {
    const wanted = wantedSize(parts[i]!, rect, along, input);
    if (wanted === undefined) continue;
    sizes[i] = Math.max(0, Math.min(wanted, left - reserved));
    left -= sizes[i]!;
  }
  let open = flexible.length;
  parts.forEach((part, i) => {
    if (!flexible.includes(part)) return;
    sizes[i] = Math.floor(left / open);
    left -= sizes[i]!;
    open--;
  });
  return sizes;
}

function wantedSize(part: LayoutPart, rect: Rect, along: 'width' | 'height', input: LayoutInput): number | undefined {
  const clamp = (value: number) => Math.min(Math.max(value, part.min ?? 1), part.max ?? rect[along]);
  if (part.percent !== undefined) return clamp(Math.round((rect[along] * part.percent) / 100));
  if (part.size !== 'content') return part.size;
  if (!('panel' in part)) return clamp(1);
  const framed = part.frame ?? true;
  const rows = input.contentRows(part.panel, Math.max(1, rect.width - (framed ? frameColumns : 0)), framed);
  return clamp(rows + (framed ? frameRows : 0));
}
