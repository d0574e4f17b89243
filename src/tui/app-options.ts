// What the full screen is opened with: the terminal, the engine, the user's own things; and what tests put in place of parts. Types only.
import type { Clock } from '../base/clock.js';
import type { CommandFile } from '../base/command-file.js';
import type { Port } from '../protocol/port.js';
import type { AskTrust } from './ask-trust.js';
import type { ConnectServices } from './connect.js';
import type { PastInput } from './editor-history.js';
import type { EditText } from './external-editor.js';
import type { Delay } from './frames.js';
import type { ReplayControls } from './replay-player.js';
import type { OpenInEditor } from './screen-tools.js';

/** The engine as the screen uses it. */
export interface ScreenEngine extends Port {
  restart(threadId: string): void;
  stop(): Promise<void>;
}

export interface AppOptions {
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
  /** Starts the engine's thread; called once the first frame is out, so that typing never waits for it. */
  startEngine(): ScreenEngine;
  /** `fork`: a copy of that thread. */
  opening:
    | { kind: 'new' }
    | { kind: 'pick' }
    | { kind: 'latest'; fork?: boolean }
    | { kind: 'thread'; threadId: string; fork?: boolean };
  /** Sent as the first message. */
  firstInput?: string;
  ascii: boolean;
  /** The user's home folder, shown as `~`. */
  userHome: string;
  /** `~/.paicli` or what stands for it: key bindings and themes of the user's own; absent: none are read. */
  home?: string;
  /** The folder's own settings wait for the user's word: the engine starts after the answer. */
  trust?: AskTrust;
  /** How a model is connected; absent: it cannot be. */
  connect?: ConnectServices;
  /** Slash commands of a folder that the user trusts; asked again after the answer. */
  folderCommands?(): readonly CommandFile[];
  /** Name of the theme to begin with; absent: the default one. */
  themeName?: string;
  /** A recording is played in place of an engine: its keys, and nothing can be written. */
  replay?: ReplayControls;
  /** Call the user back, by bell and notification, when the window has not the focus. */
  notify?: boolean;
  /** What was sent in earlier runs, oldest first, and where to keep what is sent in this one; absent: only this run is remembered. */
  history?: { load(): Promise<PastInput[]>; add(input: PastInput): void };
  /** Lets the user change a text in an editor of their own, which has the terminal meanwhile; absent: none is set. */
  editText?: EditText;
  /** Opens a file in the user's own editor, in the same way; absent: none is set. */
  openInEditor?: OpenInEditor;
  /** Name of the layout to begin with; absent: the size of the window chooses. */
  layoutName?: string;
  /** Take clicks and the wheel from the terminal. */
  mouse?: boolean;
  /** Copies text with a program of the system; its name, or undefined when there is none. */
  copyNatively?(text: string): Promise<string | undefined>;
  /** What was written to the console or standard error meanwhile. */
  onStray(text: string): void;
}

/** Parts that tests put in place of the real ones. */
export interface AppParts {
  clock?: Clock;
  /** ms of a clock that does not jump. */
  monotonicMs?(): number;
  /** Runs the frames that are due later. */
  delayFrame?: Delay;
  /** Absent: as NO_COLOR says. */
  color?: boolean;
  /** How long after the first frame the engine starts. */
  startDelayMs?: number;
  /** Writes to the terminal without the event loop; absent: to standard output. */
  writeNow?(text: string): void;
}
