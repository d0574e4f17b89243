// A model with a window: refuses what is longer and what strict servers refuse, answers by a function.

import type { ActiveModel } from '../../src/engine/model.js';
import { findModel } from '../../src/provider/catalog.js';
import { plainRules } from '../../src/provider/catalog-data.js';
import { systemDelay } from '../../src/provider/delay.js';
import { estimateRequest } from '../../src/provider/estimate.js';
import { playReply } from '../../src/provider/play-reply.js';
import type { ModelRequest, Provider, ProviderEvent } from '../../src/provider/provider.js';
import type { Reply } from '../../src/provider/script.js';
import { historyProblems } from '../../src/provider/strict-history.js';
import { toWireRequest } from '../../src/provider/wire.js';

export interface WindowedModel {
  model: ActiveModel;
  requests: ModelRequest[];
  /** Tokens of each request as this server counts them, the output limit included. */
  sizes: number[];
  /** What strict servers would have refused. */
  problems: string[];
  /** Requests that were too long. */
  refused: number;
}

export interface WindowedModelOptions {
  window: number;
  /** How the server's count differs from the estimate. Default 1. */
  ratio?: number;
  reportsUsage?: boolean;
  reply(request: ModelRequest, n: number): Reply;
  /** What is said to a request for a summary; absent: a summary with the headings. */
  summary?(request: ModelRequest): Reply;
}

/** Requests for summaries are told by their system message. */
export const isSummaryRequest = ({ messages, tools }: ModelRequest): boolean =>
  tools.length === 0 && /\b(summarise|notes? on|note what matters)\b/.test(messages[0]?.text ?? '');

export function windowedModel(options: WindowedModelOptions): WindowedModel {
  const { window, ratio = 1, reportsUsage = false } = options;
  let asked = 0;
  const provider: Provider = {
    async *stream(request, signal): AsyncGenerator<ProviderEvent> {
      const input = Math.ceil(estimateRequest(request) * ratio);
      const size = input + (request.maxOutputTokens ?? 0);
      it.requests.push(structuredClone(request));
      it.sizes.push(size);
      it.problems.push(...historyProblems(toWireRequest(request, plainRules)));
      if (size > window) {
        it.refused++;
        yield {
          type: 'failed',
          error: { code: 'context-overflow', message: `${size} tokens are more than ${window}` },
        };
        return;
      }
      const reply = isSummaryRequest(request)
        ? (options.summary?.(request) ?? { text: '## Goal\nthe goal\n## Open and next\nnothing' })
        : options.reply(request, asked++);
      const usage = reportsUsage ? { usage: { input, output: 20 } } : {};
      try {
        yield* playReply({ ...usage, ...reply }, { signal, delay: systemDelay, number: asked });
      } catch {
        yield { type: 'failed', error: { code: 'cancelled', message: 'cancelled' } };
      }
    },
  };
  const profile = { ...findModel('custom', 'windowed'), provider: 'custom', contextWindow: window, assumed: false };
  const it: WindowedModel = {
    model: { provider, profile, demo: false, calibration: 1 },
    requests: [],
    sizes: [],
    problems: [],
    refused: 0,
  };
  return it;
}
