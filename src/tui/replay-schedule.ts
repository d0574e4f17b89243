// A recording as beats: which event comes when. Owns the pace and the made-up pieces of messages that were recorded whole; plays nothing.
import { type DurableEvent, type Envelope, isDurable } from '../protocol/event.js';

export interface Beat {
  envelope: Envelope;
  /** ms after the beat before, at normal speed. */
  waitMs: number;
  /** Something to look at: a step ends here. */
  isStep: boolean;
  /** Turns begun with it. */
  turn: number;
}

/** Longer waits are not worth watching. */
const longestWaitMs = 2000;
/** A message that was recorded in no time still takes this long for a character, up to `longestReadMs`. */
const readMsPerCharacter = 5;
const longestReadMs = 1200;
/** Made-up pieces come as often as the screen can show them. */
const pieceMs = 33;

/** Nothing of the engine that recorded it, which is another one than plays it, and nothing of its queue, which nobody can edit. */
const leftOut = /^(engine|command|query|queue)\.|^thread\.opened$/;
/** Bookkeeping that changes no line of the conversation. */
const unseen: ReadonlySet<string> = new Set(['thread.created', 'step.started', 'step.completed', 'approval.resolved']);

/** The beats of the recording's first thread, in order; times never run backwards. */
export function scheduleReplay(recording: readonly Envelope[]): Beat[] {
  const threadId = recording.find(({ event }) => isDurable(event))?.threadId ?? '';
  const played = recording.filter(
    (envelope) => (envelope.threadId === threadId || envelope.threadId === '') && !leftOut.test(envelope.event.type),
  );
  const streamed = new Set(played.map(({ event }) => (event.type === 'message.delta' ? event.messageId : '')));
  const beats: Beat[] = [];
  let at = played[0]?.at ?? 0;
  let turn = 0;
  let seq = 0;
  for (const envelope of played) {
    const { event } = envelope;
    if (event.type === 'turn.started') turn++;
    const gapMs = Math.max(0, envelope.at - at);
    const waitMs = Math.min(gapMs, longestWaitMs);
    const whole = { ...envelope, threadId, at: at + gapMs, ...(isDurable(event) ? { seq: ++seq } : {}) };
    const beat = { envelope: whole, waitMs, isStep: isDurable(event) && !unseen.has(event.type), turn };
    if (event.type === 'message.completed' && !streamed.has(event.messageId)) beats.push(...inPieces(beat, event, at));
    else beats.push(beat);
    at += gapMs;
  }
  return beats;
}

/** The message as it may have been streamed, spread over the time that it took. */
function inPieces(beat: Beat, event: Extract<DurableEvent, { type: 'message.completed' }>, from: number): Beat[] {
  const { messageId, text, reasoning } = event;
  const characters = reasoning.length + text.length;
  const totalMs = Math.max(beat.waitMs, Math.min(characters * readMsPerCharacter, longestReadMs));
  const pieces = Math.floor(totalMs / pieceMs);
  if (characters === 0 || pieces === 0) return [beat];
  const size = Math.ceil(characters / pieces);
  const gapMs = beat.envelope.at - from;
  const deltas = [...cut(reasoning, size, 'reasoning'), ...cut(text, size, 'text')].map((delta, index, all): Beat => {
    const at = Math.round(from + (gapMs * (index + 1)) / (all.length + 1));
    const { seq: _, ...live } = beat.envelope;
    const envelope: Envelope = { ...live, at, event: { type: 'message.delta', messageId, ...delta } };
    return { envelope, waitMs: totalMs / (all.length + 1), isStep: false, turn: beat.turn };
  });
  return [...deltas, { ...beat, waitMs: totalMs / (deltas.length + 1) }];
}

/** Half a character at an end waits for its other half. */
function cut(text: string, size: number, channel: 'text' | 'reasoning'): { channel: typeof channel; text: string }[] {
  const pieces = [];
  for (let at = 0; at < text.length; at += size) pieces.push({ channel, text: text.slice(at, at + size) });
  return pieces;
}
