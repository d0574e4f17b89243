// Where a conversation may be cut in two: what is before may be summarised, what is after is kept word for word. Pure.
import type { PlacedMessage } from '../thread/history.js';

export interface KeepWishes {
  /** Rounds (user messages with what follows) that are kept. */
  rounds: number;
  /** At least so many messages are kept. */
  messages: number;
}

export interface CutWishes extends KeepWishes {
  /** Whether what would be kept is small enough. */
  fits(kept: PlacedMessage[]): boolean;
}

/**
 * Index of the first kept message, or 0 when there is nothing to take away. Never between a call and its results.
 * The wished rounds are given up one by one, then the last round itself is cut, before the wished number of messages is.
 */
export function chooseCut(messages: readonly PlacedMessage[], { rounds, messages: least, fits }: CutWishes): number {
  const places = placesIn(messages);
  const users = usersIn(messages, places);
  const latest = messages.length - least;
  const wished = atMost(places, Math.min(users.at(-rounds) ?? users[0] ?? 0, latest));
  if (wished === undefined && fits([...messages])) return 0;
  const fitting = places.filter((index) => index >= (wished ?? 0) && fits(messages.slice(index)));
  return fitting[0] ?? atMost(places, latest) ?? places.at(-1) ?? 0;
}

/** Index of the first message whose results stay when older ones are cleared; 0: there are none to clear. Rounds count only where there are enough of them. */
export function chooseClearing(messages: readonly PlacedMessage[], { rounds, messages: least }: KeepWishes): number {
  const places = placesIn(messages);
  const latest = messages.length - least;
  return atMost(places, Math.min(usersIn(messages, places).at(-rounds) ?? latest, latest)) ?? 0;
}

/** Where a cut may stand: before a message that is no result, and behind the first. */
function placesIn(messages: readonly PlacedMessage[]): number[] {
  return messages.flatMap(({ seq, message }, index) =>
    seq > 0 && message.role !== 'tool' && index > 0 ? [index] : [],
  );
}

function usersIn(messages: readonly PlacedMessage[], places: readonly number[]): number[] {
  return places.filter((index) => messages[index]!.message.role === 'user');
}

/** The last place that is not behind `limit`. */
function atMost(places: readonly number[], limit: number): number | undefined {
  return places.filter((index) => index <= limit).at(-1);
}
