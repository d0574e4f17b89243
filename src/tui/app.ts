// The full screen: wires view, panels, dialogs, input and terminal together. What keys do is in actions.ts, geometry in screen-panes.ts.
import { join } from 'node:path';
import { systemClock } from '../base/clock.js';
import type { Command } from '../protocol/command.js';
import { cleanOneLine } from '../view/clean.js';
import { createHighlighter } from '../view/highlighter.js';
import { createTranscript } from '../view/transcript.js';
import { createView } from '../view/view-model.js';
import { stoppingHint } from './actions.js';
import type { AppOptions, AppParts, ScreenEngine } from './app-options.js';
import { openSurface } from './blessed-adapter.js';
import { captureStdio } from './capture-stdio.js';
import { createClipboard } from './clipboard.js';
import { createCommander } from './commander.js';
import { createComposer } from './composer.js';
import { createDialogs } from './dialogs/dialogs.js';
import { Editor } from './editor.js';
import { createEventIntake } from './event-intake.js';
import { createExternalEditor } from './external-editor.js';
import { farewell } from './farewell.js';
import { focus } from './focus.js';
import { createFrames } from './frames.js';
import { createTokenizer } from './input/tokenizer.js';
import { createInputRouter } from './input-router.js';
import { createNotifier } from './notify.js';
import { createConversationPanel } from './panels/conversation.js';
import { createFilesPanel } from './panels/files.js';
import { createMessagePanel } from './panels/message.js';
import { createReplayPanel, replayLines } from './panels/replay.js';
import { createStatusPanel } from './panels/status.js';
import { createLayoutShelf } from './read-layouts.js';
import { createReplayInput } from './replay-input.js';
import { createScreenPanes } from './screen-panes.js';
import { createScreenTools } from './screen-tools.js';
import { createTerminalGuard } from './terminal-guard.js';
import { colorWanted } from './theme.js';
import { createTicker } from './ticker.js';
import { createUiState } from './ui-state.js';
import { openUserFiles } from './user-files.js';
import { createWorkingTree } from './working-tree.js';

/** The engine's start would compete with the first keys for the processor. */
const startDelayMs = 40;

/** Shows the screen until the user quits; resolves with the exit code. The terminal is as before then. */
export async function openApp(options: AppOptions, parts: AppParts = {}): Promise<number> {
  const { input, output, ascii, userHome, replay } = options;
  const { now } = parts.clock ?? systemClock;
  const view = createView();
  const highlighter = createHighlighter({ onReady: () => frames.request(), onError: (message) => tell(message) });
  const transcript = createTranscript(view, { highlighter });
  const editor = new Editor();
  const ui = createUiState();
  ui.mouse = options.mouse === true;
  // The files as they are now have nothing to do with a recording.
  if (replay) Object.assign(ui, { filesBeside: false, focus: 'conversation' });
  let requestFrame = () => {};
  const { keymap, themes, tell, readKeys } = openUserFiles({
    home: options.home,
    themeName: options.themeName,
    view,
    color: parts.color ?? colorWanted(process.env),
    ascii,
    now,
    onTheme: (theme) => surface.setTheme(theme),
    onTold: () => requestFrame(),
  });
  const surface = await openSurface({ output, theme: themes.theme() });
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
  requestFrame = frames.request;
  const tree = createWorkingTree({
    onChange: frames.request,
    onError(message) {
      ui.hint = message;
      frames.request();
    },
  });
  const commander = createCommander((command) => {
    begin();
    engine?.send(command);
  });
  const send = (command: Command) => commander.send(command);
  const composer = createComposer({ editor, ask: commander.ask, redraw: frames.requestNow, ascii });
  const conversation = createConversationPanel({ view, transcript, now, ascii });
  const files = createFilesPanel({
    view,
    tree: tree.current,
    find: async (text, limit) => (await commander.ask('files', { text, limit })).files,
    onChange: frames.request,
    ascii,
  });
  const panels = {
    conversation,
    files,
    message: replay
      ? createReplayPanel({ controls: replay, hint: () => ui.hint, ascii })
      : createMessagePanel({ view, editor, search: composer.search, hint: () => ui.hint, ascii }),
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
    carryOut: commander.carryOut,
    ...(replay ? { unanswerable: (width: number) => replayLines(replay, true, width, ascii) } : {}),
    mouse: () => ui.mouse,
    keymap,
    themes,
    now,
    monotonicMs: parts.monotonicMs ?? (() => performance.now()),
    userHome,
    ascii,
    redraw: frames.requestNow,
    restartEngine: () => engine?.restart(view.thread.threadId),
    quit: () => quit(1),
  });
  const layouts = createLayoutShelf();
  const panes = createScreenPanes({ surface, layouts, panels, ui, dialogs, list: composer.list });
  const redrawAll = () => {
    surface.forget();
    frames.requestNow();
  };
  const guard = createTerminalGuard({
    input,
    output,
    modes: { mouse: options.mouse === true, focus: options.notify === true },
    ...(parts.writeNow ? { write: parts.writeNow } : {}),
    beforeExit: async () => {
      // The terminal is given back already; what the engine still says must not be painted on the shell's screen.
      frames.stop();
      await engine?.stop();
    },
    onSuspend: frames.hold,
    onResume() {
      input.resume();
      surface.forget();
      frames.release();
    },
  });
  const lendTerminal = () => {
    frames.hold();
    input.pause();
    guard.lend();
    return () => {
      guard.takeBack();
      input.resume();
      surface.forget();
      frames.release();
    };
  };
  const editOutside = createExternalEditor({
    editor,
    ui,
    editText: options.editText,
    lendTerminal,
    redraw: frames.requestNow,
  });
  const tools = createScreenTools({
    ui,
    dialogs,
    layouts,
    clipboard: createClipboard({
      write: (codes) => output.write(codes),
      inTmux: Boolean(process.env.TMUX),
      ...(options.copyNatively ? { native: options.copyNatively } : {}),
    }),
    highlighter,
    openInEditor: options.openInEditor,
    lendTerminal,
    switchMouse: guard.setMouse.bind(guard),
    insertPath(path) {
      editor.insertText(`@${cleanOneLine(path)} `);
      focus({ ui, ...panes }, 'message');
    },
    root: () => workingFolder,
    tell,
    redraw: frames.requestNow,
    ascii,
  });
  const router = createInputRouter({
    view,
    ui,
    editor,
    transcript,
    conversation,
    files,
    tree: tree.current,
    tools,
    panes,
    isShown: panes.isShown,
    filesCover: panes.filesCover,
    dialogs,
    keymap,
    themes,
    send,
    composer,
    editOutside,
    remember: (sent) => options.history?.add(sent),
    redrawAll,
    suspend: () => guard.suspend(),
    quit: () => quit(0),
    now,
  });
  const entries = [conversation.search, files.filter];
  const keys = replay
    ? createReplayInput({ controls: replay, router, dialogs, view, entries, ui, quit: () => quit(0) })
    : router;
  const notifier = createNotifier({ write: (codes) => output.write(codes), now });
  const tokenizer = createTokenizer({
    onEvent(event) {
      if (event.type === 'focus') return notifier.onFocus(event.focused);
      keys.onInput(event);
      frames.requestNow();
    },
  });
  const ticker = createTicker(frames.request);
  let wasWorking = false;
  const onEvents = createEventIntake({
    view,
    editor,
    commander,
    onFolder(folder) {
      workingFolder = folder;
    },
    onEvent: notifier.take,
    onTaken() {
      const isWorking = view.turn !== undefined || view.shell !== undefined;
      ticker.run(isWorking);
      // The end of a turn is what somebody waits for; nothing follows that it could be painted with.
      if (wasWorking && !isWorking && ui.hint === stoppingHint) ui.hint = undefined;
      if (wasWorking && !isWorking) frames.requestNow();
      else frames.request();
      wasWorking = isWorking;
    },
  });

  /** Starts what the first keys must not wait for; called a moment after the first frame, or when something is to be sent. */
  function begin(): void {
    if (engine) return;
    engine = options.startEngine();
    engine.onEvents(onEvents);
    void tools.loadLayouts(options.home && join(options.home, 'layouts'), options.layoutName);
    void options.history?.load().then((inputs) => editor.addEarlierInputs(inputs));
  }

  const releaseStdio = captureStdio((_source, text) => options.onStray(text));
  guard.enter();
  surface.onResize(frames.requestNow);
  const onBytes = (bytes: Buffer) => tokenizer.feed(bytes);
  input.on('data', onBytes);
  input.resume();
  frames.requestNow();
  frames.flush();

  void readKeys();
  // A replay obeys its keys from the first on.
  const delayMs = options.replay ? 0 : (parts.startDelayMs ?? startDelayMs);
  const beginTimer = delayMs === 0 ? undefined : setTimeout(begin, delayMs);
  if (delayMs === 0) begin();
  open(options, send, () => dialogs.pick('thread'));

  const code = await quitting;
  clearTimeout(beginTimer);
  ticker.run(false);
  frames.stop();
  tokenizer.stop();
  tree.dispose();
  surface.destroy();
  guard.dispose();
  releaseStdio();
  input.removeListener('data', onBytes);
  input.pause();
  await engine?.stop();
  if (!replay) output.write(farewell(view, { width: output.columns ?? 80, now: now(), ascii }));
  return code;
}

function open({ opening, firstInput }: AppOptions, send: (command: Command) => void, pickThread: () => void): void {
  if (opening.kind === 'latest') send({ type: 'thread.open', which: 'latest' });
  if (opening.kind === 'thread') send({ type: 'thread.open', which: { threadId: opening.threadId } });
  if (opening.kind === 'pick') pickThread();
  if (firstInput !== undefined) send({ type: 'turn.start', input: firstInput });
}
