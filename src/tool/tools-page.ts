// The page that documents the tools, from the registry itself. Used by the script that writes it and by its test.
import type { ToolDefinition } from '../protocol/message.js';
import { createRegistry } from './registry.js';
import type { Tool } from './tool.js';

/** What the page says before the tools. */
const beginning = `# Tools

Made by \`npm run docs:tools\` from the tools themselves; do not edit it by hand.

These are the tools the model has. One that changes nothing runs without asking, as long as it stays in the working folder
and away from protected files; one that changes something asks first, unless the approval level or a rule says otherwise
([approvals](approvals.md)). A result of more than 32,000 characters is kept in a file, and the model gets both
ends and the way to the rest. What a result leaves out it says in words, and how to go on.
`;

/** The whole page as Markdown; `describe` gives what the model is told of a tool. */
export function toolsPage(tools: readonly Tool[], describe: (name: string) => string): string {
  const definitions = createRegistry(tools, describe).definitions();
  const sections = tools.map((tool, index) => sectionOf(tool, definitions[index]!));
  return `${[beginning, ...sections].join('\n')}`;
}

function sectionOf(tool: Tool, { name, description, parameters }: ToolDefinition): string {
  const [first = ''] = description.split(/\n\s*\n/);
  const limits = tool.limits ?? [];
  const parts = [
    `## ${name}\n`,
    `${asMarkdown(first)}\n`,
    `${tool.readOnly && !tool.usesNetwork ? 'Runs without asking.' : 'Asks first.'}\n`,
    argumentsTable(parameters),
    ...(limits.length > 0 ? [`Limits: ${limits.join('; ')}.\n`] : []),
  ];
  return parts.join('\n');
}

/** A paragraph as it is; one of several lines, which are an example, as such. */
function asMarkdown(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  return rest.length === 0 ? first : `${first}\n\n\`\`\`text\n${rest.join('\n')}\n\`\`\``;
}

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  format?: string;
  description?: string;
}

function argumentsTable(schema: Schema): string {
  const rows = rowsOf(schema, '');
  if (rows.length === 0) return 'No arguments.\n';
  const lines = rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  return ['| argument | type | |', '| --- | --- | --- |', ...lines, ''].join('\n');
}

/** One row an argument; those of the objects in a list follow it. */
function rowsOf({ properties = {}, required = [] }: Schema, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, inner]) => {
    const isRequired = required.includes(name);
    const path = `${prefix}${name}`;
    const notes = [isRequired ? 'required' : '', inner.description ?? ''].filter((note) => note !== '');
    const own = [`\`${path}\``, typeOf(inner), notes.join('; ')];
    const below = inner.items ? rowsOf(inner.items, `${path}[].`) : rowsOf(inner, `${path}.`);
    return [own, ...below];
  });
}

function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  const type = [schema.type ?? 'anything'].flat().join(' or ');
  if (type === 'array')
    return `list of ${typeOf(schema.items ?? {})}${bounds(schema.minItems, schema.maxItems, ' entries')}`;
  if (type === 'string')
    return `${schema.format ?? 'string'}${bounds(schema.minLength, schema.maxLength, ' characters')}`;
  const least = schema.minimum ?? (schema.exclusiveMinimum === undefined ? undefined : schema.exclusiveMinimum + 1);
  return `${type}${bounds(least, schema.maximum, '')}`;
}

/** A least of 1 goes without saying where things are counted. */
function bounds(least: number | undefined, most: number | undefined, unit: string): string {
  const from = unit !== '' && least === 1 ? undefined : least;
  if (from === undefined && most === undefined) return '';
  if (from === undefined) return `, at most ${most}${unit}`;
  return most === undefined ? `, at least ${from}${unit}` : `, ${from} to ${most}${unit}`;
}
