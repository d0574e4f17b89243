// Long lines in results: the part around what was found. Knows no files.

const maxLength = 300;
/** How much of a cut line stands before the match. */
const before = 100;

/** The line, or the part of it around `column` with … where something was left out. Characters are not cut in halves. */
export function cutAround(line: string, column: number): string {
  if (line.length <= maxLength) return line;
  let from = column + maxLength - before <= maxLength ? 0 : Math.min(column - before, line.length - maxLength);
  let to = from + maxLength;
  if (isLowHalf(line, from)) from++;
  if (isLowHalf(line, to)) to--;
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
}

function isLowHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff;
}
