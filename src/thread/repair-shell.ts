// What a thread's log lacks of commands of the user's own that ran when the program ended. Pure; see repair.ts for turns.
import type { DurableEvent, Envelope } from '../protocol/event.js';

/** One completion for each command that has none. They belong to no turn. */
export function repairShells(envelopes: Envelope[], cause = 'the program ended'): DurableEvent[] {
  const completed = new Set(envelopes.map(({ event }) => (event.type === 'shell.completed' ? event.shellId : '')));
  return envelopes.flatMap(({ event }): DurableEvent[] => {
    if (event.type !== 'shell.started' || completed.has(event.shellId)) return [];
    const { shellId, command } = event;
    const text = `I ran \`${command}\`: it was interrupted when ${cause}`;
    return [
      {
        type: 'shell.completed',
        shellId,
        outcome: 'stopped',
        text,
        display: [{ kind: 'text', text: `interrupted: ${cause}`, tone: 'warning' }],
        durationMs: 0,
      },
    ];
  });
}
