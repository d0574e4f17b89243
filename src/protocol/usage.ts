// Tokens and money.

/** Tokens of one or several model calls. `input` counts all prompt tokens, the cached ones among them. */
export interface Usage {
  input: number;
  output: number;
  /** Part of `input` that the provider read from its prefix cache. */
  cached: number;
  /** Part of `output` spent on reasoning. */
  reasoning: number;
  /** US dollars; absent when the price is not known. */
  costUsd?: number;
  /** Yuan, for models whose prices are in yuan; never converted. */
  costCny?: number;
  /** True when any part of it is our own estimate. */
  estimated: boolean;
}

export const noUsage: Usage = { input: 0, output: 0, cached: 0, reasoning: 0, estimated: false };

/** Sum of two usages; the cost is known if either is. */
export function addUsage(a: Usage, b: Usage): Usage {
  const costUsd = sumOf(a.costUsd, b.costUsd);
  const costCny = sumOf(a.costCny, b.costCny);
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cached: a.cached + b.cached,
    reasoning: a.reasoning + b.reasoning,
    estimated: a.estimated || b.estimated,
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(costCny === undefined ? {} : { costCny }),
  };
}

const sumOf = (a: number | undefined, b: number | undefined) =>
  a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
