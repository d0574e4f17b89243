// What tokens cost.
import type { Usage } from '../protocol/usage.js';
import type { Prices } from './model-profile.js';

/** US dollars for a usage; cached input is billed at its own price when there is one. */
export function costOf(usage: Pick<Usage, 'input' | 'output' | 'cached'>, prices: Prices): number {
  const cached = Math.min(usage.cached, usage.input);
  const dollarsPerMillion =
    (usage.input - cached) * prices.input +
    cached * (prices.cachedInput ?? prices.input) +
    usage.output * prices.output;
  return dollarsPerMillion / 1_000_000;
}
