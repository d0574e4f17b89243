// The panels on the screen: which are shown, where they stand, what lies over them. Geometry comes from layouts/.

import type { CellPane, Rect } from './cell-pane.js';
import type { Dialogs } from './dialogs/dialogs.js';
import { chooseLayout, isCovering, type Layout, type PanelName, type Placement, placePanels } from './layout.js';
import type { FrameCost, PaintSurface } from './paint-surface.js';
import type { Panel } from './panels/panel.js';
import type { UiState } from './ui-state.js';

export interface ScreenPanesOptions {
  surface: PaintSurface;
  layouts: Layout[];
  panels: Record<PanelName, Panel>;
  ui: UiState;
  dialogs: Dialogs;
}

export interface ScreenPanes {
  /** Lays out and paints one frame. */
  paint(): FrameCost;
  /** It has a place in the last frame. */
  isShown(name: PanelName): boolean;
  /** There is no room for the files beside the conversation: when they are open, they cover it. */
  filesCover(): boolean;
}

export function createScreenPanes({ surface, layouts, panels, ui, dialogs }: ScreenPanesOptions): ScreenPanes {
  let layout: Layout | undefined;
  let placement: Placement = new Map();
  const names = Object.keys(panels) as PanelName[];
  const panes = new Map<PanelName, CellPane>(names.map((name) => [name, paneOf(name)]));
  const tooSmall = surface.createPane({
    hidden: true,
    content: (width) => [[{ text: tooSmallText(width), role: 'warning' }]],
  });
  const dialogPane = surface.createPane({
    hidden: true,
    content: (width, height) => dialogs.top()?.lines(width, height) ?? [],
    frame: () => dialogs.top()?.frame() ?? { role: 'border' },
    caret: () => dialogs.top()?.caret?.() ?? null,
  });

  function paneOf(name: PanelName): CellPane {
    const panel = panels[name];
    const focused = () => ui.focus === name && dialogs.top() === undefined;
    const framed = () => placement.get(name)?.frame ?? false;
    return surface.createPane({
      hidden: true,
      content: (width, height) => panel.lines(width, height, { focused: focused(), framed: framed() }),
      frame: () => panel.frame(focused()),
      bordered: framed,
      caret: () => (focused() ? (panel.caret?.() ?? null) : null),
      ...(panel.padding === undefined ? {} : { padding: panel.padding }),
    });
  }

  function openPanels(chosen: Layout): Set<PanelName> {
    const open = new Set<PanelName>(['conversation', 'message', 'status']);
    if (isCovering(chosen, 'files') ? ui.filesOver : ui.filesBeside) open.add('files');
    return open;
  }

  function layOut(): void {
    const { cols: columns, rows } = surface;
    layout = chooseLayout(layouts, columns, rows);
    placement = layout
      ? placePanels(layout, {
          columns,
          rows,
          open: openPanels(layout),
          contentRows: (name, width, framed) => panels[name].wantedRows?.(width, framed) ?? 1,
        })
      : new Map();
    // A panel that has no place cannot keep the focus.
    if (!placement.has(ui.focus)) ui.focus = 'message';
    const dialog = layout && dialogPlace(columns, rows);
    const bottom = dialog?.at === 'bottom' ? dialog.y : rows;
    for (const [name, pane] of panes) show(pane, above(placement.get(name), bottom));
    show(tooSmall, layout ? undefined : { x: 0, y: 0, width: columns, height: rows });
    show(dialogPane, dialog);
  }

  function dialogPlace(columns: number, rows: number): (Rect & { at: 'bottom' | 'middle' }) | undefined {
    const wants = dialogs.top()?.wants({ width: columns, height: rows });
    if (!wants) return undefined;
    const { at } = wants;
    const width = Math.min(wants.width, columns);
    const height = Math.min(wants.height, rows);
    const x = Math.floor((columns - width) / 2);
    return { x, y: at === 'bottom' ? rows - height : Math.floor((rows - height) / 2), width, height, at };
  }

  return {
    isShown: (name) => placement.has(name),
    filesCover: () => layout !== undefined && isCovering(layout, 'files'),
    paint() {
      layOut();
      const cost = surface.paint();
      dialogs.top()?.onPainted?.(dialogPane.isVisible());
      return cost;
    },
  };
}

const tooSmallTexts = ['The window is too small: 20x5 is the least', 'too small: 20x5', 'too small'];

function tooSmallText(width: number): string {
  return tooSmallTexts.find((text) => text.length <= width) ?? '!';
}

/** What a dialog at the bottom leaves of a panel: its last rows are those that a question is about. */
function above(placed: Rect | undefined, bottom: number): Rect | undefined {
  if (!placed || placed.y >= bottom) return undefined;
  return { ...placed, height: Math.min(placed.height, bottom - placed.y) };
}

function show(pane: CellPane, rect: Rect | undefined): void {
  if (!rect) pane.hide();
  else {
    pane.place(rect);
    pane.show();
  }
}
