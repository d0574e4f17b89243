// The real full screen in a terminal in memory: with the real engine in this process, or with one that the test feeds by hand.
import { afterEach } from '@jest/globals';
import { createEngine } from '../../src/engine/engine.js';
import type { ApprovalLevel } from '../../src/protocol/approval.js';
import type { Envelope } from '../../src/protocol/event.js';
import { createLocalPorts } from '../../src/protocol/port.js';
import { findModel } from '../../src/provider/catalog.js';
import type { Script } from '../../src/provider/script.js';
import { createScriptedProvider, type ScriptedProvider } from '../../src/provider/scripted.js';
import { openApp } from '../../src/tui/app.js';
import type { AppOptions, AppParts, ScreenEngine } from '../../src/tui/app-options.js';
import type { Delay } from '../../src/tui/frames.js';
import { createReplay, type Replay } from '../../src/tui/replay-player.js';
import { appStart, createHandFedEngine, type HandFedEngine } from './hand-fed-engine.js';
import { keyBytes } from './key-bytes.js';
import { createTestTerminal, type TestTerminal, type WidthModel } from './terminal.js';

export interface ScreenOptions {
  cols?: number;
  rows?: number;
  widths?: WidthModel;
  ascii?: boolean;
  color?: boolean;
  opening?: AppOptions['opening'];
  firstInput?: string;
  /** Shown as `~`; default /home/ada. */
  userHome?: string;
  /** Call the user back when the window has not the focus. */
  notify?: boolean;
  history?: AppOptions['history'];
  editText?: AppOptions['editText'];
  openInEditor?: AppOptions['openInEditor'];
  copyNatively?: AppOptions['copyNatively'];
  /** `~/.paicli`; without it nothing of the user's own is read. */
  paicliHome?: string;
  themeName?: string;
  layoutName?: string;
  mouse?: boolean;
  trust?: AppOptions['trust'];
  folderCommands?: AppOptions['folderCommands'];
  connect?: AppOptions['connect'];
}

export interface ScreenApp {
  terminal: TestTerminal;
  /** Both clocks of the app; they stand still until they are moved. */
  clock: { now: number; advance(ms: number): void };
  /** Types the text as a person does: each character in a read of its own. */
  type(text: string): Promise<void>;
  /** Presses keys by name, e.g. `ctrl+c`, `alt+up`, `pageup`; each is drawn before the next. */
  press(...keys: string[]): Promise<void>;
  paste(text: string): Promise<void>;
  /** Bytes as the terminal sends them, in one read. */
  send(bytes: string): Promise<void>;
  /** Every frame that was asked for is drawn. */
  settle(): Promise<void>;
  screenText(): string;
  waitFor(predicate: (screen: string) => boolean): Promise<void>;
  waitForText(text: string): Promise<void>;
  /** The exit code, once the user has quit. */
  exitCode: Promise<number>;
  /** Undefined while it runs. */
  exited(): number | undefined;
}

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

/** The app with an engine that the test feeds by hand: for exact pictures. */
export async function openHandFed(options: ScreenOptions = {}): Promise<ScreenApp & { engine: HandFedEngine }> {
  const engine = createHandFedEngine();
  return { ...(await openScreen(options, () => engine.port)), engine: engine.hand };
}

/** The app on a recording, which plays in real time. */
export async function openReplay(
  recording: Envelope[],
  options: ScreenOptions & { speed?: number; paused?: boolean } = {},
): Promise<ScreenApp & { replay: Replay }> {
  const { speed, paused } = options;
  const replay = createReplay({ recording, ...(speed ? { speed } : {}), ...(paused ? { paused } : {}) });
  return { ...(await openScreen(options, () => replay.engine, replay)), replay };
}

export interface RealEngineOptions extends ScreenOptions {
  home: string;
  cwd: string;
  script: Script;
  approvals?: ApprovalLevel;
}

/** The app with the real engine on this thread; only the model is played. */
export async function openReal(options: RealEngineOptions): Promise<ScreenApp & { model: ScriptedProvider }> {
  const provider = createScriptedProvider({ script: options.script, strict: true });
  const app = await openScreen(options, () => startRealEngine(options, provider));
  return { ...app, model: provider };
}

function startRealEngine(
  { home, cwd, approvals = 'ask' }: RealEngineOptions,
  provider: ScriptedProvider,
): ScreenEngine {
  const ports = createLocalPorts();
  const profile = { ...findModel('custom', 'scripted'), provider: 'scripted', assumed: false };
  const init = {
    home,
    cwd,
    provider: 'scripted',
    model: 'scripted',
    approvals,
    maxSteps: 20,
    toolTimeoutMs: 20_000,
    stallTimeoutMs: 20_000,
    interactive: true,
    notices: [],
  };
  const engine = createEngine(init, ports.engine, { model: { provider, profile, demo: false, calibration: 1 } });
  return {
    ...ports.front,
    restart: () => {
      throw new Error('an engine in this process cannot be restarted');
    },
    stop: () => engine.stop(),
  };
}

async function openScreen(
  options: ScreenOptions,
  startEngine: () => ScreenEngine,
  replay?: Replay,
): Promise<ScreenApp> {
  const { cols, rows, widths } = options;
  const terminal = createTestTerminal({
    ...(cols ? { cols } : {}),
    ...(rows ? { rows } : {}),
    ...(widths ? { widths } : {}),
  });
  const clock = {
    now: appStart,
    advance(ms: number) {
      clock.now += ms;
    },
  };
  const frames = trackedFrames();
  const parts: AppParts = {
    clock: replay?.clock ?? { now: () => clock.now },
    monotonicMs: () => clock.now,
    startDelayMs: 0,
    delayFrame: frames.delay,
    color: options.color ?? true,
    writeNow: (text) => void terminal.output.write(text),
  };
  let exited: number | undefined;
  const exitCode = openApp(
    {
      input: terminal.input as unknown as NodeJS.ReadStream,
      output: terminal.output as unknown as NodeJS.WriteStream,
      startEngine,
      opening: options.opening ?? { kind: 'new' },
      ...(options.firstInput === undefined ? {} : { firstInput: options.firstInput }),
      ascii: options.ascii ?? false,
      userHome: options.userHome ?? '/home/ada',
      ...(options.themeName === undefined ? {} : { themeName: options.themeName }),
      ...(options.history ? { history: options.history } : {}),
      ...(options.editText ? { editText: options.editText } : {}),
      ...(replay ? { replay: replay.controls } : {}),
      ...(options.openInEditor ? { openInEditor: options.openInEditor } : {}),
      ...(options.copyNatively ? { copyNatively: options.copyNatively } : {}),
      ...(options.paicliHome ? { home: options.paicliHome } : {}),
      ...(options.layoutName ? { layoutName: options.layoutName } : {}),
      ...(options.mouse ? { mouse: true } : {}),
      ...(options.trust ? { trust: options.trust } : {}),
      ...(options.folderCommands ? { folderCommands: options.folderCommands } : {}),
      ...(options.connect ? { connect: options.connect } : {}),
      ...(options.notify ? { notify: true } : {}),
      onStray: () => {},
    },
    parts,
  ).then((code) => {
    exited = code;
    return code;
  });
  const app = screenOver(terminal, clock, frames, exitCode, () => exited);
  open.push({ close: () => closeApp(app) });
  await terminal.waitFor((screen) => screen.output.writes.length > 1);
  return app;
}

function screenOver(
  terminal: TestTerminal,
  clock: ScreenApp['clock'],
  frames: TrackedFrames,
  exitCode: Promise<number>,
  exited: () => number | undefined,
): ScreenApp {
  const settle = async () => {
    // The read is a turn of the event loop, and what a frame itself asks for another.
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      await frames.none();
    }
    await terminal.drain();
  };
  const send = async (bytes: string) => {
    terminal.type(bytes);
    await settle();
  };
  const waitFor = (predicate: (screen: string) => boolean) => terminal.waitFor((t) => predicate(t.screenText()));
  return {
    terminal,
    clock,
    send,
    settle,
    async type(text) {
      for (const character of text) await send(character);
    },
    async press(...keys) {
      for (const key of keys) await send(keyBytes(key));
    },
    paste: (text) => send(`\x1b[200~${text}\x1b[201~`),
    screenText: () => terminal.screenText(),
    waitFor,
    waitForText: (text) => waitFor((screen) => screen.includes(text)),
    exitCode,
    exited,
  };
}

interface TrackedFrames {
  delay: Delay;
  /** Resolves when no frame is waiting. */
  none(): Promise<void>;
}

/** Frames come when they are due; it is only known whether one is. On a busy machine a key's frame waits too. */
function trackedFrames(): TrackedFrames {
  const waiting = new Set<object>();
  const listeners: (() => void)[] = [];
  const done = (frame: object) => {
    waiting.delete(frame);
    if (waiting.size > 0) return;
    for (const listener of listeners.splice(0)) listener();
  };
  return {
    delay(callback, delayMs) {
      const frame = {};
      waiting.add(frame);
      const run = () => {
        callback();
        done(frame);
      };
      const cancel = delayMs === 0 ? cancelImmediate(setImmediate(run)) : cancelTimer(setTimeout(run, delayMs));
      return () => {
        cancel();
        done(frame);
      };
    },
    none: () => (waiting.size === 0 ? Promise.resolve() : new Promise((resolve) => listeners.push(resolve))),
  };
}

const cancelImmediate = (immediate: NodeJS.Immediate) => () => clearImmediate(immediate);
const cancelTimer = (timer: NodeJS.Timeout) => () => clearTimeout(timer);

/** Leaves the app whatever state it is in, as a person would who does not give up. */
async function closeApp(app: ScreenApp): Promise<void> {
  if (app.exited() === undefined) app.terminal.resize(80, 24);
  for (let attempt = 0; app.exited() === undefined && attempt < 50; attempt++) {
    app.clock.advance(1000);
    // Answers or closes what is open, empties the draft, leaves.
    await app.press('escape', 'ctrl+c', 'alt+0', 'ctrl+u', 'backspace', 'ctrl+d');
    await new Promise((resolve) => setTimeout(resolve, attempt));
  }
  await app.exitCode;
  app.terminal.dispose();
}
