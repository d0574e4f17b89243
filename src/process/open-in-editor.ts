// Opens a file in a person's editor, at a line where the editor has a way to say so. The terminal is the editor's meanwhile.
import { basename } from 'node:path';
import { runEditor } from './edit-text.js';

/** Editors that take `+LINE` before the file. */
const plusLine = /^(?:vi|vim|nvim|view|gvim|nano|pico|emacs|emacsclient|micro|joe|kak|mg|ed|ne)$/;
/** Editors that take `FILE:LINE`. */
const colonLine = /^(?:hx|helix|subl|zed)$/;
/** Editors that take it behind a flag of theirs. */
const gotoLine = /^(?:code|code-insiders|codium|cursor|windsurf)$/;

/** `editor`: a shell word or more, e.g. `code --wait`; `line` counts from 1. Throws PaiError('terminal') when it cannot be started. */
export async function openInEditor(editor: string, path: string, line?: number): Promise<void> {
  await runEditor(editor, editorArgs(editor, path, line));
}

/** What stands behind the editor's own words. */
export function editorArgs(editor: string, path: string, line?: number): string[] {
  const name = basename(editor.trim().split(/\s+/)[0] ?? '');
  if (line === undefined || line < 1) return [path];
  if (plusLine.test(name)) return [`+${line}`, path];
  if (colonLine.test(name)) return [`${path}:${line}`];
  return gotoLine.test(name) ? ['--goto', `${path}:${line}`] : [path];
}
