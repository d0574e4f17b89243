// Calls that a model wrote as text, for models known to do so and for no others: elsewhere text that looks like a call is text.
import type { ToolCall } from '../protocol/message.js';
import { isJsonObject } from './tool-call-assembler.js';

const block = /<tool_call>\s*(\{[\s\S]*?\})\s*<\/tool_call>/g;

/**
 * The calls at the end of a reply, each a whole `<tool_call>{"name": …, "arguments": {…}}</tool_call>`; none when anything follows
 * them, one is broken, or the text is only about such a thing (inside a fence).
 */
export function callsInText(text: string): ToolCall[] {
  const start = text.indexOf('<tool_call>');
  if (start === -1 || (text.slice(0, start).match(/```/g)?.length ?? 0) % 2 === 1) return [];
  const end = text.slice(start);
  if (end.replace(block, '').trim() !== '') return [];
  const calls = [...end.matchAll(block)].map(([, source = '']) => readCall(source));
  return calls.every((call) => call !== undefined) ? calls : [];
}

function readCall(source: string): ToolCall | undefined {
  if (!isJsonObject(source)) return undefined;
  const { name, arguments: args = {} } = JSON.parse(source) as { name?: unknown; arguments?: unknown };
  if (typeof name !== 'string' || name === '') return undefined;
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  return { callId: '', name, arguments: text };
}
