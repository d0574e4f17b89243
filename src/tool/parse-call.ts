// From the text a model wrote to a tool and arguments that fit it, or to words by which the model can mend the call.
import type { ToolCall } from '../protocol/message.js';
import { nearestNames } from './nearest-name.js';
import type { ToolRegistry } from './registry.js';
import type { Tool } from './tool.js';

export type ParsedCall = { tool: Tool; args: unknown } | { problem: string };

/** Finds the tool and checks the arguments; nothing is executed and nothing is guessed. */
export function parseCall(call: ToolCall, registry: ToolRegistry): ParsedCall {
  const tool = registry.find(call.name);
  if (tool === undefined) {
    const near = nearestNames(call.name, registry.names());
    const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are: ${registry.names().join(', ')}.`;
    return { problem: `there is no tool named ${JSON.stringify(call.name)}. ${hint}` };
  }
  let value: unknown;
  try {
    // Servers send nothing at all for a call without arguments.
    value = call.arguments.trim() === '' ? {} : (JSON.parse(call.arguments) ?? {});
  } catch (error) {
    return {
      problem: `the arguments of ${call.name} are no valid JSON: ${jsonProblem(call.arguments, error as Error)}`,
    };
  }
  const checked = tool.schema.safeParse(value);
  if (checked.success) return { tool, args: checked.data };
  const problems = checked.error.issues.map(({ path, message }) => `${fieldName(path)}: ${message}`);
  return { problem: `the arguments of ${call.name} do not fit: ${problems.join('; ')}` };
}

/** A call's target in a few words when the tool itself could not be asked. */
export function fallbackTitle(call: ToolCall): string {
  const match =
    /\*\*\* (?:Add|Update|Delete) File: *([^"\\]+)/.exec(call.name === 'apply_patch' ? call.arguments : '') ??
    /"(?:path|command|pattern)"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(call.arguments);
  return (match?.[1] ?? '').slice(0, 80);
}

function fieldName(path: PropertyKey[]): string {
  const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return name === '' ? 'the whole' : name.replace(/^\./, '');
}

/** The parser's words with the position and the text around it. */
function jsonProblem(text: string, error: Error): string {
  const given = /at position (\d+)/.exec(error.message)?.[1];
  const position = given === undefined ? brokenAt(text) : Number(given);
  const reason = error.message
    .replace(/,? ?(?:\.\.\.)?"[\s\S]*" is not valid JSON$/, '')
    .replace(/ in JSON at position \d+.*$/, '');
  const around = text.slice(Math.max(0, position - 20), position + 20);
  return `${reason} at position ${position} of ${text.length}, near ${JSON.stringify(around)}`;
}

const token = /\s+|"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{}:,]/y;

/** Where the first token stands that cannot be there; the end for a text that breaks off. */
function brokenAt(text: string): number {
  let before = '';
  token.lastIndex = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [found] = match;
    if (found.trim() === '') continue;
    const needsValue = before === ':' || before === ',' || before === '' || before === '[';
    if (needsValue && /^[\]}:,]$/.test(found) && !(before === '[' && found === ']')) return match.index;
    before = found;
    if (token.lastIndex === text.length) return text.length;
  }
  // A failed sticky search resets lastIndex, so the place is found again.
  token.lastIndex = 0;
  let at = 0;
  while (token.test(text)) at = token.lastIndex;
  return at;
}
