// What `{a,b}` and `{1..3}` of a shell word come to. Pure; knows neither quotes nor variables.

/** All texts of one brace expression; undefined when there are more than `most`, or when quoting or variables are in it. */
export function expandBraces(text: string, most: number): string[] | undefined {
  if (/["'`$\\]/.test(text)) return undefined;
  const texts = expand(text, most);
  return texts === undefined || texts.length > most ? undefined : texts;
}

function expand(text: string, most: number): string[] | undefined {
  const open = text.indexOf('{');
  const close = open < 0 ? -1 : closing(text, open);
  if (close < 0) return [text];
  const middle = alternatives(text.slice(open + 1, close), most);
  const rest = expand(text.slice(close + 1), most);
  if (middle === undefined || rest === undefined || middle.length * rest.length > most) return undefined;
  return middle.flatMap((inner) => rest.map((end) => text.slice(0, open) + inner + end));
}

function alternatives(inner: string, most: number): string[] | undefined {
  const pieces = atTopCommas(inner);
  if (pieces.length === 1) return range(inner, most) ?? prefixed(expand(inner, most));
  const texts: string[] = [];
  for (const piece of pieces) {
    const more = expand(piece, most);
    if (more === undefined || texts.length + more.length > most) return undefined;
    texts.push(...more);
  }
  return texts;
}

/** Braces that hold neither a comma nor a range stay. */
function prefixed(texts: string[] | undefined): string[] | undefined {
  return texts?.map((text) => `{${text}}`);
}

function range(inner: string, most: number): string[] | undefined {
  const match = /^(-?\d{1,6}|[A-Za-z])\.\.(-?\d{1,6}|[A-Za-z])(?:\.\.-?\d{1,6})?$/.exec(inner);
  if (match === null) return undefined;
  const isNumber = /\d/.test(match[1]!);
  if (isNumber !== /\d/.test(match[2]!)) return undefined;
  const value = (text: string) => (isNumber ? Number(text) : text.charCodeAt(0));
  const [from, to] = [value(match[1]!), value(match[2]!)];
  const step = from > to ? -1 : 1;
  // A step only leaves some out; one too many is refused above.
  const count = Math.min(Math.abs(to - from) + 1, most + 1);
  return Array.from({ length: count }, (_text, at) => {
    const point = from + at * step;
    return isNumber ? String(point) : String.fromCharCode(point);
  });
}

function atTopCommas(inner: string): string[] {
  const pieces = [''];
  let depth = 0;
  for (const letter of inner) {
    if (letter === '{') depth++;
    if (letter === '}') depth--;
    if (letter === ',' && depth === 0) pieces.push('');
    else pieces[pieces.length - 1] += letter;
  }
  return pieces;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return at;
  }
  return -1;
}
