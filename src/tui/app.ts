// The full screen: wires view, panels, dialogs, input and terminal together. What keys do is in actions.ts, geometry in screen-panes.ts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../base/package-root.js';
import type { Command } from '../protocol/command.js';
import type { Envelope } from '../protocol/event.js';
import type { Port } from '../protocol/port.js';
import { transcriptTail } from '../view/plain-lines.js';
import { applyEvent } from '../view/reduce.js';
import { createTranscript } from '../view/transcript.js';
import { createView, type View } from '../view/view-model.js';
import { openSurface } from './blessed-adapter.js';
import { captureStdio } from './capture-stdio.js';
import { createCommander } from './commander.js';
import { createDialogs } from './dialogs/dialogs.js';
import { Editor } from './editor.js';
import { createFileTree, type FileTree } from './file-tree.js';
import { createFolderWatch } from './folder-watch.js';
import { createFrames } from './frames.js';
import { createTokenizer } from './input/tokenizer.js';
import { createInputRouter } from './input-router.js';
import type { Layout } from './layout.js';
import { createConversationPanel } from './panels/conversation.js';
import { createFilesPanel } from './panels/files.js';
import { createMessagePanel } from './panels/message.js';
import { createStatusPanel } from './panels/status.js';
import { createScreenPanes } from './screen-panes.js';
import { createTerminalGuard } from './terminal-guard.js';
import { colorWanted, createTheme } from './theme.js';
import { createUiState } from './ui-state.js';

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

/** Shows the screen until the user quits; resolves with the exit code. The terminal is as before then. */
export async function openApp(options: AppOptions): Promise<number> {
  const { input, output, ascii } = options;
  const now = () => Date.now();
  const view = createView();
  const transcript = createTranscript(view);
  const editor = new Editor();
  const ui = createUiState();
  const theme = createTheme({ color: colorWanted(process.env), ascii });
  const surface = await openSurface({ output, theme });
  let engine: ScreenEngine | undefined;
  let tree: FileTree | undefined;

  const frames = createFrames({ paint: () => panes.paint() });
  const commander = createCommander((command) => engine?.send(command));
  const send = (command: Command) => commander.send(command);
  const conversation = createConversationPanel({ view, transcript, now, ascii });
  const files = createFilesPanel({ view, tree: () => tree, ascii });
  const panels = {
    conversation,
    files,
    message: createMessagePanel({ view, editor, hint: () => ui.hint, ascii }),
    status: createStatusPanel({ view, now, home: options.userHome, ascii }),
  };
  let quit!: (code: number) => void;
  const quitting = new Promise<number>((resolve) => {
    quit = resolve;
  });
  const dialogs = createDialogs({
    view,
    send,
    ask: commander.ask,
    ascii,
    redraw: frames.requestNow,
    restartEngine: () => engine?.restart(view.thread.threadId),
    quit: () => quit(1),
  });
  const panes = createScreenPanes({ surface, layouts: readLayouts(), panels, ui, dialogs });
  const guard = createTerminalGuard({
    input,
    output,
    modes: { mouse: false, focus: false },
    beforeExit: async () => engine?.stop(),
    onResume: () => {
      surface.forget();
      input.resume();
      frames.requestNow();
    },
  });
  const router = createInputRouter({
    view,
    ui,
    editor,
    transcript,
    conversation,
    files,
    tree: () => tree,
    isShown: (name) => panes.isShown(name),
    dialogs,
    send,
    redrawAll: () => {
      surface.forget();
      frames.requestNow();
    },
    suspend: () => guard.suspend(),
    quit: () => quit(0),
    now,
  });
  const tokenizer = createTokenizer({
    onEvent: (event) => {
      router.onInput(event);
      frames.requestNow();
    },
  });

  const ticker = createTicker(() => frames.request());
  const onEvents = (envelopes: Envelope[]) => {
    for (const envelope of envelopes) {
      applyEvent(view, envelope);
      commander.take(envelope);
      if (envelope.event.type === 'engine.ready' || envelope.event.type === 'thread.opened')
        openTree(envelope.event.cwd);
    }
    ticker.run(view.turn !== undefined);
    frames.request();
  };
  const openTree = (cwd: string) => {
    if (tree) return;
    const say = (text: string) => {
      ui.hint = text;
      frames.request();
    };
    tree = createFileTree({ root: cwd, watch: createFolderWatch(say), onChange: frames.request, onError: say });
  };

  const releaseStdio = captureStdio((_source, text) => options.onStray(text));
  guard.enter();
  surface.onResize(() => frames.requestNow());
  input.on('data', (bytes) => tokenizer.feed(bytes));
  input.resume();
  frames.requestNow();
  frames.flush();

  engine = options.startEngine();
  engine.onEvents(onEvents);
  open(options, send, dialogs.pickThread);

  const code = await quitting;
  ticker.run(false);
  frames.stop();
  tokenizer.stop();
  tree?.dispose();
  surface.destroy();
  guard.dispose();
  releaseStdio();
  input.pause();
  await engine.stop();
  output.write(farewell(view, output.columns ?? 80));
  return code;
}

function open({ opening, firstInput }: AppOptions, send: (command: Command) => void, pickThread: () => void): void {
  if (opening.kind === 'latest') send({ type: 'thread.open', which: 'latest' });
  if (opening.kind === 'thread') send({ type: 'thread.open', which: { threadId: opening.threadId } });
  if (opening.kind === 'pick') pickThread();
  if (firstInput !== undefined) send({ type: 'turn.start', input: firstInput });
}

/** A frame a second while something runs, for its elapsed time; nothing while nothing does. */
function createTicker(tick: () => void): { run(on: boolean): void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    run(on) {
      if (on) timer ??= setInterval(tick, 1000);
      else {
        clearInterval(timer);
        timer = undefined;
      }
    },
  };
}

function readLayouts(): Layout[] {
  const folder = join(packageRoot(), 'layouts');
  return ['wide', 'medium', 'narrow'].map(
    (name) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Layout,
  );
}

const farewellLines = 12;

/** The end of the conversation stays in the terminal's own scrollback, with the way back to it. */
function farewell(view: View, width: number): string {
  if (view.blocks.length === 0 || view.thread.threadId === '') return '';
  const tail = transcriptTail(view, farewellLines, { width, now: Date.now() });
  return `${tail.join('\n')}\n\npaicli tui --resume ${view.thread.threadId}\n`;
}
