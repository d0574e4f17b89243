// What panels and commands ask of the surroundings of the screen: clipboard, editor, a look at a file, mouse, layouts.
import { isAbsolute, join } from 'node:path';
import { toErrorData } from '../base/error.js';
import { cleanOneLine } from '../view/clean.js';
import type { Highlighter } from '../view/highlighter.js';
import type { PlanView } from '../view/plan-view.js';
import type { Clipboard } from './clipboard.js';
import type { Dialogs } from './dialogs/dialogs.js';
import { automaticLayout, type LayoutShelf } from './read-layouts.js';
import type { UiState } from './ui-state.js';

/** Opens a file in the person's editor, which has the terminal until it ends; `line` counts from 1. */
export type OpenInEditor = (path: string, line?: number) => Promise<void>;

export interface ScreenTools {
  /** Copies, and says what happened. */
  copy(text: string): void;
  /** `path` counts from the working folder. */
  openInEditor(path: string, line?: number): void;
  /** Shows the beginning of a file. */
  preview(path: string): void;
  /** Shows all about a task of a plan. */
  openTask(plan: PlanView, taskId: string): void;
  setMouse(on: boolean): void;
  /** The empty name asks which one. */
  chooseLayout(name: string): void;
  /** Reads the user's own layouts; `wanted` is the one to begin with. */
  loadLayouts(folder: string | undefined, wanted: string | undefined): Promise<void>;
}

export interface ScreenToolsOptions {
  ui: UiState;
  dialogs: Dialogs;
  layouts: LayoutShelf;
  clipboard: Clipboard;
  highlighter: Highlighter;
  /** Absent: no editor is set. */
  openInEditor: OpenInEditor | undefined;
  /** Gives the terminal away; what is returned takes it back and draws everything. */
  lendTerminal(): () => void;
  switchMouse(on: boolean): void;
  /** Puts `@path` into the message. */
  insertPath(path: string): void;
  /** The working folder, absolute. */
  root(): string;
  /** Says something that is to stay on the screen. */
  tell(text: string): void;
  redraw(): void;
  /** ms since 1970. */
  now(): number;
  ascii: boolean;
}

export function createScreenTools(options: ScreenToolsOptions): ScreenTools {
  const { ui, dialogs, layouts, clipboard, redraw } = options;
  const say = (text: string) => {
    ui.hint = text;
    redraw();
  };
  const absolute = (path: string) => (isAbsolute(path) ? path : join(options.root(), path));

  async function edit(work: OpenInEditor, path: string, line: number | undefined): Promise<void> {
    const takeBack = options.lendTerminal();
    try {
      await work(absolute(path), line);
    } catch (error) {
      const { message, hint } = toErrorData(error);
      ui.hint = cleanOneLine(hint ? `${message}. ${hint}` : message);
    } finally {
      takeBack();
      redraw();
    }
  }
  const openInEditor = (path: string, line?: number) => {
    if (options.openInEditor) void edit(options.openInEditor, path, line);
    else say('No editor is set: set VISUAL or EDITOR, or "editor" in config.json');
  };

  async function preview(path: string): Promise<void> {
    // Loaded with the first look.
    const [{ readPreview }, { createPreviewDialog }] = await Promise.all([
      import('./preview.js'),
      import('./dialogs/preview.js'),
    ]);
    const read = await readPreview(absolute(path));
    dialogs.show((close) =>
      createPreviewDialog({
        ...options,
        path,
        preview: read,
        insert: () => options.insertPath(path),
        edit: (line) => openInEditor(path, line),
        close,
      }),
    );
  }

  async function openTask(plan: PlanView, taskId: string): Promise<void> {
    const { createTaskPage } = await import('./dialogs/task-page.js');
    dialogs.show((close) => createTaskPage({ ...options, plan, taskId, close }));
  }

  function chooseLayout(name: string): void {
    if (name === '') {
      const items = [automaticLayout, ...layouts.names()].map((value) => ({ value, label: layoutLabel(value) }));
      dialogs.choose('Layout', '', items, chooseLayout);
    } else if (name === automaticLayout) {
      ui.layout = undefined;
      say('The layout follows the size of the window');
    } else if (layouts.find(name) === undefined) {
      say(`There is no layout ${cleanOneLine(name)}; there are ${[automaticLayout, ...layouts.names()].join(', ')}`);
    } else {
      ui.layout = name;
      const { minColumns, minRows } = layouts.find(name) ?? { minColumns: 0, minRows: 0 };
      say(`Layout ${name}, from ${minColumns} x ${minRows} on`);
    }
  }
  const layoutLabel = (name: string) =>
    `${name === (ui.layout ?? automaticLayout) ? (options.ascii ? '*' : '✓') : ' '} ${name}`;

  return {
    copy: (text) => void clipboard.copy(text).then(say, (error: Error) => say(`Not copied: ${error.message}`)),
    openInEditor,
    preview: (path) => void preview(path),
    openTask: (plan, taskId) => void openTask(plan, taskId),
    setMouse(on) {
      ui.mouse = on;
      options.switchMouse(on);
      say(on ? 'Mouse on; Shift and drag selects text as before' : 'Mouse off: the terminal has it');
    },
    chooseLayout,
    async loadLayouts(folder, wanted) {
      if (folder !== undefined) {
        const { readUserLayouts } = await import('./user-layouts.js');
        const found = await readUserLayouts(folder);
        layouts.add(found.layouts);
        for (const problem of found.problems) options.tell(problem);
      }
      if (wanted === undefined || wanted === automaticLayout) return;
      if (layouts.find(wanted) === undefined) return chooseLayout(wanted);
      ui.layout = wanted;
      redraw();
    },
  };
}
