// A model that plays a script: the demo's and the tests'. Owns which reply is said; how it is said is play-reply.ts.
import { PaiError, toErrorData } from '../base/error.js';
import type { ChatMessage } from '../protocol/message.js';
import { plainRules } from './catalog-data.js';
import { type Delay, systemDelay } from './delay.js';
import { playReply } from './play-reply.js';
import type { ModelRequest, Provider, ProviderEvent } from './provider.js';
import type { Reply, Script } from './script.js';
import { historyProblems } from './strict-history.js';
import { toWireRequest } from './wire.js';

export interface ScriptedOptions {
  script: Script;
  /** Refuse histories that strict servers refuse. */
  strict?: boolean;
  delay?: Delay;
  /** A reply that follows from the request itself; undefined: the script's. */
  choose?: (request: ModelRequest) => Reply | undefined;
}

export interface ScriptedProvider extends Provider {
  /** What was asked, oldest first. */
  requests: ModelRequest[];
  /** Throws when replies are left over or a request was refused. */
  assertFinished(): void;
}

export function createScriptedProvider({
  script,
  strict = false,
  delay = systemDelay,
  choose,
}: ScriptedOptions): ScriptedProvider {
  const requests: ModelRequest[] = [];
  const refusals: string[] = [];
  let played = 0;
  /** Replies that were none of the script. */
  let others = 0;

  function nextReply(request: ModelRequest): Reply {
    if (strict) {
      const problems = historyProblems(toWireRequest(request, plainRules));
      if (problems.length > 0)
        throw new PaiError('model', `the scripted model refuses the request: ${problems.join('; ')}`);
    }
    const chosen = choose?.(request);
    if (chosen) {
      others += 1;
      return chosen;
    }
    const reply = script.afterwards ? replyOfTurn(script, script.afterwards, request) : replyInOrder(script, played);
    played += 1;
    if (!reply)
      throw new PaiError('model', `the script has ${script.replies.length} replies and was asked for one more`);
    return replacement(reply, request);
  }

  return {
    requests,
    async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
      requests.push(structuredClone(request));
      try {
        const reply = nextReply(request);
        yield* playReply(reply, { signal, delay, number: played + others });
      } catch (error) {
        if (signal.aborted) return yield { type: 'failed', error: { code: 'cancelled', message: 'cancelled' } };
        const data = toErrorData(error);
        if (data.code === 'model') refusals.push(data.message);
        yield { type: 'failed', error: data };
      }
    },
    assertFinished() {
      if (refusals.length > 0) throw new PaiError('model', refusals.join('\n'));
      const left = script.replies.length - played;
      if (left > 0 && !script.loop) throw new PaiError('model', `${left} scripted replies were never asked for`);
    },
  };
}

function replyInOrder({ replies, loop }: Script, played: number): Reply | undefined {
  return replies[loop && replies.length > 0 ? played % replies.length : played];
}

/** In the first turn the n-th reply follows n assistant messages; a user message after an assistant one begins a later turn. */
function replyOfTurn({ replies }: Script, afterwards: Reply, request: ModelRequest): Reply {
  const messages = withoutNotes(request.messages);
  const answered = messages.filter((message) => message.role === 'assistant').length;
  const lastUser = messages.findLastIndex((message) => message.role === 'user');
  const firstAnswer = messages.findIndex((message) => message.role === 'assistant');
  const firstTurn = firstAnswer < 0 || lastUser < firstAnswer;
  return (firstTurn ? replies[answered] : undefined) ?? afterwards;
}

/** What the engine adds behind results, in brackets, begins no turn. */
function withoutNotes(messages: readonly ChatMessage[]): ChatMessage[] {
  return messages.filter(
    ({ role, text }, at) => !(role === 'user' && text.startsWith('[') && messages[at - 1]?.role === 'tool'),
  );
}

function replacement(reply: Reply, { messages }: ModelRequest): Reply {
  const newest = withoutNotes(messages).at(-1);
  if (!reply.instead || newest?.role !== 'tool') return reply;
  return new RegExp(reply.instead.ifResultMatches, 'i').test(newest.text) ? reply.instead.reply : reply;
}
