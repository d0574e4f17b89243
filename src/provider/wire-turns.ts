// Which roles may follow which on the wire, for servers whose chat template is strict about it. Pure; wire.ts calls it last.
import type { ServerRules } from './model-profile.js';
import type { WireMessage } from './wire.js';

/** Fills the place of an answer where a template demands one: between a tool result and a user message. */
const filler = 'OK.';

/** The instructions stand first in `messages`, or there are none. */
export function seatTurns(messages: WireMessage[], { systemRole, turns }: Pick<ServerRules, 'systemRole' | 'turns'>) {
  const seated = seatSystem(messages, systemRole);
  return turns === 'free' ? seated : mergeTurns(seated, turns === 'strict');
}

function seatSystem(messages: WireMessage[], systemRole: ServerRules['systemRole']): WireMessage[] {
  const [first, second, ...rest] = messages;
  if (first?.role !== 'system' || systemRole === 'system') return messages;
  if (systemRole === 'developer') return [{ ...first, role: 'developer' }, ...messages.slice(1)];
  if (second?.role === 'user') return [{ role: 'user', content: joined(first.content, second.content) }, ...rest];
  return [{ role: 'user', content: first.content }, ...messages.slice(1)];
}

function mergeTurns(messages: WireMessage[], isStrict: boolean): WireMessage[] {
  const merged: WireMessage[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    const both = last && mergedPair(last, message);
    if (both) merged[merged.length - 1] = both;
    else {
      if (isStrict && last?.role === 'tool' && message.role === 'user')
        merged.push({ role: 'assistant', content: filler });
      merged.push(message);
    }
  }
  return merged;
}

/** Undefined where they must stay apart: a message with calls is followed by their results. */
function mergedPair(one: WireMessage, other: WireMessage): WireMessage | undefined {
  if (one.role === 'user' && other.role === 'user') return { ...one, content: joined(one.content, other.content) };
  if (one.role !== 'assistant' || other.role !== 'assistant' || one.tool_calls) return undefined;
  const reasoning = joined(one.reasoning_content ?? '', other.reasoning_content ?? '');
  const hasReasoning = one.reasoning_content !== undefined || other.reasoning_content !== undefined;
  return {
    ...other,
    content: joined(one.content ?? '', other.content ?? ''),
    ...(hasReasoning ? { reasoning_content: reasoning } : {}),
  };
}

const joined = (...texts: string[]) => texts.filter((text) => text !== '').join('\n\n');
