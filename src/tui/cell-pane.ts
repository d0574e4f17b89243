// A rectangle of styled lines with an optional border. Paints its cells itself; text is never taken for markup.
import type { Line } from '../view/span.js';
import type { BlessedCoords, BlessedElement, BlessedRow } from './blessed-internals.js';
import type { Point } from './draw.js';
import { fillCells, paintLine } from './paint-line.js';
import { type PaneFrame, paintFrame } from './pane-frame.js';
import type { Theme } from './theme.js';

/** Cells of the screen, 0-based. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PaneSpec {
  rect?: Rect;
  /** Lines for an area of this size, called at every frame; what is longer or wider is cut. */
  content(width: number, height: number): Line[];
  /** Border, titles and labels, asked at every frame after `content`, which some of them tell about; absent: no border. */
  frame?(): PaneFrame;
  /** False: no border for now, although there is a `frame`. */
  bordered?(): boolean;
  /** Where the caret stands inside the content, asked after `content`; null or absent: not here. */
  caret?(): Point | null;
  /** Empty columns left and right of the content; without it 1 inside a border and 0 without one. */
  padding?: number;
  /** Starts hidden. */
  hidden?: boolean;
}

/** What the pane needs of the screen it stands on. */
export interface PaneHost {
  rows(): BlessedRow[];
  theme(): Theme;
  claimCaret(at: Point): void;
}

export interface CellPane {
  place(rect: Rect): void;
  show(): void;
  hide(): void;
  isVisible(): boolean;
  /** Puts it over all others. */
  toFront(): void;
  /** Where its content was painted last, in screen cells; null while it is not shown. */
  inner(): Rect | null;
  destroy(): void;
}

/** Makes a blessed box paint `spec`; blessed keeps order, visibility and clipping. */
export function attachCellPane(box: BlessedElement, spec: PaneSpec, host: PaneHost): CellPane {
  let inner: Rect | null = null;
  box.render = () => {
    const coords = box._getCoords(true);
    box.lpos = coords;
    inner = coords === undefined ? null : paintPane(coords, spec, host);
    return coords;
  };
  return {
    place(rect) {
      box.left = rect.x;
      box.top = rect.y;
      box.width = rect.width;
      box.height = rect.height;
    },
    show: () => box.show(),
    hide() {
      box.hide();
      inner = null;
    },
    isVisible: () => !box.hidden,
    toFront: () => box.setFront(),
    inner: () => inner,
    destroy: () => box.destroy(),
  };
}

function paintPane(coords: BlessedCoords, spec: PaneSpec, host: PaneHost): Rect | null {
  const theme = host.theme();
  const rows = host.rows();
  const outer = { x: coords.xi, y: coords.yi, width: coords.xl - coords.xi, height: coords.yl - coords.yi };
  if (outer.width <= 0 || outer.height <= 0) return null;
  const bordered = spec.frame !== undefined && (spec.bordered?.() ?? true);
  const area = innerArea(outer, bordered, spec.padding);
  const text = theme.attr('text');
  const hasRoom = area.width > 0 && area.height > 0;
  const lines = hasRoom ? spec.content(area.width, area.height) : [];
  for (let y = outer.y; y < outer.y + outer.height; y++) fillCells(rows[y], outer.x, outer.x + outer.width, text);
  if (bordered && spec.frame) paintFrame(rows, outer, spec.frame(), theme);
  for (let i = 0; i < Math.min(lines.length, area.height); i++)
    paintLine(rows[area.y + i], area.x, area.x + area.width, lines[i] as Line, theme);
  if (!hasRoom) return null;
  const caret = spec.caret?.() ?? null;
  if (caret !== null && caret.x >= 0 && caret.y >= 0 && caret.x <= area.width && caret.y < area.height)
    host.claimCaret({ x: area.x + Math.min(caret.x, area.width - 1), y: area.y + caret.y });
  return area;
}

function innerArea(outer: Rect, framed: boolean, padding = framed ? 1 : 0): Rect {
  const side = (framed ? 1 : 0) + padding;
  const edge = framed ? 1 : 0;
  return {
    x: outer.x + side,
    y: outer.y + edge,
    width: outer.width - 2 * side,
    height: outer.height - 2 * edge,
  };
}
