// What is said inside one task: kept in memory for the model while the task runs. The thread's log has it too, for the screen.
import type { Envelope } from '../protocol/event.js';
import { placedHistory, projectHistory } from '../thread/history.js';
import type { Conversation } from './model-loop.js';

export interface TaskConversation extends Conversation {
  take(envelope: Envelope): void;
}

/** Begins with what the task is about, as a user message. */
export function createTaskConversation(threadId: string, prompt: string): TaskConversation {
  const envelopes: Envelope[] = [
    { seq: 1, at: 0, threadId, event: { type: 'turn.started', input: prompt, mode: 'react', model: '' } },
  ];
  return {
    // The stamp of the task is left off, as here it is all there is.
    take({ seq, at, event }) {
      if (seq !== undefined) envelopes.push({ seq, at, threadId, event });
    },
    messages: () => projectHistory(envelopes),
    placed: () => placedHistory(envelopes),
    placedIfCleared: (throughSeq) => placedHistory(envelopes, throughSeq),
    firstInput: () => prompt,
  };
}
