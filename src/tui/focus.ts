// Moving the focus between panels, and with it what lies over what. Where the panels stand is in screen-panes.ts.
import type { ActionScope } from './actions.js';
import { isAgentName } from './layout.js';
import type { FocusName } from './ui-state.js';

export type FocusScope = Pick<ActionScope, 'ui' | 'isShown' | 'filesCover' | 'planCovers' | 'hasPlan'>;

/** Files, or a plan, that cover the conversation are there only while they have the focus. What is zoomed stays so while a message is written. */
export function focus({ ui, filesCover, planCovers }: FocusScope, name: FocusName): void {
  ui.focus = name;
  ui.filesOver = name === 'files' && filesCover();
  ui.planOver = name === 'plan' && planCovers();
  if (name !== 'message') ui.addressee = undefined;
  // While it is written to, it is seen.
  if (!ui.addressee) ui.agentOver = isAgentName(name) ? name : undefined;
  if (name !== 'message' && name !== ui.zoomed) ui.zoomed = undefined;
}

export function cycleFocus(scope: FocusScope & Pick<ActionScope, 'team'>, step: 1 | -1): void {
  const { ui, isShown, filesCover, planCovers, hasPlan, team } = scope;
  const covers = { message: false, conversation: true, plan: planCovers(), files: filesCover() };
  const isThere = (name: keyof typeof covers) => {
    if (name === 'plan' && !hasPlan()) return false;
    return isShown(name) || ((covers[name] || filesCover()) && ui.zoomed === undefined);
  };
  const agents = team.names().filter((name) => isShown(name) || isShown('tabs'));
  const ring: FocusName[] = [...(['message', 'conversation', 'plan', 'files'] as const).filter(isThere), ...agents];
  focus(scope, ring[(ring.indexOf(ui.focus) + step + ring.length) % ring.length] ?? 'message');
}

/** The focused panel (from the message: the conversation) gets the whole place above the message, or gives it back. */
export function toggleZoom(scope: FocusScope & Pick<ActionScope, 'isWhole'>): void {
  const { ui } = scope;
  const panel = ui.focus === 'message' ? (ui.zoomed ?? ui.addressee?.agentId ?? 'conversation') : ui.focus;
  // A zoom that is not seen would only cost an Esc.
  if (ui.zoomed === undefined && scope.isWhole(panel)) ui.hint = 'It has the whole width already';
  else ui.zoomed = ui.zoomed === panel ? undefined : panel;
  focus(scope, ui.focus);
}
