import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { packageRoot } from '../../../src/base/package-root.js';
import { createBuiltInTools } from '../../../src/tool/built-in.js';
import type { Tool } from '../../../src/tool/tool.js';
import { toolsPage } from '../../../src/tool/tools-page.js';

const builtInTools = createBuiltInTools();

test('docs/tools.md says what the tools are (npm run docs:tools writes it)', () => {
  const root = packageRoot();
  const describe = (name: string) => readFileSync(join(root, 'prompts', 'tools', `${name}.md`), 'utf8');
  expect(readFileSync(join(root, 'docs', 'tools.md'), 'utf8')).toBe(toolsPage(builtInTools, describe));
});

test('a tool is described by its first paragraph, arguments and limits', () => {
  const tool: Tool = {
    name: 'paint',
    readOnly: false,
    limits: ['one wall', 'no ceilings'],
    schema: z.object({
      colour: z.enum(['red', 'blue']),
      coats: z.int().min(1).max(3).optional(),
      spots: z
        .array(z.object({ at: z.string().min(1) }))
        .max(4)
        .optional(),
    }),
    prepare: () => Promise.reject(new Error('not run here')),
  };
  const page = toolsPage([tool], () => 'Paints a wall.\n\nMore for the model.');
  expect(page.slice(page.indexOf('## '))).toBe(`## paint

Paints a wall.

Asks first.

| argument | type | |
| --- | --- | --- |
| \`colour\` | \`red\`, \`blue\` | required |
| \`coats\` | integer, 1 to 3 |  |
| \`spots\` | list of object, at most 4 entries |  |
| \`spots[].at\` | string | required |

Limits: one wall; no ceilings.
`);
});
