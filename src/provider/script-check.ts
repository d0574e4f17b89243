// The shape of a script file, checked by hand: a schema package would cost more to load than the script takes to play.
import { isObject } from '../base/json-text.js';

type Check = (value: unknown, at: string) => string | undefined;

const text: Check = (value, at) => (typeof value === 'string' ? undefined : `${at} must be a text`);
const flag: Check = (value, at) => (typeof value === 'boolean' ? undefined : `${at} must be true or false`);
const count: Check = (value, at) =>
  typeof value === 'number' && value >= 0 ? undefined : `${at} must be a number, 0 or more`;
const textOrPieces: Check = (value, at) =>
  typeof value === 'string' || (Array.isArray(value) && value.every((piece) => typeof piece === 'string'))
    ? undefined
    : `${at} must be a text or a list of texts`;
const argumentsValue: Check = (value, at) =>
  typeof value === 'string' || isObject(value) ? undefined : `${at} must be an object or a text`;

const pattern: Check = (value, at) => {
  try {
    new RegExp(String(value));
    return text(value, at);
  } catch {
    // The pattern's fault is the answer.
    return `${at} is not a regular expression`;
  }
};

function listOf(item: Check): Check {
  return (value, at) => {
    if (!Array.isArray(value)) return `${at} must be a list`;
    return first(value.map((entry, index) => item(entry, `${at}[${index}]`)));
  };
}

/** An object with these members and no others; those in `required` must be there. */
function shape(members: () => Record<string, Check>, required: string[] = []): Check {
  return (value, at) => {
    if (!isObject(value)) return `${at} must be an object`;
    const checks = members();
    const missing = required.find((name) => !(name in value));
    if (missing) return `${at} lacks "${missing}"`;
    return first(
      Object.entries(value).map(([name, entry]) => {
        const check = checks[name];
        return check ? check(entry, `${at}.${name}`) : `${at} has no member "${name}"`;
      }),
    );
  };
}

function first(problems: (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}

const finishReason: Check = (value, at) => {
  const known = ['stop', 'tool_calls', 'length', 'content_filter', 'none'];
  return known.includes(String(value)) ? undefined : `${at} must be one of ${known.join(', ')}`;
};

const call = shape(
  () => ({ id: text, name: text, arguments: argumentsValue, fragments: count }),
  ['name', 'arguments'],
);
const usage = shape(() => ({ input: count, output: count, cached: count, reasoning: count }), ['input', 'output']);
const repeatText = shape(() => ({ piece: text, times: count, perSecond: count }), ['piece', 'times', 'perSecond']);
const errorData = shape(() => ({ code: text, message: text, hint: text }), ['code', 'message']);

const reply: Check = shape(() => ({
  reasoning: textOrPieces,
  text: textOrPieces,
  repeatText,
  calls: listOf(call),
  usage,
  pauseMs: count,
  finishReason,
  error: errorData,
  cutAfter: count,
  instead: shape(() => ({ ifResultMatches: pattern, reply }), ['ifResultMatches', 'reply']),
}));

const script = shape(() => ({ replies: listOf(reply), loop: flag, afterwards: reply }), ['replies']);

/** What is wrong with a script, one sentence with the place; undefined when it can be played. */
export function scriptProblem(value: unknown): string | undefined {
  return script(value, 'script');
}
