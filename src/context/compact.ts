// Makes a conversation smaller in stages: old results are cleared, then what is old is summarised. Decides and words the
// event; the engine writes it. Never makes a request that the history's grammar forbids.
import type { CompactionCause, ContextCompacted } from '../protocol/event.js';
import type { ChatMessage } from '../protocol/message.js';
import type { Usage } from '../protocol/usage.js';
import type { PlacedMessage } from '../thread/history.js';
import type { ContextBudget } from './budget.js';
import { chooseClearing, chooseCut } from './choose-cut.js';
import { type SummaryDeps, summarize } from './summarize.js';

/** Kept word for word. */
const keptRounds = { limit: 3, overflow: 1, user: 1 };
const keptMessages = { limit: 6, overflow: 2, user: 2 };
/** Less gained than this is not worth losing the words for. */
const leastGain = 0.05;

export interface CompactionInput {
  cause: CompactionCause;
  budget: ContextBudget;
  /** The history as it would be sent now, without the system message. */
  messages: PlacedMessage[];
  /** The history as it would be with results up to this event cleared. */
  cleared(throughSeq: number): PlacedMessage[];
  /** Tokens of messages, calibrated. */
  tokensOf(messages: readonly ChatMessage[]): number;
  summaryDeps: Omit<SummaryDeps, 'mostInput' | 'mostOutput'>;
  /** What stands for the summarised part. */
  standIn(summary: string): { user: string; assistant: string };
  /** What the person wants kept above all. */
  focus?: string;
}

/** `nothing`: it could not be made smaller; `usage` is what the attempt cost. */
export type CompactionResult = { event: ContextCompacted } | { event?: undefined; usage?: Usage };

/** Clears and, if that is not enough, summarises. Rejects only when `ask` does. */
export async function compact(input: CompactionInput): Promise<CompactionResult> {
  const { cause, budget, messages, tokensOf } = input;
  const size = (placed: readonly PlacedMessage[]) => budget.fixed + tokensOf(placed.map(({ message }) => message));
  const before = size(messages);
  const wishes = { rounds: keptRounds[cause], messages: keptMessages[cause] };
  const event = (change: Partial<ContextCompacted>, after: number): CompactionResult => ({
    event: {
      type: 'context.compacted',
      cause,
      clearedThroughSeq: 0,
      summarizedThroughSeq: 0,
      summary: '',
      beforeTokens: before,
      afterTokens: after,
      ...change,
    },
  });

  // A person's wish and a server's refusal are for more than clearing gives.
  if (cause === 'limit') {
    const clearedThroughSeq = (messages[chooseClearing(messages, wishes)]?.seq ?? 1) - 1;
    const afterClearing = size(input.cleared(clearedThroughSeq));
    if (afterClearing <= budget.target) return event({ clearedThroughSeq }, afterClearing);
  }
  const cut = chooseCut(messages, { ...wishes, fits: (kept) => size(kept) <= budget.target });
  if (cut === 0) return {};

  const summary = await summarize(
    messages.slice(0, cut).map(({ message }) => message),
    { ...input.summaryDeps, mostInput: Math.floor(budget.most * 0.6), mostOutput: summaryTokens(budget) },
    input.focus,
  );
  const standIn = input.standIn(summary.text);
  const kept = messages.slice(cut);
  const after = size([{ seq: 0, message: { role: 'user', text: standIn.user } }, ...kept]);
  if (after > before * (1 - leastGain)) return { usage: summary.usage };
  return event(
    {
      summarizedThroughSeq: messages[cut]!.seq - 1,
      summary: summary.text,
      standIn,
      method: summary.method,
      usage: summary.usage,
    },
    after,
  );
}

/** A summary takes at most a tenth of the window. */
const summaryTokens = ({ window }: ContextBudget) => Math.min(4096, Math.max(256, Math.floor(window / 10)));
