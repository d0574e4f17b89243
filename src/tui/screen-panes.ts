// The panels on the screen: which are shown, where they stand, what lies over them. Geometry comes from layouts/.

import type { CellPane, Rect } from './cell-pane.js';
import type { Dialogs } from './dialogs/dialogs.js';
import { chooseLayout, type Layout, type PanelName, type Placement, placePanels } from './layout.js';
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
}

const roomyColumns = 120;

export function createScreenPanes({ surface, layouts, panels, ui, dialogs }: ScreenPanesOptions): ScreenPanes {
  let placement: Placement = new Map();
  const names = Object.keys(panels) as PanelName[];
  const panes = new Map<PanelName, CellPane>(names.map((name) => [name, paneOf(name)]));
  const tooSmall = surface.createPane({
    hidden: true,
    content: (width) => [[{ text: 'The window is too small; 20×5 is the least.'.slice(0, width), role: 'warning' }]],
  });
  const dialogPane = surface.createPane({
    hidden: true,
    content: (width, height) => dialogs.top()?.lines(width, height) ?? [],
    frame: () => dialogs.top()?.frame() ?? null,
    caret: () => dialogs.top()?.caret?.() ?? null,
  });

  function paneOf(name: PanelName): CellPane {
    const panel = panels[name];
    const focused = () => ui.focus === name && dialogs.top() === undefined;
    return surface.createPane({
      hidden: true,
      content: (width, height) => panel.lines(width, height),
      frame: () => (name !== 'status' && placement.get(name)?.frame ? panel.frame(focused()) : null),
      caret: () => (focused() ? (panel.caret?.() ?? null) : null),
    });
  }

  function openPanels(): Set<PanelName> {
    const open = new Set<PanelName>(['conversation', 'message', 'status']);
    if (ui.filesChosen ? ui.filesOpen : surface.cols >= roomyColumns) open.add('files');
    return open;
  }

  function layOut(): void {
    const { cols: columns, rows } = surface;
    const layout = chooseLayout(layouts, columns, rows);
    placement = layout
      ? placePanels(layout, {
          columns,
          rows,
          open: openPanels(),
          contentRows: { message: panels.message.wantedRows?.(columns) ?? 3 },
        })
      : new Map();
    // A panel that has no place cannot keep the focus.
    if (!placement.has(ui.focus)) ui.focus = 'message';
    for (const [name, pane] of panes) show(pane, placement.get(name));
    show(tooSmall, layout ? undefined : { x: 0, y: 0, width: columns, height: rows });
    show(dialogPane, dialogRect(columns, rows));
  }

  function dialogRect(columns: number, rows: number): Rect | undefined {
    const wants = dialogs.top()?.wants({ width: columns, height: rows });
    if (!wants) return undefined;
    const width = Math.min(wants.width, columns);
    const height = Math.min(wants.height, rows);
    const x = Math.floor((columns - width) / 2);
    return { x, y: wants.at === 'bottom' ? rows - height : Math.floor((rows - height) / 2), width, height };
  }

  return {
    isShown: (name) => placement.has(name),
    paint() {
      layOut();
      const cost = surface.paint();
      dialogs.top()?.onPainted?.();
      return cost;
    },
  };
}

function show(pane: CellPane, rect: Rect | undefined): void {
  if (!rect) pane.hide();
  else {
    pane.place(rect);
    pane.show();
  }
}
