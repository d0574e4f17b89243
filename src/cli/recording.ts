// What `paicli replay` plays: a thread of the database, an export, or the lines of a run. Owns reading and checking, plays nothing.
import { readFileSync, statSync } from 'node:fs';
import { PaiError } from '../base/error.js';
import type { Envelope } from '../protocol/event.js';
import { findThread } from '../thread/find-thread.js';
import { viewOf } from './recorded-conversation.js';
import { noThread, withThreads } from './thread-shelf.js';

/** A file of that name, else the thread. Throws PaiError('usage' | 'not-found'). */
export async function openRecording(name: string): Promise<Envelope[]> {
  const stat = statSync(name, { throwIfNoEntry: false });
  if (stat?.isDirectory()) throw new PaiError('usage', `${name} is a folder; a recording is a file`);
  if (stat) return readRecording(name, readFileSync(name, 'utf8'));
  if (/[./\\]/.test(name)) throw new PaiError('not-found', `there is no file ${name}`);
  const found = await withThreads((kept) => kept.store().load(findThread(kept.store(), name).threadId).envelopes);
  if (found) return found;
  throw noThread(name);
}

/** `{envelopes}`, `[envelopes]`, or an envelope a line; what is no event (the result of a run) is left out. */
function readRecording(name: string, content: string): Envelope[] {
  const envelopes = valuesIn(name, content).filter(isEnvelope);
  if (envelopes.length === 0)
    throw new PaiError(
      'usage',
      `${name} holds no events`,
      'A recording is made by `paicli threads export ID --format json` or `paicli run --output stream-json`.',
    );
  try {
    // A file from outside: whether every event can be shown is found out before anything is on the screen.
    viewOf(envelopes);
  } catch (error) {
    throw new PaiError('usage', `${name} holds an event that cannot be read`, undefined, error);
  }
  return envelopes;
}

function valuesIn(name: string, content: string): unknown[] {
  const whole = parsed(content);
  if (Array.isArray(whole)) return whole;
  if (whole !== undefined) {
    const { envelopes } = (whole ?? {}) as { envelopes?: unknown };
    return Array.isArray(envelopes) ? envelopes : [whole];
  }
  const lines = content.split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const value = parsed(line);
    // A run that was killed leaves half a line.
    if (value === undefined && index === lines.length - 1) return [];
    if (value === undefined) throw new PaiError('usage', `${name}: line ${index + 1} is no JSON`);
    return [value];
  });
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined; // undefined is no JSON value: the caller tells them apart
  }
}

function isEnvelope(value: unknown): value is Envelope {
  const { at, threadId, event } = (value ?? {}) as Partial<Envelope>;
  return typeof at === 'number' && typeof threadId === 'string' && typeof event?.type === 'string';
}
