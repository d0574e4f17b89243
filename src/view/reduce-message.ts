// Messages of the model: deltas grow a block, the completed message replaces what they said.
import { createStreamSanitizer, stripControls } from '../base/sanitize.js';
import type { DurableEvent, LiveEvent } from '../protocol/event.js';
import type { AssistantBlock } from './block.js';
import type { OpenMessage } from './bookkeeping.js';
import type { View } from './view-model.js';

type Delta = Extract<LiveEvent, { type: 'message.delta' }>;
type Completed = Extract<DurableEvent, { type: 'message.completed' }>;

export function addDelta(view: View, delta: Delta): boolean {
  const open = openMessage(view, delta.messageId);
  if (open === undefined) return false;
  const clean = open[delta.channel].push(delta.text);
  if (clean === '') return false;
  open.block[delta.channel] += clean;
  open.block.version++;
  return true;
}

/** The block begins with the first delta, not with the message: most messages that only call tools never get one. */
function openMessage(view: View, messageId: string): OpenMessage | undefined {
  const kept = view.bookkeeping;
  const known = kept.messages.get(messageId);
  if (known !== undefined) return known;
  if (kept.completedMessages.has(messageId)) return undefined;
  const block = createAssistantBlock(messageId);
  view.blocks.push(block);
  const open = { block, text: createStreamSanitizer(), reasoning: createStreamSanitizer() };
  kept.messages.set(messageId, open);
  return open;
}

function createAssistantBlock(messageId: string): AssistantBlock {
  return {
    kind: 'assistant',
    id: `message-${messageId}`,
    version: 0,
    text: '',
    reasoning: '',
    streaming: true,
    partial: false,
  };
}

export function completeMessage(view: View, event: Completed): boolean {
  const kept = view.bookkeeping;
  const open = kept.messages.get(event.messageId);
  kept.messages.delete(event.messageId);
  kept.completedMessages.add(event.messageId);
  const text = stripControls(event.text);
  const reasoning = stripControls(event.reasoning);
  const isEmpty = text.trim() === '' && reasoning.trim() === '';
  if (open !== undefined) takeOut(view, open.block);
  if (isEmpty) return open !== undefined;
  const block = open?.block ?? createAssistantBlock(event.messageId);
  Object.assign(block, { text, reasoning, streaming: false, partial: event.partial, version: block.version + 1 });
  view.blocks.push(block);
  return true;
}

/**
 * A completed message stands where the log has it, also when something durable came between its first delta and its
 * end: a replay must give the same order. Notices are not in the log and do not count.
 */
function takeOut(view: View, block: AssistantBlock): void {
  const at = view.blocks.lastIndexOf(block);
  if (at !== -1) view.blocks.splice(at, 1);
}

/** The turn is over: what still streams will get no more. */
export function settleMessages(view: View): void {
  for (const [messageId, { block, text, reasoning }] of view.bookkeeping.messages) {
    view.bookkeeping.completedMessages.add(messageId);
    block.text += text.flush();
    block.reasoning += reasoning.flush();
    block.streaming = false;
    block.partial = true;
    block.version++;
  }
  view.bookkeeping.messages.clear();
}
