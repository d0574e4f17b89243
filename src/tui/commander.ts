// Sends commands and finds their answers. Events are passed by; the view is not its business.

import { createDeferred, type Deferred } from '../base/deferred.js';
import { fromErrorData } from '../base/error.js';
import type { Command, CommandEnvelope } from '../protocol/command.js';
import type { Envelope } from '../protocol/event.js';
import type { Query, QueryResult } from '../protocol/query.js';

export interface Commander {
  send(command: Command): void;
  /** Rejects with the engine's error. */
  ask<K extends Query['kind']>(kind: K): Promise<Extract<QueryResult, { kind: K }>>;
  take(envelope: Envelope): void;
}

export function createCommander(post: (envelope: CommandEnvelope) => void): Commander {
  const questions = new Map<string, Deferred<QueryResult>>();
  let sent = 0;
  const send = (command: Command): string => {
    const commandId = `screen-${++sent}`;
    post({ commandId, command });
    return commandId;
  };
  return {
    send,
    ask(kind) {
      const deferred = createDeferred<QueryResult>();
      questions.set(send({ type: 'query.ask', query: { kind } }), deferred);
      return deferred.promise as Promise<never>;
    },
    take({ event }) {
      if (event.type !== 'query.answered' && event.type !== 'command.rejected') return;
      const question = questions.get(event.commandId);
      questions.delete(event.commandId);
      if (event.type === 'query.answered') question?.resolve(event.result);
      else question?.reject(fromErrorData(event.error));
    },
  };
}
