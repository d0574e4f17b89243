// Where a text stands in another: exactly, or with the few differences models make when they copy. Pure; changes nothing.

export interface Place {
  start: number;
  end: number;
}

/**
 * Exact places; if there are none, those that differ in line endings only, then whole lines that differ in trailing blanks,
 * then the same two with curly quotes taken for straight ones. Never a mixture: the strictest way that finds any decides.
 */
export function findPlaces(text: string, wanted: string): Place[] {
  const exact = exactPlaces(text, wanted);
  if (exact.length > 0) return exact;
  const inLf = wanted.replaceAll('\r\n', '\n');
  const straightText = straightQuotes(text);
  const straightWanted = straightQuotes(inLf);
  const ways = [
    () => exactPlaces(text, inLf),
    () => linePlaces(text, inLf),
    () => exactPlaces(straightText, straightWanted),
    () => linePlaces(straightText, straightWanted),
  ];
  for (const way of ways) {
    const places = way();
    if (places.length > 0) return places;
  }
  return [];
}

/** Of the same length, so that positions hold. */
export function straightQuotes(text: string): string {
  return text.replace(/[‘’‚‛]/g, "'").replace(/[“”„‟]/g, '"');
}

/** The text without line numbers pasted from a listing; undefined unless every line has one and they count up by one. */
export function withoutLineNumbers(text: string): string | undefined {
  const lines = text.split('\n');
  const numbered = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  let expected: number | undefined;
  const plain: string[] = [];
  for (const line of numbered) {
    const match = /^ *(\d+)(?:\t|→|: |\| |[:|](?=\r?$))/.exec(line);
    if (match === null || (expected !== undefined && Number(match[1]) !== expected)) return undefined;
    expected = Number(match[1]) + 1;
    plain.push(line.slice(match[0].length));
  }
  if (plain.length < lines.length) plain.push('');
  return plain.join('\n');
}

export function lineNumberAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

function exactPlaces(text: string, wanted: string): Place[] {
  const places: Place[] = [];
  for (let start = text.indexOf(wanted); start >= 0; start = text.indexOf(wanted, start + wanted.length))
    places.push({ start, end: start + wanted.length });
  return places;
}

function linePlaces(text: string, wantedText: string): Place[] {
  if (wantedText.trim() === '') return []; // blank lines alone say nothing about the place
  const endsWithBreak = wantedText.endsWith('\n');
  const wanted = (endsWithBreak ? wantedText.slice(0, -1) : wantedText).split('\n').map((line) => line.trimEnd());
  const lines = text.split('\n');
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1)! + line.length + 1);
  const places: Place[] = [];
  for (let at = 0; at + wanted.length <= lines.length; at++) {
    if (!wanted.every((line, offset) => lines[at + offset]!.trimEnd() === line)) continue;
    const last = at + wanted.length - 1;
    const line = lines[last]!;
    const end = endsWithBreak
      ? Math.min(starts[last + 1]!, text.length)
      : starts[last]! + line.length - (line.endsWith('\r') ? 1 : 0);
    places.push({ start: starts[at]!, end });
    at = last;
  }
  return places;
}
