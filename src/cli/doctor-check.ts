// What one check of `paicli doctor` found. Types, and the shape of a fault.
import { toErrorData } from '../base/error.js';

export interface Check {
  name: string;
  /** `skip`: it could not be looked at, or was not to be. */
  state: 'ok' | 'warn' | 'fail' | 'skip';
  text: string;
  /** What to do. */
  fix?: string;
}

export type Tell = (check: Check) => void;

export function faultOf(name: string, error: unknown, state: 'warn' | 'fail' = 'fail'): Check {
  const { message, hint } = toErrorData(error);
  return { name, state, text: message, ...(hint ? { fix: hint } : {}) };
}
