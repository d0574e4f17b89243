// The tools there are, in one stable order, and how they are offered to the model. Runs none of them.
import * as z from 'zod';
import type { ToolDefinition } from '../protocol/message.js';
import type { Tool } from './tool.js';

export interface ToolRegistry {
  find(name: string): Tool | undefined;
  names(): string[];
  /** The same array each time: the request's beginning must not change from step to step. */
  definitions(): ToolDefinition[];
}

/** A registry of tools in the order given; `describe` returns the text the model reads about a tool. */
export function createRegistry(tools: readonly Tool[], describe: (name: string) => string): ToolRegistry {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  let definitions: ToolDefinition[] | undefined;
  const define = ({ name, schema }: Tool): ToolDefinition => ({
    name,
    description: describe(name).trim(),
    parameters: parametersOf(schema),
  });
  return {
    find: (name) => byName.get(name),
    names: () => [...byName.keys()],
    definitions: () => {
      definitions ??= [...byName.values()].map(define);
      return definitions;
    },
  };
}

/** JSON Schema of a tool's arguments without what says nothing: each byte is sent with each request. */
function parametersOf(schema: z.ZodType): Record<string, unknown> {
  return withoutNoise(z.toJSONSchema(schema, { io: 'input' })) as Record<string, unknown>;
}

function withoutNoise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNoise);
  if (value === null || typeof value !== 'object') return value;
  const isNoise = (key: string, inner: unknown) =>
    key === '$schema' || (key === 'additionalProperties' && inner === false) || inner === Number.MAX_SAFE_INTEGER;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (isNoise(key, inner) ? [] : [[key, withoutNoise(inner)]])),
  );
}
