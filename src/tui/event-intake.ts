// Takes the engine's events in: into the view, and to whoever waits for an answer or must know the working folder.
import type { Envelope } from '../protocol/event.js';
import { fullBatch } from '../protocol/port.js';
import { applyEvent } from '../view/reduce.js';
import type { View } from '../view/view-model.js';
import type { Commander } from './commander.js';
import type { Editor } from './editor.js';

export interface IntakeOptions {
  view: View;
  editor: Editor;
  commander: Commander;
  onFolder(folder: string): void;
  /** Every event, once the view knows it. */
  onEvent?(envelope: Envelope): void;
  /** After each batch. */
  onTaken(): void;
}

export function createEventIntake(options: IntakeOptions): (envelopes: Envelope[]) => void {
  const { view, editor, commander } = options;
  let later: NodeJS.Immediate | undefined;
  return (envelopes) => {
    for (const envelope of envelopes) {
      const { event } = envelope;
      if (event.type === 'engine.crashed') keepQueued(view, editor);
      // A stop means stop: what was queued behind the turn is a draft again.
      if (event.type === 'turn.completed' && event.outcome === 'cancelled') takeBack(view, editor, commander);
      if (event.type === 'engine.ready' || event.type === 'thread.opened') options.onFolder(event.cwd);
      applyEvent(view, envelope);
      commander.take(envelope);
      options.onEvent?.(envelope);
    }
    clearImmediate(later);
    // What follows a full batch is here already: only when it is not, the screen is drawn without it.
    if (envelopes.length === fullBatch) later = setImmediate(options.onTaken);
    else options.onTaken();
  };
}

function takeBack(view: View, editor: Editor, commander: Commander): void {
  keepQueued(view, editor);
  for (const { itemId } of view.queue) commander.send({ type: 'queue.remove', itemId });
}

/** The queue dies with the engine; what the user wrote must not. */
function keepQueued({ queue }: View, editor: Editor): void {
  if (queue.length === 0) return;
  const texts = queue.map(({ text }) => text);
  editor.setText([...texts, ...(editor.isEmpty() ? [] : [editor.text()])].join('\n'), false);
}
