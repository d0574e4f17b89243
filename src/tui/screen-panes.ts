// The panels on the screen: which are shown, where they stand, what lies over them. Geometry comes from layouts/.

import type { CellPane, Rect } from './cell-pane.js';
import type { ListPane } from './completion/list-pane.js';
import type { Dialogs } from './dialogs/dialogs.js';
import {
  type AgentName,
  agentPlaces,
  agentSlot,
  chooseLayout,
  type Divider,
  type Geometry,
  isAgentName,
  isCovering,
  type Layout,
  type PanelName,
  placePanels,
  shareAt,
  slotsOf,
} from './layout.js';
import type { FrameCost, PaintSurface } from './paint-surface.js';
import type { Panel } from './panels/panel.js';
import type { LayoutShelf } from './read-layouts.js';
import type { TeamPanes } from './team-panes.js';
import type { UiState } from './ui-state.js';

export interface ScreenPanesOptions {
  surface: PaintSurface;
  layouts: LayoutShelf;
  panels: Record<Exclude<PanelName, AgentName>, Panel>;
  team: TeamPanes;
  ui: UiState;
  dialogs: Dialogs;
  /** There is one in the open thread. */
  hasPlan(): boolean;
  /** Stands above the message while there is something to choose from. */
  list: ListPane;
}

export interface ScreenPanes {
  /** Lays out and paints one frame. */
  paint(): FrameCost;
  /** It has a place in the last frame. */
  isShown(name: PanelName): boolean;
  /** It has the whole width of the screen in the last frame. */
  isWhole(name: PanelName): boolean;
  /** Agents can be looked at without a zoom. */
  hasAgentPlaces(): boolean;
  /** There is no room for the files beside the conversation: when they are open, they cover it. */
  filesCover(): boolean;
  /** The same for the plan. */
  planCovers(): boolean;
  /** The panel at a cell of the screen in the last frame; `row`: of its content, from 0, when the cell is in it. */
  at(cell: Cell): { panel: PanelName; row: number | undefined } | undefined;
  /** The border at a cell that can be dragged. */
  dividerAt(cell: Cell): Divider | undefined;
  /** Moves a border to a cell; it stays there for this session. */
  drag(divider: Divider, cell: Cell): void;
}

interface Cell {
  x: number;
  y: number;
}

export function createScreenPanes({
  surface,
  layouts,
  panels,
  team,
  ui,
  dialogs,
  list,
  hasPlan,
}: ScreenPanesOptions): ScreenPanes {
  let geometry: Geometry = nothingPlaced;
  const dragged = new Map<string, number>();
  const names = Object.keys(panels) as PanelName[];
  const panes = new Map<PanelName, CellPane>(names.map((name) => [name, paneOf(name)]));
  const tooSmall = surface.createPane({
    hidden: true,
    content: (width) => [[{ text: tooSmallText(width), role: 'warning' }]],
  });
  const listPane = surface.createPane({ hidden: true, content: list.lines, frame: list.frame });
  const dialogPane = surface.createPane({
    hidden: true,
    content: (width, height) => dialogs.top()?.lines(width, height) ?? [],
    frame: () => dialogs.top()?.frame() ?? { role: 'border' },
    caret: () => dialogs.top()?.caret?.() ?? null,
  });

  function panelOf(name: PanelName): Panel {
    return isAgentName(name) ? team.panel(name) : panels[name];
  }

  /** Panes of agents are made when they are first seen, and stand behind lists and questions as all others. */
  function addPane(name: PanelName): void {
    if (panes.has(name)) return;
    panes.set(name, paneOf(name));
    for (const above of [tooSmall, listPane, dialogPane]) above.toFront();
  }

  function paneOf(name: PanelName): CellPane {
    const panel = panelOf(name);
    const focused = () => ui.focus === name && dialogs.top() === undefined;
    const framed = () => geometry.panels.get(name)?.frame ?? false;
    return surface.createPane({
      hidden: true,
      content: (width, height) => panel.lines(width, height, { focused: focused(), framed: framed() }),
      frame: () => panel.frame(focused()),
      bordered: framed,
      caret: () => (focused() ? (panel.caret?.() ?? null) : null),
      ...(panel.padding === undefined ? {} : { padding: panel.padding }),
    });
  }

  /** What was chosen, where the screen has room for it; else what the size says. */
  function layoutUnzoomed(): Layout | undefined {
    const wanted = ui.layout ?? (team.names().length > 0 ? teamLayout : undefined);
    const chosen = wanted === undefined ? undefined : layouts.find(wanted);
    const automatic = layouts.automatic();
    return chooseLayout(chosen ? [chosen, ...automatic] : automatic, surface.cols, surface.rows);
  }

  const covers = (panel: PanelName) => {
    const usual = layoutUnzoomed();
    return usual !== undefined && isCovering(usual, panel);
  };
  const filesCover = () => covers('files');
  const planCovers = () => covers('plan');

  function openPanels(): Set<PanelName> {
    const open = new Set<PanelName>(['conversation', 'message', 'status']);
    // What has the focus stays on the screen when the window gets narrower: a plan in review above all.
    if (filesCover() ? ui.filesOver || ui.focus === 'files' : ui.filesBeside) open.add('files');
    if (hasPlan() && (planCovers() ? ui.planOver || ui.focus === 'plan' : ui.planBeside)) open.add('plan');
    return open;
  }

  /** Agents in their places, and the line of their names where not each has one. */
  function seatAgents(layout: Layout | undefined, open: Set<PanelName>): Map<string, AgentName> {
    if (!layout || team.names().length === 0) return new Map();
    const focused = isAgentName(ui.focus) ? ui.focus : ui.addressee?.agentId;
    const seats = team.seat(agentPlaces(layout), focused, ui.agentOver);
    if (team.isCrowded()) open.add('tabs');
    for (const name of seats.values()) open.add(name);
    return seats;
  }

  function layOut(): void {
    const { cols: columns, rows } = surface;
    const zoom = ui.zoomed === undefined ? undefined : chooseLayout([layouts.zoom()], columns, rows);
    const layout = zoom ?? layoutUnzoomed();
    const open = openPanels();
    const seats = seatAgents(layoutUnzoomed(), open);
    geometry = layout
      ? placePanels(layout, {
          columns,
          rows,
          open,
          zoomed: ui.zoomed,
          seats,
          contentRows: (name, width, framed) => panelOf(name).wantedRows?.(width, framed) ?? 1,
          dragged,
        })
      : nothingPlaced;
    const placement = geometry.panels;
    // A panel that has no place cannot keep the focus.
    if (!placement.has(ui.focus)) ui.focus = 'message';
    const dialog = layout && dialogPlace(columns, rows);
    const bottom = dialog?.at === 'bottom' ? dialog.y : rows;
    for (const name of placement.keys()) addPane(name);
    for (const [name, pane] of panes) show(pane, above(placement.get(name), bottom));
    show(tooSmall, layout ? undefined : { x: 0, y: 0, width: columns, height: rows });
    show(listPane, dialog || ui.focus !== 'message' ? undefined : listPlace(placement.get('message')));
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

  function listPlace(message: Rect | undefined): Rect | undefined {
    const wanted = list.wantedRows();
    const height = Math.min(wanted + 2, message?.y ?? 0);
    if (!message || wanted === 0 || height < 3) return undefined;
    return { x: message.x, y: message.y - height, width: Math.min(message.width, mostListColumns), height };
  }

  return {
    isShown: (name) => geometry.panels.has(name),
    isWhole: (name) => geometry.panels.get(name)?.width === surface.cols,
    hasAgentPlaces() {
      const slots = layoutUnzoomed();
      return slots !== undefined && slotsOf(slots.root).some((slot) => slot === agentSlot || slot === firstPlace);
    },
    filesCover,
    planCovers,
    at(cell) {
      for (const [panel, rect] of geometry.panels) {
        if (!isIn(cell, rect)) continue;
        const inner = panes.get(panel)?.inner();
        return { panel, row: inner && isIn({ x: inner.x, y: cell.y }, inner) ? cell.y - inner.y : undefined };
      }
      return undefined;
    },
    // Both of the lines that stand there side by side are the border.
    dividerAt: ({ x, y }) =>
      geometry.dividers.find(({ along, at, area }) => {
        const place = along === 'width' ? x : y;
        return isIn({ x, y }, area) && (place === at || place === at - 1);
      }),
    drag: (divider, cell) => void dragged.set(divider.key, shareAt(divider, cell)),
    paint() {
      layOut();
      const cost = surface.paint();
      dialogs.top()?.onPainted?.(dialogPane.isVisible());
      // What a dialog of the person's own covers was seen before.
      if (!dialogs.top()) panels.plan.onPainted?.(panes.get('plan')?.isVisible() ?? false);
      return cost;
    },
  };
}

/** Comes by itself while a team is there. */
const teamLayout = 'team';
const firstPlace = 'agent-1';
const mostListColumns = 84;

const nothingPlaced: Geometry = { panels: new Map(), dividers: [] };

function isIn({ x, y }: Cell, rect: Rect): boolean {
  return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
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
