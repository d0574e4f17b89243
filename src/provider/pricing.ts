// What tokens cost, in the currency of the price list.
import type { Usage } from '../protocol/usage.js';
import type { Prices } from './model-profile.js';

type Counted = Pick<Usage, 'input' | 'output' | 'cached'>;

/** Money for a usage, in the currency of `prices`; cached input is billed at its own price when there is one. */
export function costOf(usage: Counted, prices: Prices): number {
  const cached = Math.min(usage.cached, usage.input);
  const perMillion =
    (usage.input - cached) * prices.input +
    cached * (prices.cachedInput ?? prices.input) +
    usage.output * prices.output;
  return perMillion / 1_000_000;
}

/** The same as the fields of a usage. */
export function chargeOf(usage: Counted, prices: Prices | undefined): Pick<Usage, 'costUsd' | 'costCny'> {
  if (!prices) return {};
  return { [prices.currency === 'CNY' ? 'costCny' : 'costUsd']: costOf(usage, prices) };
}
