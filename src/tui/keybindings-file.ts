// Reads `keybindings.json`: `{"ctrl+x": "action.name", "files:d": null}`. What it cannot use is told, each fault by its line; nothing in it can end the program.
import { readFile } from 'node:fs/promises';
import { lineOfMember, parseJsonObject } from '../base/json-text.js';
import { editorKeys } from './editor-commands.js';
import { readKeyName } from './input/key-name.js';
import { bindings, type KeyContext } from './keymap.js';
import type { KeyChange, KeyTarget } from './live-keymap.js';

export interface KeyFile {
  changes: KeyChange[];
  /** What is wrong, one sentence each with file and line. */
  faults: string[];
}

/** An absent file changes nothing. */
export async function readKeybindings(path: string): Promise<KeyFile> {
  try {
    return parseKeybindings(path, await readFile(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { changes: [], faults: [] };
    return { changes: [], faults: [`${path} cannot be read (${code ?? 'unknown'}).`] };
  }
}

export function parseKeybindings(path: string, text: string): KeyFile {
  const { value, fault } = parseJsonObject(path, text);
  const file: KeyFile = { changes: [], faults: fault === undefined ? [] : [fault] };
  for (const [member, action] of Object.entries(value)) {
    if (member === '$schema') continue;
    const change = readChange(member, action);
    if (typeof change === 'string') file.faults.push(`${path}:${lineOfMember(text, member)}: ${change}`);
    else file.changes.push(change);
  }
  return file;
}

/** What the user writes for a context; the message box has two names. */
const contextNames = (): Record<string, KeyContext> => ({
  ...Object.fromEntries([...new Set(bindings.map(({ context }) => context))].map((context) => [context, context])),
  message: 'composer',
});

/** The change, or what is wrong with it. */
function readChange(member: string, action: unknown): KeyChange | string {
  const [, word, rest = ''] = /^([a-z]+):(.+)$/.exec(member) ?? [];
  const context = word === undefined ? undefined : contextNames()[word];
  if (word !== undefined && !context)
    return `"${word}" is no place for keys; there are ${Object.keys(contextNames()).join(', ')}.`;
  const name = readKeyName(context ? rest : member);
  if ('fault' in name) return `${member}: ${name.fault}.`;
  const target = action === null ? null : readTarget(action);
  if (target === undefined)
    return `${member}: there is no action ${JSON.stringify(action)}; the palette shows their names.`;
  if (target !== null && context === 'composer' && [...name.key].length === 1)
    return `${member}: a bare letter is text in the message, so it cannot be a key there.`;
  return { ...(context ? { context } : {}), key: name.key, target };
}

/** `editor.kill-word-left` and `editor.killWordLeft` are the same. */
function readTarget(action: unknown): KeyTarget | undefined {
  if (typeof action !== 'string') return undefined;
  if (!action.startsWith('editor.')) return bindings.find((binding) => binding.action === action)?.action;
  const wanted = action.slice('editor.'.length).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const command = Object.values(editorKeys).find((one) => one === wanted);
  return command && `editor.${command}`;
}
