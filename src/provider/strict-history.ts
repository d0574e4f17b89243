// What real servers refuse in a request, as a check for the scripted model and the test server.
import { isJsonObject } from './tool-call-assembler.js';

interface LooseCall {
  id?: unknown;
  function?: { name?: unknown; arguments?: unknown };
}

interface LooseMessage {
  role?: unknown;
  content?: unknown;
  tool_calls?: LooseCall[];
  tool_call_id?: unknown;
}

interface LooseRequest {
  messages?: LooseMessage[];
  tools?: { function?: { name?: unknown } }[];
}

/** Broken rules of a chat-completions request body, each a line that begins with the rule's number; empty when a strict server takes it. */
export function historyProblems(wireRequest: unknown, model: { images: boolean } = { images: false }): string[] {
  const { messages = [], tools = [] } = (wireRequest ?? {}) as LooseRequest;
  return [
    ...pairingProblems(messages),
    ...messages.flatMap((message, at) =>
      isEmptyAssistant(message) ? [`rule 3: assistant message ${at} is empty`] : [],
    ),
    ...systemProblems(messages),
    ...callProblems(messages),
    ...tools.flatMap((tool) => nameProblems(tool.function?.name, 'tools')),
    ...(model.images ? [] : imageProblems(messages)),
  ];
}

/** Rules 1 and 2: each block of calls is directly followed by exactly its results. */
function pairingProblems(messages: LooseMessage[]): string[] {
  const problems: string[] = [];
  let waiting = new Set<unknown>();
  const close = (at: number) => {
    for (const id of waiting) problems.push(`rule 2: call ${String(id)} has no result before message ${at}`);
    waiting = new Set();
  };
  messages.forEach((message, at) => {
    if (message.role === 'tool') {
      const id = message.tool_call_id;
      if (!waiting.delete(id))
        problems.push(`rule 1: tool message ${at} answers no call directly before it (${String(id)})`);
      return;
    }
    close(at);
    waiting = new Set(message.tool_calls?.map((call) => call.id));
  });
  close(messages.length);
  return problems;
}

function isEmptyAssistant({ role, content, tool_calls }: LooseMessage): boolean {
  if (role !== 'assistant' || tool_calls?.length) return false;
  if (Array.isArray(content)) return content.length === 0;
  return typeof content !== 'string' || content.trim() === '';
}

/** Rule 4. */
function systemProblems(messages: LooseMessage[]): string[] {
  return messages.flatMap((message, at) =>
    message.role === 'system' && at > 0 ? [`rule 4: system message at index ${at}`] : [],
  );
}

/** Rules 5, 6 and 7 over the calls of the history. */
function callProblems(messages: LooseMessage[]): string[] {
  const seen = new Set<unknown>();
  return messages
    .flatMap((message) => message.tool_calls ?? [])
    .flatMap((call) => {
      const problems = nameProblems(call.function?.name, 'history');
      if (typeof call.id !== 'string' || call.id === '') problems.push('rule 5: a call has no id');
      else if (seen.has(call.id)) problems.push(`rule 5: call id ${call.id} is used twice`);
      seen.add(call.id);
      const args = call.function?.arguments;
      if (typeof args !== 'string' || !isJsonObject(args)) {
        problems.push(`rule 6: arguments of ${String(call.id)} are not a JSON object`);
      }
      return problems;
    });
}

/** Rule 7. */
function nameProblems(name: unknown, where: string): string[] {
  const lawful = typeof name === 'string' && /^[a-zA-Z0-9_-]{1,64}$/.test(name);
  return lawful ? [] : [`rule 7: tool name ${JSON.stringify(name)} in ${where}`];
}

/** Rule 8. */
function imageProblems(messages: LooseMessage[]): string[] {
  return messages.flatMap((message, at) => {
    const parts = Array.isArray(message.content) ? (message.content as { type?: unknown }[]) : [];
    return parts.some((part) => part.type === 'image_url')
      ? [`rule 8: message ${at} has an image, the model has no eyes`]
      : [];
  });
}
