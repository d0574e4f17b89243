// One line of agents with their keys, where there is not a pane for each: who there is, how each is doing, which one is seen.
import { glyphs } from '../../view/glyphs.js';
import type { Line } from '../../view/span.js';
import { lookOfAgent } from '../../view/team-view.js';
import type { View } from '../../view/view-model.js';
import { clipLine, lineWidth } from '../../view/wrap.js';
import { type AgentName, firstAgentKey, keysOfAgents } from '../layout.js';
import type { Panel } from './panel.js';

export interface TabsOptions {
  view: View;
  agents(): readonly AgentName[];
  /** Those that are on the screen. */
  seen(): readonly AgentName[];
  /** Of the panes, when there are more agents than places. */
  pages(): { page: number; count: number } | undefined;
  ascii: boolean;
}

export function createTabsPanel({ view, agents, seen, pages, ascii }: TabsOptions): Panel {
  function tab(agentId: AgentName, at: number, form: number): Line {
    const { glyph, role } = lookOfAgent(view, agentId, ascii);
    const taskId = view.agents.get(agentId)?.taskId;
    const name = form < 2 ? agentId : agentId.replace(/^(.)\D*/, '$1');
    const task = form === 0 && taskId !== undefined ? ` ${taskId}` : '';
    const key = at < keysOfAgents ? `${firstAgentKey + at} ` : '';
    const isSeen = seen().includes(agentId);
    return [
      { text: ` ${key}`, role: isSeen ? 'selection' : 'dim' },
      { text: glyph, role: isSeen ? 'selection' : role },
      { text: ` ${name}${task} `, role: isSeen ? 'selection' : 'text' },
    ];
  }

  /** From the longest form to the shortest. */
  function line(form: number): Line {
    const shown = pages();
    const conversation: Line = [
      { text: ' 1 ', role: seen().length === 0 ? 'selection' : 'dim' },
      { text: `${form < 2 ? 'Conversation' : 'conv'} `, role: seen().length === 0 ? 'selection' : 'text' },
    ];
    const label = shown && ` page ${shown.page + 1}/${shown.count} [ ]`;
    return [
      ...(shown ? [] : conversation),
      ...agents().flatMap((agentId, at) => tab(agentId, at, form)),
      ...(label ? [{ text: label, role: 'dim' as const }] : []),
    ];
  }

  return {
    frame: () => ({ role: 'border' }),
    lines(width) {
      const found = [0, 1, 2].map(line).find((candidate) => lineWidth(candidate) <= width) ?? line(2);
      return [clipLine(found, width, glyphs(ascii).ellipsis)];
    },
  };
}
