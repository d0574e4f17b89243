// What clicks, drags and the wheel do, when the mouse was switched on. Text is still selected with Shift, which the terminal keeps for itself.
import type { ActionScope } from './actions.js';
import { focus } from './focus.js';
import type { InputEvent } from './input/keys.js';
import { type Divider, isAgentName } from './layout.js';
import { toggleFolder } from './panel-actions.js';
import type { ScreenPanes } from './screen-panes.js';

type MouseEvent = Extract<InputEvent, { type: 'mouse' }>;

const wheelRows = 3;
const leftButton = 0;

/** `panes`: where things stand. Returns what takes the events; while a question is open it answers nothing. */
export function createMouse(
  scope: ActionScope,
  panes: Pick<ScreenPanes, 'at' | 'dividerAt' | 'drag'>,
): (event: MouseEvent) => void {
  const { ui, dialogs, transcript, files, plan, team } = scope;
  let held: Divider | undefined;

  function wheel(event: MouseEvent): void {
    const rows = event.action === 'wheelup' ? -wheelRows : wheelRows;
    const dialog = dialogs.top();
    const panel = dialog ? undefined : panes.at(event)?.panel;
    dialog?.onWheel?.(rows);
    if (panel === 'conversation') transcript.scrollBy(rows);
    else if (panel && isAgentName(panel)) team.reading(panel)?.transcript.scrollBy(rows);
    else if (panel === 'files') files.move(rows);
    else if (panel === 'plan') plan.scrollBy(rows);
  }

  function press(event: MouseEvent): void {
    if (dialogs.top()) return;
    held = panes.dividerAt(event);
    if (held) return;
    const hit = panes.at(event);
    if (!hit || hit.panel === 'status' || hit.panel === 'tabs') return;
    ui.hint = undefined;
    focus(scope, hit.panel);
    if (hit.row === undefined) return;
    const read = isAgentName(hit.panel) ? team.reading(hit.panel)?.transcript : undefined;
    if (read) read.select(read.blockAt(hit.row)?.id);
    else if (hit.panel === 'conversation') transcript.select(transcript.blockAt(hit.row)?.id);
    else if (hit.panel === 'files') pressFile(hit.row);
  }

  function pressFile(row: number): void {
    const pressed = files.rowAt(row);
    if (!pressed) return;
    files.select(pressed.path);
    if (pressed.isFolder) toggleFolder(scope, pressed);
  }

  return (event) => {
    if (event.action === 'wheelup' || event.action === 'wheeldown') wheel(event);
    else if (event.action === 'up') held = undefined;
    else if (event.button !== leftButton) return;
    else if (event.action === 'down') press(event);
    else if (held) panes.drag(held, event);
  };
}
