// The full screen: wires view, panels, dialogs, input and terminal together. What keys do is in actions.ts, geometry in screen-panes.ts.
import { type Clock, systemClock } from '../base/clock.js';
import type { Command } from '../protocol/command.js';
import type { Port } from '../protocol/port.js';
import { createTranscript } from '../view/transcript.js';
import { createView } from '../view/view-model.js';
import { openSurface } from './blessed-adapter.js';
import { captureStdio } from './capture-stdio.js';
import { createCommander } from './commander.js';
import { createDialogs } from './dialogs/dialogs.js';
import { Editor } from './editor.js';
import { createEventIntake } from './event-intake.js';
import { farewell } from './farewell.js';
import { createFrames, type Delay } from './frames.js';
import { createTokenizer } from './input/tokenizer.js';
import { createInputRouter } from './input-router.js';
import { createConversationPanel } from './panels/conversation.js';
import { createFilesPanel } from './panels/files.js';
import { createMessagePanel } from './panels/message.js';
import { createStatusPanel } from './panels/status.js';
import { readLayouts } from './read-layouts.js';
import { createScreenPanes } from './screen-panes.js';
import { createTerminalGuard } from './terminal-guard.js';
import { colorWanted, createTheme } from './theme.js';
import { createTicker } from './ticker.js';
import { createUiState } from './ui-state.js';
import { createWorkingTree } from './working-tree.js';

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
  opening: { kind: 'new' } | { kind: 'latest' } | { kind: 'pick' } | { kind: 'thread'; threadId: string };
  /** Sent as the first message. */
  firstInput?: string;
  ascii: boolean;
  /** The user's home folder, shown as `~`. */
  userHome: string;
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
  /** Writes to the terminal without the event loop; absent: to standard output. */
  writeNow?(text: string): void;
}

/** Shows the screen until the user quits; resolves with the exit code. The terminal is as before then. */
export async function openApp(options: AppOptions, parts: AppParts = {}): Promise<number> {
  const { input, output, ascii, userHome } = options;
  const { now } = parts.clock ?? systemClock;
  const view = createView();
  const transcript = createTranscript(view);
  const editor = new Editor();
  const ui = createUiState();
  const theme = createTheme({ color: parts.color ?? colorWanted(process.env), ascii });
  const surface = await openSurface({ output, theme });
  let engine: ScreenEngine | undefined;
  let workingFolder = '';

  const frames = createFrames({
    ...(parts.delayFrame ? { delay: parts.delayFrame } : {}),
    paint() {
      const cost = panes.paint();
      // Only now is it known whether they are to be seen.
      if (panes.isShown('files')) tree.show(workingFolder);
      return cost;
    },
  });
  const tree = createWorkingTree({
    onChange: frames.request,
    onError(message) {
      ui.hint = message;
      frames.request();
    },
  });
  const commander = createCommander((command) => engine?.send(command));
  const send = (command: Command) => commander.send(command);
  const conversation = createConversationPanel({ view, transcript, now, ascii });
  const files = createFilesPanel({ view, tree: tree.current, ascii });
  const panels = {
    conversation,
    files,
    message: createMessagePanel({ view, editor, hint: () => ui.hint, ascii }),
    status: createStatusPanel({ view, now, home: userHome, ascii }),
  };
  let quit!: (code: number) => void;
  const quitting = new Promise<number>((resolve) => {
    quit = resolve;
  });
  const dialogs = createDialogs({
    view,
    send,
    ask: commander.ask,
    now,
    monotonicMs: parts.monotonicMs ?? (() => performance.now()),
    userHome,
    ascii,
    redraw: frames.requestNow,
    restartEngine: () => engine?.restart(view.thread.threadId),
    quit: () => quit(1),
  });
  const panes = createScreenPanes({ surface, layouts: readLayouts(), panels, ui, dialogs });
  const redrawAll = () => {
    surface.forget();
    frames.requestNow();
  };
  const guard = createTerminalGuard({
    input,
    output,
    modes: { mouse: false, focus: false },
    ...(parts.writeNow ? { write: parts.writeNow } : {}),
    beforeExit: async () => {
      // The terminal is given back already; what the engine still says must not be painted on the shell's screen.
      frames.stop();
      await engine?.stop();
    },
    onResume() {
      input.resume();
      redrawAll();
    },
  });
  const router = createInputRouter({
    view,
    ui,
    editor,
    transcript,
    conversation,
    files,
    tree: tree.current,
    isShown: panes.isShown,
    filesCover: panes.filesCover,
    dialogs,
    send,
    redrawAll,
    suspend: () => guard.suspend(),
    quit: () => quit(0),
    now,
  });
  const tokenizer = createTokenizer({
    onEvent(event) {
      router.onInput(event);
      frames.requestNow();
    },
  });
  const ticker = createTicker(frames.request);
  const onEvents = createEventIntake({
    view,
    editor,
    commander,
    onFolder(folder) {
      workingFolder = folder;
    },
    onTaken() {
      ticker.run(view.turn !== undefined);
      frames.request();
    },
  });

  const releaseStdio = captureStdio((_source, text) => options.onStray(text));
  guard.enter();
  surface.onResize(frames.requestNow);
  const onBytes = (bytes: Buffer) => tokenizer.feed(bytes);
  input.on('data', onBytes);
  input.resume();
  frames.requestNow();
  frames.flush();

  engine = options.startEngine();
  engine.onEvents(onEvents);
  open(options, send, () => dialogs.pick('thread'));

  const code = await quitting;
  ticker.run(false);
  frames.stop();
  tokenizer.stop();
  tree.dispose();
  surface.destroy();
  guard.dispose();
  releaseStdio();
  input.removeListener('data', onBytes);
  input.pause();
  await engine.stop();
  output.write(farewell(view, { width: output.columns ?? 80, now: now(), ascii }));
  return code;
}

function open({ opening, firstInput }: AppOptions, send: (command: Command) => void, pickThread: () => void): void {
  if (opening.kind === 'latest') send({ type: 'thread.open', which: 'latest' });
  if (opening.kind === 'thread') send({ type: 'thread.open', which: { threadId: opening.threadId } });
  if (opening.kind === 'pick') pickThread();
  if (firstInput !== undefined) send({ type: 'turn.start', input: firstInput });
}
