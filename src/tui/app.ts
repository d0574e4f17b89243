// The full screen: wires view, panels, dialogs, input and terminal together. What keys do is in actions.ts, geometry in screen-panes.ts.
import { join } from 'node:path';
import { systemClock } from '../base/clock.js';
import { cleanOneLine } from '../view/clean.js';
import { createHighlighter } from '../view/highlighter.js';
import { createTranscript } from '../view/transcript.js';
import { createView } from '../view/view-model.js';
import type { AppOptions, AppParts } from './app-options.js';
import { openSurface } from './blessed-adapter.js';
import { captureStdio } from './capture-stdio.js';
import { createClipboard } from './clipboard.js';
import { createCommander } from './commander.js';
import { createComposer } from './composer.js';
import { createConnecting } from './connecting.js';
import { createDialogs } from './dialogs/dialogs.js';
import { Editor } from './editor.js';
import { createEventIntake } from './event-intake.js';
import { createExternalEditor } from './external-editor.js';
import { farewell } from './farewell.js';
import { focus } from './focus.js';
import { createFrames } from './frames.js';
import { createTokenizer } from './input/tokenizer.js';
import { createInputRouter } from './input-router.js';
import { createLateEngine } from './late-engine.js';
import { createLender } from './lend-terminal.js';
import { createNotifier } from './notify.js';
import { createThreadOpener } from './open-thread.js';
import { sendOpening } from './opening.js';
import { createOwnCommands } from './own-commands.js';
import { createConversationPanel } from './panels/conversation.js';
import { createFilesPanel } from './panels/files.js';
import { createMessagePanel } from './panels/message.js';
import { createReplayPanel, replayLines } from './panels/replay.js';
import { createStatusPanel } from './panels/status.js';
import { createPlanParts } from './plan-parts.js';
import { createLayoutShelf } from './read-layouts.js';
import { createReplayInput } from './replay-input.js';
import { createScreenPanes } from './screen-panes.js';
import { createScreenTools } from './screen-tools.js';
import { createTeamPanes } from './team-panes.js';
import { createTerminalGuard } from './terminal-guard.js';
import { colorWanted } from './theme.js';
import { createUiState } from './ui-state.js';
import { openUserFiles } from './user-files.js';
import { createWorkWatch } from './work-watch.js';
import { createWorkingTree } from './working-tree.js';

/** The engine's start would compete with the first keys for the processor. */
const startDelayMs = 40;

/** Shows the screen until the user quits; resolves with the exit code. The terminal is as before then. */
export async function openApp(options: AppOptions, parts: AppParts = {}): Promise<number> {
  const { input, output, ascii, userHome, replay } = options;
  const { now } = parts.clock ?? systemClock;
  const monotonicMs = parts.monotonicMs ?? (() => performance.now());
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
  const engine = createLateEngine(options.startEngine, (started) => {
    started.onEvents(onEvents);
    void tools.loadLayouts(options.home && join(options.home, 'layouts'), options.layoutName);
    void ownCommands.load();
    void options.history?.load().then((inputs) => editor.addEarlierInputs(inputs));
  });
  const commander = createCommander(engine.send);
  const threads = createThreadOpener({ commander, dialogs: () => dialogs, frames, now: monotonicMs, ascii });
  const { send } = threads;
  const ownCommands = createOwnCommands({
    folder: options.home && join(options.home, 'commands'),
    ...(options.folderCommands ? { ofWorkingFolder: options.folderCommands } : {}),
    tell,
  });
  const commands = ownCommands.list;
  const composer = createComposer({ editor, ask: commander.ask, commands, redraw: frames.requestNow, ascii });
  const conversation = createConversationPanel({ view, transcript, now, ascii });
  const files = createFilesPanel({
    view,
    tree: tree.current,
    find: async (text, limit) => (await commander.ask('files', { text, limit })).files,
    onChange: frames.request,
    ascii,
  });
  const redraw = frames.requestNow;
  const planned = createPlanParts({ view, commander, redraw, now, monotonicMs, canAnswer: !replay, ascii });
  const team = createTeamPanes({ view, highlighter, now, ascii });
  const panels = {
    conversation,
    plan: planned.plan,
    files,
    message: replay
      ? createReplayPanel({ controls: replay, hint: () => ui.hint, ascii })
      : createMessagePanel({ view, editor, search: composer.search, ui, ascii }),
    tabs: team.tabs,
    status: createStatusPanel({ view, ui, now, home: userHome, ascii }),
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
    commands,
    themes,
    now,
    monotonicMs,
    userHome,
    ascii,
    redraw: frames.requestNow,
    restartEngine: () => engine.restart(view.thread.threadId),
    quit: () => quit(1),
  });
  const layouts = createLayoutShelf();
  const panes = createScreenPanes({ surface, layouts, panels, team, ui, dialogs, list: composer.list, ...planned });
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
      await engine.stop();
    },
    onSuspend: frames.hold,
    onResume() {
      input.resume();
      surface.forget();
      frames.release();
    },
  });
  const lendTerminal = createLender({ input, frames, surface, guard });
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
      focus({ ui, ...planned, ...panes }, 'message');
    },
    root: () => workingFolder,
    tell,
    redraw: frames.requestNow,
    now,
    ascii,
  });
  const connecting = createConnecting({ options, view, dialogs, engine, send, tell, now: monotonicMs, redraw });
  const router = createInputRouter({
    view,
    ui,
    editor,
    transcript,
    conversation,
    files,
    ...planned,
    ascii,
    tree: tree.current,
    tools,
    panes,
    team,
    ...panes,
    dialogs,
    keymap,
    themes,
    send,
    ask: commander.ask,
    carryOut: commander.carryOut,
    redraw,
    connect: connecting.open,
    composer,
    ownCommands,
    editOutside,
    remember: (sent) => options.history?.add(sent),
    redrawAll,
    suspend: () => guard.suspend(),
    quit: () => quit(0),
    now,
    monotonicMs,
  });
  const entries = [conversation.search, files.filter, planned.plan.find, { isOpen: team.isSearching }];
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
  const work = createWorkWatch(view, ui, frames);
  const onEvents = createEventIntake({
    view,
    editor,
    commander,
    onFolder(folder) {
      workingFolder = folder;
    },
    onEvent: notifier.take,
    onTaken() {
      planned.look({ ui, ...panes });
      work.look();
    },
  });

  const releaseStdio = captureStdio((_source, text) => options.onStray(text));
  guard.enter();
  surface.onResize(frames.requestNow);
  const onBytes = (bytes: Buffer) => tokenizer.feed(bytes);
  input.on('data', onBytes);
  input.resume();
  connecting.askAtStart();
  frames.requestNow();
  frames.flush();

  void readKeys();
  // A replay obeys its keys from the first on.
  const delayMs = options.replay ? 0 : (parts.startDelayMs ?? startDelayMs);
  const beginTimer = delayMs === 0 ? undefined : setTimeout(engine.begin, delayMs);
  if (delayMs === 0) engine.begin();
  void sendOpening(options, { threads, editor, pickThread: () => dialogs.pick('thread') });

  const code = await quitting;
  clearTimeout(beginTimer);
  work.stop();
  frames.stop();
  tokenizer.stop();
  tree.dispose();
  surface.destroy();
  guard.dispose();
  releaseStdio();
  input.removeListener('data', onBytes);
  input.pause();
  await engine.stop();
  if (!replay) output.write(farewell(view, { width: output.columns ?? 80, now: now(), ascii }));
  return code;
}
