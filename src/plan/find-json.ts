// Finds the JSON that a model wrapped in prose, fences and thoughts. Knows no plan; never completes what was cut off.
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

/** `cut`: begun and never closed. `fault`: closed, but no JSON; says where. */
export type FoundJson =
  | { kind: 'value'; value: unknown }
  | { kind: 'fault'; fault: string; source: string }
  | { kind: 'cut' };

/** Deeper than any plan; readers of JSON go down by recursion. */
const deepest = 40;

/** In the order of the reply. */
export function findJson(reply: string): FoundJson[] {
  // A fence ends what was begun in it, so that a broken block does not swallow the good one after it.
  return withoutThoughts(reply)
    .split(/^[ \t]*(?:`{3,}|~{3,})[^\n{[]*/m)
    .flatMap(findInPiece);
}

/** Thoughts come first; a tag further on may be a part of the plan. A thought without an end is all there is. */
function withoutThoughts(reply: string): string {
  let rest = reply.replace(/^\uFEFF/, '').trimStart();
  for (;;) {
    const tag = /^<(think|thinking|thought|reasoning)>/i.exec(rest)?.[1];
    if (tag === undefined) return rest;
    const close = rest.toLowerCase().indexOf(`</${tag.toLowerCase()}>`);
    if (close === -1) return '';
    rest = rest.slice(close + tag.length + 3).trimStart();
  }
}

function findInPiece(piece: string): FoundJson[] {
  const found = scan(piece);
  if (!/[“”„]/.test(piece) || found.some(({ kind }) => kind === 'value')) return found;
  const straight = scan(straightened(piece));
  return straight.some(({ kind }) => kind === 'value') ? straight : found;
}

/** Quotes where JSON has its own; those inside of texts stay. */
function straightened(piece: string): string {
  return piece.replace(/(?<=[{[,:]\s{0,200})[“”„]/g, '"').replace(/[“”](?=\s{0,200}[}\],:])/g, '"');
}

/** A brace with a name behind it; braces of prose are passed by. */
const begins = /\{(?=\s*(?:["“”„]|\/[/*]))|\[(?=\s*\{\s*["“”„])/g;

function scan(piece: string): FoundJson[] {
  const found: FoundJson[] = [];
  begins.lastIndex = 0;
  for (let start = begins.exec(piece); start !== null; start = begins.exec(piece)) {
    const end = endOf(piece, start.index);
    if (end === undefined) return [...found, { kind: 'cut' }];
    found.push(read(piece.slice(start.index, end.at), end.depth));
    begins.lastIndex = end.at;
  }
  return found;
}

/** Tokens that matter for where JSON ends: strings and comments hide brackets. */
const tokens = /"(?:[^"\\]|\\[\s\S])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[{}[\]"]/g;

/** Behind the bracket that closes the one at `start`. */
function endOf(piece: string, start: number): { at: number; depth: number } | undefined {
  let open = 0;
  let depth = 0;
  tokens.lastIndex = start;
  for (let token = tokens.exec(piece); token !== null; token = tokens.exec(piece)) {
    const [text] = token;
    // A quote alone: the text it opens has no end.
    if (text === '"') return undefined;
    if (text === '{' || text === '[') open++;
    else if (text === '}' || text === ']') open--;
    depth = Math.max(depth, open);
    if (open === 0) return { at: tokens.lastIndex, depth };
  }
  return undefined;
}

function read(source: string, depth: number): FoundJson {
  if (depth > deepest) return { kind: 'fault', fault: 'the JSON is nested too deeply', source };
  const errors: ParseError[] = [];
  const value: unknown = parse(source, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first === undefined) return { kind: 'value', value };
  const line = source.slice(0, first.offset).split('\n').length;
  const near = JSON.stringify(source.slice(Math.max(0, first.offset - 20), first.offset + 20));
  const fault = `the JSON has a fault in its line ${line}, near ${near}: ${printParseErrorCode(first.error)}`;
  return { kind: 'fault', fault, source };
}
