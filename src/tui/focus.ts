// Moving the focus between panels, and with it what lies over what. Where the panels stand is in screen-panes.ts.
import type { ActionScope } from './actions.js';
import type { FocusName } from './ui-state.js';

type FocusScope = Pick<ActionScope, 'ui' | 'isShown' | 'filesCover'>;

/** Files that cover the conversation are there only while they have the focus. What is zoomed stays so while a message is written. */
export function focus({ ui, filesCover }: FocusScope, name: FocusName): void {
  ui.focus = name;
  ui.filesOver = name === 'files' && filesCover();
  if (name !== 'message' && name !== ui.zoomed) ui.zoomed = undefined;
}

export function cycleFocus(scope: FocusScope, step: 1 | -1): void {
  const { ui, isShown, filesCover } = scope;
  const isThere = (name: FocusName) => isShown(name) || (filesCover() && ui.zoomed === undefined);
  const ring = (['message', 'conversation', 'files'] as const).filter(isThere);
  focus(scope, ring[(ring.indexOf(ui.focus as (typeof ring)[number]) + step + ring.length) % ring.length] ?? 'message');
}

/** The focused panel (from the message: the conversation) gets the whole place above the message, or gives it back. */
export function toggleZoom(scope: FocusScope): void {
  const { ui } = scope;
  const panel = ui.focus === 'message' ? (ui.zoomed ?? 'conversation') : ui.focus;
  // A zoom that is not seen would only cost an Esc.
  if (ui.zoomed === undefined && scope.filesCover()) ui.hint = 'It has the whole width already';
  else ui.zoomed = ui.zoomed === panel ? undefined : panel;
  focus(scope, ui.focus);
}
