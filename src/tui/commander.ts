// Sends commands and finds their answers. Events are passed by; the view is not its business.

import { createDeferred, type Deferred } from '../base/deferred.js';
import { fromErrorData } from '../base/error.js';
import type { Command, CommandEnvelope } from '../protocol/command.js';
import type { Envelope } from '../protocol/event.js';
import type { Query, QueryResult } from '../protocol/query.js';

/** Puts a read-only question to the engine. */
export type Ask = <K extends Query['kind']>(
  kind: K,
  ...facts: QueryFacts<K>
) => Promise<Extract<QueryResult, { kind: K }>>;

/** Nothing, for questions that are no more than their kind. */
type QueryFacts<K extends Query['kind']> = keyof Omit<Extract<Query, { kind: K }>, 'kind'> extends never
  ? []
  : [Omit<Extract<Query, { kind: K }>, 'kind'>];

export interface Commander {
  send(command: Command): void;
  /** `facts`: what the question says besides its kind. Rejects with the engine's error. */
  ask: Ask;
  /** Resolves when the engine has carried it out; rejects with its error. */
  carryOut(command: Command): Promise<void>;
  take(envelope: Envelope): void;
}

export function createCommander(post: (envelope: CommandEnvelope) => void): Commander {
  const questions = new Map<string, Deferred<QueryResult>>();
  const orders = new Map<string, Deferred<void>>();
  let sent = 0;
  const send = (command: Command): string => {
    const commandId = `screen-${++sent}`;
    post({ commandId, command });
    return commandId;
  };
  return {
    send,
    ask(kind, ...facts) {
      const deferred = createDeferred<QueryResult>();
      const query = { kind, ...facts[0] } as Query;
      questions.set(send({ type: 'query.ask', query }), deferred);
      return deferred.promise as Promise<never>;
    },
    carryOut(command) {
      const deferred = createDeferred<void>();
      orders.set(send(command), deferred);
      return deferred.promise;
    },
    take({ event }) {
      // Nobody is left to answer what was asked.
      if (event.type === 'engine.crashed') {
        for (const question of questions.values()) question.reject(fromErrorData(event.error));
        for (const order of orders.values()) order.reject(fromErrorData(event.error));
        questions.clear();
        orders.clear();
      }
      if (event.type === 'command.accepted' || event.type === 'command.rejected') {
        const order = orders.get(event.commandId);
        orders.delete(event.commandId);
        if (event.type === 'command.accepted') order?.resolve();
        else order?.reject(fromErrorData(event.error));
      }
      if (event.type !== 'query.answered' && event.type !== 'command.rejected') return;
      const question = questions.get(event.commandId);
      questions.delete(event.commandId);
      if (event.type === 'query.answered') question?.resolve(event.result);
      else question?.reject(fromErrorData(event.error));
    },
  };
}
