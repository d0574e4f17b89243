// JSON text that a person writes: is it an object, and where a fault is, by line. Owns no meaning of it and reads no file.
import { PaiError } from './error.js';

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Throws PaiError('config') for any other value. */
export function asObject(value: unknown): Record<string, unknown> {
  if (isObject(value)) return value;
  throw new PaiError('config', 'it is no JSON object');
}

/** The members of a JSON object, or one sentence that names file and line. Blank text has none. */
export function parseJsonObject(path: string, text: string): { value: Record<string, unknown>; fault?: string } {
  const source = text.replace(/^\uFEFF/, '');
  if (source.trim() === '') return { value: {} };
  try {
    const value: unknown = JSON.parse(source);
    if (isObject(value)) return { value };
    return { value: {}, fault: `${path}:1 is not a JSON object; the file is not used.` };
  } catch {
    // Node's own message quotes the text around the fault, and not every message of it tells the place.
    return {
      value: {},
      fault: `${path}:${lineAt(source, jsonFaultAt(source))} is not valid JSON; the file is not used.`,
    };
  }
}

/** Line of a member's first mention, from 1. */
export function lineOfMember(text: string, member: string): number {
  return lineAt(text, Math.max(0, text.indexOf(JSON.stringify(member))));
}

/** Line of an offset, from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Offset of the first fault of text that is no JSON: the longest beginning that could still become JSON ends there. */
export function jsonFaultAt(text: string): number {
  let good = 0;
  let bad = text.trimEnd().length;
  while (good < bad - 1) {
    const middle = (good + bad) >> 1;
    if (isUnfinished(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

function isUnfinished(start: string): boolean {
  try {
    JSON.parse(start);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = /position (\d+)/.exec(message)?.[1];
    return /end of JSON|Unterminated/.test(message) || Number(position) >= start.length;
  }
}
