// The pane of one agent of a team: what it says and does in its task, live, with its own place, folds and search. Which
// agents there are is the view's business, where the pane stands team-panes.ts'.
import { cellWidth, clipToWidth } from '../../base/width.js';
import type { StyleRole } from '../../view/span.js';
import { type AgentState, conversationOfAgent, lookOfAgent } from '../../view/team-view.js';
import type { View } from '../../view/view-model.js';
import type { Panel } from './panel.js';
import type { Reader } from './reader.js';

export interface AgentPanelOptions {
  /** The whole one, with all agents. */
  view: View;
  agentId: string;
  /** A conversation keeps its reader, so that one that comes back stands where it was left. */
  readerOf(conversation: View): Reader;
  ascii: boolean;
}

export interface AgentPanel extends Panel {
  /** Undefined while it has had no task. */
  reader(): Reader | undefined;
}

/** Work that goes on needs no colour of its own; what has ended, or waits, is told apart. */
const borders: Record<AgentState, StyleRole | undefined> = {
  working: 'accent',
  reviewing: 'accent',
  reviewed: 'accent',
  waiting: 'warning',
  done: undefined,
  idle: 'border',
};

export function createAgentPanel({ view, agentId, readerOf, ascii }: AgentPanelOptions): AgentPanel {
  let columns = 0;
  const reader = () => {
    const conversation = conversationOfAgent(view, agentId);
    return conversation && readerOf(conversation);
  };
  return {
    reader,
    padding: 0,
    frame(focused) {
      const look = lookOfAgent(view, agentId, ascii);
      const taskId = view.agents.get(agentId)?.taskId;
      const title = [agentId, ...(taskId === undefined ? [] : [taskId])].join(ascii ? ' - ' : ' · ');
      // Who it is counts more than how it is doing, which a sign and a colour say too.
      const room = columns - cellWidth(title) - 6;
      const word = look.short !== undefined && cellWidth(look.word) + 2 > room ? look.short : look.word;
      const state = clipToWidth(`${look.glyph} ${word}`, Math.max(1, room), ascii ? '.' : '…');
      return {
        role: focused ? 'borderFocus' : (borders[look.state] ?? look.role),
        title,
        rightTitle: [{ text: state, role: look.role }],
        ...reader()?.labels(),
      };
    },
    lines(width, height, look) {
      columns = width;
      const here = reader();
      return here ? here.lines(width, height, look) : [[{ text: '  no task yet', role: 'dim' }]];
    },
  };
}
