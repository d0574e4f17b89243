// Projects the conversation to the chat-completions wire format. Pure: the same history gives the same bytes.
// It mends what models write and servers refuse (ids, names, broken arguments); it does not invent missing tool results.
import type { ChatMessage, ToolCall } from '../protocol/message.js';
import type { ServerRules } from './model-profile.js';
import type { ModelRequest } from './provider.js';
import { isJsonObject } from './tool-call-assembler.js';
import { createWireIds } from './wire-ids.js';
import { seatTurns } from './wire-turns.js';

export interface WireToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

export type WireMessage =
  | { role: 'system' | 'developer' | 'user'; content: string }
  | { role: 'assistant'; content: string | null; reasoning_content?: string; tool_calls?: WireToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string };

export interface WireTool {
  type: 'function';
  function: { name: string; description: string; parameters: Record<string, unknown> };
}

export interface WireRequest {
  model: string;
  messages: WireMessage[];
  tools?: WireTool[];
  stream: true;
  stream_options?: { include_usage: true };
  max_tokens?: number;
  max_completion_tokens?: number;
}

/** The body of one request. */
export function toWireRequest(request: ModelRequest, rules: ServerRules): WireRequest {
  return {
    model: request.model,
    messages: toWireMessages(request.messages, rules),
    ...(request.tools.length > 0
      ? {
          tools: request.tools.map(({ name, description, parameters }) => ({
            type: 'function' as const,
            function: { name, description, parameters },
          })),
        }
      : {}),
    stream: true,
    ...(rules.streamUsage ? { stream_options: { include_usage: true as const } } : {}),
    ...(request.maxOutputTokens === undefined ? {} : { [rules.maxTokensField]: request.maxOutputTokens }),
  };
}

type MessageRules = Omit<ServerRules, 'maxTokensField' | 'streamUsage'>;

/** System text first and once, empty assistant messages left out, tool results directly behind their calls in call order. */
export function toWireMessages(messages: readonly ChatMessage[], rules: MessageRules): WireMessage[] {
  const wireId = createWireIds(rules.callIds);
  const wire: WireMessage[] = systemMessages(messages);
  const placed = new Set<ChatMessage>();
  messages.forEach((message, at) => {
    if (message.role === 'user') wire.push({ role: 'user', content: message.text });
    if (message.role === 'tool' && !placed.has(message)) wire.push(toolMessage(message.callId, message.text));
    if (message.role !== 'assistant') return;
    const ids = message.calls.map((call) => wireId(call.callId));
    const isSplit = !rules.parallelCalls && message.calls.length > 1;
    const assistant = isSplit ? undefined : assistantMessage(message, ids, rules.replayReasoning);
    if (assistant) wire.push(assistant);
    const results = resultsAfter(messages, at);
    message.calls.forEach((call, position) => {
      if (isSplit) wire.push(oneCallMessage(message, position, ids[position] ?? '', rules.replayReasoning));
      const result = results.find((candidate) => candidate.callId === call.callId && !placed.has(candidate));
      if (!result) return;
      placed.add(result);
      wire.push(toolMessage(ids[position] ?? '', result.text));
    });
  });
  return seatTurns(wire, rules);
}

function systemMessages(messages: readonly ChatMessage[]): WireMessage[] {
  const texts = messages.flatMap((message) => (message.role === 'system' && message.text ? [message.text] : []));
  return texts.length > 0 ? [{ role: 'system', content: texts.join('\n\n') }] : [];
}

/** The tool results that belong to the assistant message at `at`: those before the next assistant message. */
function resultsAfter(messages: readonly ChatMessage[], at: number) {
  const next = messages.findIndex((message, index) => index > at && message.role === 'assistant');
  return messages.slice(at + 1, next < 0 ? undefined : next).filter((message) => message.role === 'tool');
}

type AssistantMessage = Extract<ChatMessage, { role: 'assistant' }>;

function assistantMessage(message: AssistantMessage, ids: string[], replayReasoning: boolean): WireMessage | undefined {
  const blank = message.text.trim() === '';
  const reasoning = message.reasoning ?? '';
  if (message.calls.length === 0) {
    if (blank) return undefined;
    return {
      role: 'assistant',
      content: message.text,
      ...(replayReasoning && reasoning ? { reasoning_content: reasoning } : {}),
    };
  }
  return {
    role: 'assistant',
    content: blank ? null : message.text,
    // Servers that demand the reasoning of call messages refuse the message without the field, even when another model wrote it.
    ...(replayReasoning ? { reasoning_content: reasoning } : {}),
    tool_calls: message.calls.map((call, position) => wireCall(call, ids[position] ?? '')),
  };
}

/** One of several calls as if the model had made them one after another; what it said stays with the first. */
function oneCallMessage(
  message: AssistantMessage,
  position: number,
  id: string,
  replayReasoning: boolean,
): WireMessage {
  const said = position === 0 ? message : { ...message, text: '', reasoning: '' };
  const calls = message.calls.slice(position, position + 1);
  return assistantMessage({ ...said, calls }, [id], replayReasoning) as WireMessage;
}

function wireCall(call: ToolCall, id: string): WireToolCall {
  // vLLM and llama.cpp parse old arguments again in every request: one broken text would end the session.
  const args = isJsonObject(call.arguments) ? call.arguments : '{}';
  return { id, type: 'function', function: { name: wireName(call.name), arguments: args } };
}

/** Models invent names that the API then refuses in the history. */
function wireName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unnamed';
}

function toolMessage(callId: string, text: string): WireMessage {
  return { role: 'tool', tool_call_id: callId, content: text };
}
