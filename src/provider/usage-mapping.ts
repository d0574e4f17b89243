// The many shapes of a `usage` object, as ours.
import type { Usage } from '../protocol/usage.js';
import type { Prices } from './model-profile.js';
import { chargeOf } from './pricing.js';

type Fields = Record<string, unknown>;

/** Usage from a wire object; undefined when it is absent or says nothing. */
export function usageOf(raw: unknown, prices?: Prices): Usage | undefined {
  if (raw === null || typeof raw !== 'object') return undefined;
  const fields = raw as Fields;
  const input = firstNumber(fields.prompt_tokens, fields.input_tokens);
  const output = firstNumber(fields.completion_tokens, fields.output_tokens);
  if (!input && !output) return undefined;
  const promptDetails = part(fields, 'prompt_tokens_details', 'input_tokens_details');
  const outputDetails = part(fields, 'completion_tokens_details', 'output_tokens_details');
  const usage: Usage = {
    input,
    output,
    cached: firstNumber(
      promptDetails.cached_tokens,
      fields.prompt_cache_hit_tokens,
      fields.cached_tokens,
      fields.cache_read_input_tokens,
    ),
    reasoning: firstNumber(outputDetails.reasoning_tokens, fields.reasoning_tokens),
    estimated: false,
  };
  // OpenRouter bills for many providers and says what this call cost; that beats any price list.
  const charge = typeof fields.cost === 'number' ? { costUsd: fields.cost } : chargeOf(usage, prices);
  return { ...usage, ...charge };
}

function part(fields: Fields, ...names: string[]): Fields {
  const found = names.map((name) => fields[name]).find((value) => value !== null && typeof value === 'object');
  return (found ?? {}) as Fields;
}

function firstNumber(...values: unknown[]): number {
  return values.find((value): value is number => typeof value === 'number' && value > 0) ?? 0;
}
