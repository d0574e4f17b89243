// command_output: what a command in the background said since it was last read, and how it stands; or its end.
import * as z from 'zod';
import { backgroundOf, readingResult } from './background-result.js';
import type { Tool } from './tool.js';

const maxWaitS = 300;
/** The wait is over before the call's own time is. */
const marginMs = 10_000;
const schema = z.object({
  id: z.string().min(1),
  offset: z.int().min(0).optional(),
  wait_s: z.int().min(0).max(maxWaitS).optional(),
  kill: z.boolean().optional(),
});

export const commandOutputTool: Tool<typeof schema> = {
  name: 'command_output',
  schema,
  // Also with `kill`: it can only end what was allowed to run, and a question about that would keep it running.
  readOnly: true,
  timeoutMs: ({ wait_s = 0 }) => (wait_s === 0 ? undefined : wait_s * 1000 + marginMs),
  async prepare({ id, offset, wait_s = 0, kill = false }, context) {
    const background = await backgroundOf(context);
    return {
      title: kill ? `${id} (kill)` : id,
      access: { reads: [], writes: [] },
      preview: [],
      async run({ signal }) {
        if (kill) await background.kill(id);
        const since = offset === undefined ? {} : { since: offset };
        return readingResult(await background.read(id, { ...since, waitMs: wait_s * 1000, signal }));
      },
    };
  },
};
