// Puts streamed tool-call fragments together. Owns the rules for whose call a fragment continues; parses no arguments for use.
import { isObject } from '../base/json-text.js';
import type { ToolCall } from '../protocol/message.js';

export interface ToolCallAssembler {
  /** Takes one chunk's `tool_calls`, whatever it is: a list, one entry, null. */
  add(fragments: unknown): void;
  /** The calls so far, in order of appearance; ids and names as sent, absent arguments as `{}`. */
  calls(): ToolCall[];
  /** True when every call has a name and arguments that are a whole JSON object. */
  complete(): boolean;
}

interface OpenCall {
  index: number | undefined;
  id: string;
  name: string;
  text: string;
}

interface Fragment {
  index: number | undefined;
  id: string;
  name: string;
  text: string;
}

export function createToolCallAssembler(): ToolCallAssembler {
  const open: OpenCall[] = [];

  function addOne(fragment: Fragment): void {
    const owner = findOwner(open, fragment);
    if (owner) extend(owner, fragment);
    else if (fragment.id || fragment.name || fragment.text.trim()) open.push({ ...fragment });
  }

  return {
    add(fragments) {
      const list = Array.isArray(fragments) ? fragments : [fragments];
      for (const entry of list) {
        const fragment = readFragment(entry);
        if (fragment) addOne(fragment);
      }
    },
    calls: () => open.map(({ id, name, text }) => ({ callId: id, name, arguments: argumentsText(text) })),
    complete: () => open.every((call) => call.name !== '' && isJsonObject(argumentsText(call.text))),
  };
}

/** The call a fragment continues; undefined when it begins a new one. */
function findOwner(open: readonly OpenCall[], fragment: Fragment): OpenCall | undefined {
  const sameId = fragment.id ? open.findLast((call) => call.id === fragment.id) : undefined;
  if (sameId) return beginsAgain(sameId, fragment) ? undefined : sameId;
  const atIndex = fragment.index === undefined ? open.at(-1) : open.findLast((call) => call.index === fragment.index);
  // Only a first fragment carries a name; a nameless one continues something even when its index or id is wrong.
  if (!fragment.name) return atIndex ?? open.at(-1);
  if (!atIndex) return undefined;
  if (!atIndex.name) return atIndex;
  if (fragment.id && atIndex.id) return undefined;
  return atIndex.name !== fragment.name || beginsAgain(atIndex, fragment) ? undefined : atIndex;
}

/** A named fragment that brings whole-looking arguments to a call that already has them is another call of the same tool. */
function beginsAgain(call: OpenCall, fragment: Fragment): boolean {
  if (!fragment.name || !fragment.text.trimStart().startsWith('{')) return false;
  return fragment.text !== call.text && call.text.trim() !== '{}' && isJsonObject(call.text);
}

function extend(call: OpenCall, fragment: Fragment): void {
  call.id ||= fragment.id;
  call.name ||= fragment.name;
  call.index ??= fragment.index;
  const startsObject = fragment.text.trimStart().startsWith('{');
  if (startsObject && call.text.trim() === '{}') {
    // Some servers open every call with an empty object and then send the real arguments.
    call.text = fragment.text;
  } else if (!(startsObject && fragment.text === call.text && isJsonObject(call.text))) {
    // (The same whole arguments sent twice count once.)
    call.text += fragment.text;
  }
}

function readFragment(entry: unknown): Fragment | undefined {
  if (entry === null || typeof entry !== 'object') return undefined;
  const { index, id, function: called } = entry as { index?: unknown; id?: unknown; function?: unknown };
  const { name, arguments: args } = (called ?? {}) as { name?: unknown; arguments?: unknown };
  return {
    index: typeof index === 'number' ? index : undefined,
    id: word(id),
    name: word(name),
    text: typeof args === 'string' ? args : args && typeof args === 'object' ? JSON.stringify(args) : '',
  };
}

/** Servers send "", null and even the four letters "null" for "nothing new". */
function word(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== 'null' ? value.trim() : '';
}

function argumentsText(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || trimmed === 'null' ? '{}' : text;
}

/** True when the text parses as a JSON object (not a list, not null). */
export function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    // Not JSON is an answer here, not a fault.
    return false;
  }
}
