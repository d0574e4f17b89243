// What the shell is told; documented in README.

export const exitCodes = {
  answered: 0,
  failed: 1,
  /** Wrong usage or configuration. */
  usage: 2,
  /** A limit was reached: steps, cost or time. */
  limit: 4,
  interrupted: 130,
  terminated: 143,
} as const;
