// The panes of a team: one an agent, and which of them stand in the places of the layout. The busy ones do, and whoever has
// the focus; the others are a page further. Owns no geometry and no keys.
import type { Highlighter } from '../view/highlighter.js';
import { lookOfAgent, teamIds } from '../view/team-view.js';
import { createTranscript } from '../view/transcript.js';
import type { View } from '../view/view-model.js';
import { type AgentName, agentSlot, isAgentName } from './layout.js';
import { type AgentPanel, createAgentPanel } from './panels/agent.js';
import type { Panel } from './panels/panel.js';
import { createReader, type Reader, type Reading } from './panels/reader.js';
import { createTabsPanel } from './panels/tabs.js';

export interface TeamPanesOptions {
  view: View;
  highlighter: Highlighter;
  /** ms since 1970. */
  now(): number;
  ascii: boolean;
}

export interface TeamPanes {
  /** In the order of their keys: workers by number, then the reviewer; empty when there is no team. */
  names(): AgentName[];
  panel(name: AgentName): AgentPanel;
  /** Undefined while it has had no task. */
  reading(name: AgentName): Reading | undefined;
  /** In one of them something is being searched. */
  isSearching(): boolean;
  /** The line of names, for when there is not a pane for each. */
  tabs: Panel;
  /** Who stands where; whoever has the focus has a place. Without places only the one that is `over` the conversation. */
  seat(places: readonly string[], focused: AgentName | undefined, over: AgentName | undefined): Map<string, AgentName>;
  /** Not each has a place. */
  isCrowded(): boolean;
  /** To the agents of another page, round the ends; the first of them, or undefined when there is only one page. */
  turnPage(step: 1 | -1): AgentName | undefined;
}

export function createTeamPanes({ view, highlighter, now, ascii }: TeamPanesOptions): TeamPanes {
  const panels = new Map<AgentName, AgentPanel>();
  const readers = new WeakMap<View, Reader>();
  /** The first page, by place; it changes little, so that panes do not jump about. */
  let seated: AgentName[] = [];
  let placeCount = 0;
  let page = 0;
  let seen: AgentName[] = [];

  function readerOf(conversation: View): Reader {
    let reader = readers.get(conversation);
    if (!reader) {
      const transcript = createTranscript(conversation, { highlighter });
      reader = createReader({ view: conversation, transcript, now, ascii });
      readers.set(conversation, reader);
    }
    return reader;
  }

  function panel(name: AgentName): AgentPanel {
    let made = panels.get(name);
    if (!made) {
      made = createAgentPanel({ view, agentId: name, readerOf, ascii });
      panels.set(name, made);
    }
    return made;
  }

  const names = (): AgentName[] => teamIds(view).filter(isAgentName);
  const isBusy = (name: AgentName) => {
    const { state } = lookOfAgent(view, name, ascii);
    return state !== 'done' && state !== 'idle';
  };

  /** Busy agents without a place take that of one who has nothing to do. */
  function seatBusy(all: readonly AgentName[], focused: AgentName | undefined): void {
    seated = seated.filter((name) => all.includes(name)).slice(0, placeCount);
    const waiting = all.filter((name) => !seated.includes(name));
    const wanted = [...waiting.filter(isBusy), ...waiting.filter((name) => !isBusy(name))];
    while (seated.length < Math.min(placeCount, all.length)) seated.push(wanted.shift()!);
    const mayGo = (name: AgentName) => name !== focused && !isBusy(name);
    for (const name of wanted.filter(isBusy)) {
      const at = seated.findLastIndex(mayGo);
      if (at !== -1) seated[at] = name;
    }
    if (focused === undefined || seated.includes(focused)) return;
    const at = seated.findLastIndex(mayGo);
    seated[at === -1 ? placeCount - 1 : at] = focused;
  }

  function pageOf(all: readonly AgentName[], number: number): AgentName[] {
    const rest = all.filter((name) => !seated.includes(name));
    return number === 0 ? seated : rest.slice((number - 1) * placeCount, number * placeCount);
  }
  const pageCount = (all: readonly AgentName[]) => (placeCount === 0 ? 1 : Math.ceil(all.length / placeCount));

  return {
    names,
    panel,
    reading: (name) => panel(name).reader(),
    isSearching: () => names().some((name) => panel(name).reader()?.search.isOpen() === true),
    tabs: createTabsPanel({
      view,
      agents: names,
      seen: () => seen,
      pages: () => (placeCount > 1 && pageCount(names()) > 1 ? { page, count: pageCount(names()) } : undefined),
      ascii,
    }),
    seat(places, focused, over) {
      const all = names();
      placeCount = places.length;
      if (placeCount === 0) {
        seen = all.filter((name) => name === over);
        return new Map(seen.map((name) => [agentSlot, name]));
      }
      if (all.length <= placeCount) [seated, page] = [[...all], 0];
      else if (page === 0 || pageOf(all, page).length === 0) page = 0;
      // Whoever is given the focus is brought back to the first page.
      else if (focused && !pageOf(all, page).includes(focused)) page = 0;
      if (page === 0 && all.length > placeCount) seatBusy(all, focused);
      seen = pageOf(all, page);
      return new Map(seen.map((name, at) => [places[at] as string, name]));
    },
    isCrowded: () => names().length > placeCount,
    turnPage(step) {
      const all = names();
      const count = pageCount(all);
      if (count < 2) return undefined;
      page = (page + step + count) % count;
      return pageOf(all, page)[0];
    },
  };
}
