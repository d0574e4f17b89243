// What only the screen knows: where the focus is and what is open. Facts of the conversation are in the view.
import type { AgentName, PanelName } from './layout.js';

export interface UiState {
  focus: FocusName;
  /** The user's wish for the files where there is room beside the conversation. */
  filesBeside: boolean;
  /** Where there is none: the files cover the conversation for now. */
  filesOver: boolean;
  /** The same for the plan. */
  planBeside: boolean;
  planOver: boolean;
  /** The agent that is looked at where there are no panes for agents: it covers the conversation. */
  agentOver: AgentName | undefined;
  /** The message is for this agent, about the task it had when the writing began. */
  addressee: { agentId: AgentName; taskId: string } | undefined;
  /** The next message is the goal of a plan. */
  planNext: boolean;
  /** The layout that was chosen by name; undefined: by the size of the screen. */
  layout: string | undefined;
  /** The panel that has the whole place above the message for now. */
  zoomed: FocusName | undefined;
  /** Clicks and the wheel are ours, and not the terminal's. */
  mouse: boolean;
  /** Said in the message box's title until the next key. */
  hint: string | undefined;
  /** When Ctrl+C last found nothing to stop or clear; ms since 1970. */
  interruptedAt: number;
  /** When Esc last found nothing to stop and an empty message; ms since 1970. */
  escapedAt: number;
  /** The turn, or command of the user's own, that was told to stop; the second Esc need not be told. */
  stoppedTurnId: string | undefined;
  /** Queued messages that were taken back into the draft and are still in the view. */
  takenBack: Set<string>;
}

export type FocusName = Exclude<PanelName, 'status' | 'tabs'>;

export function createUiState(): UiState {
  return {
    focus: 'message',
    filesBeside: true,
    filesOver: false,
    planBeside: true,
    planOver: false,
    agentOver: undefined,
    addressee: undefined,
    planNext: false,
    layout: undefined,
    zoomed: undefined,
    mouse: false,
    hint: undefined,
    interruptedAt: 0,
    escapedAt: 0,
    stoppedTurnId: undefined,
    takenBack: new Set(),
  };
}

/** `worker-1 · task_2`; undefined when the message is for all. */
export function addresseeLabel({ addressee }: Pick<UiState, 'addressee'>, ascii: boolean): string | undefined {
  return addressee && [addressee.agentId, addressee.taskId].join(ascii ? ' - ' : ' · ');
}
