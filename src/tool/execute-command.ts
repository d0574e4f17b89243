// execute_command: one shell line in the working folder.
import * as z from 'zod';
import { runCommand } from '../process/run-command.js';
import type { Tool } from './tool.js';

const maxTimeoutS = 600;
const schema = z.object({ command: z.string().min(1), timeout_s: z.int().min(1).max(maxTimeoutS).optional() });

export const executeCommandTool: Tool<typeof schema> = {
  name: 'execute_command',
  schema,
  readOnly: false,
  timeoutMs: ({ timeout_s }) => (timeout_s === undefined ? undefined : timeout_s * 1000),
  async prepare({ command }, { cwd }) {
    return {
      title: firstLine(command),
      access: { reads: [], writes: [], command },
      preview: [{ kind: 'command', command, cwd, output: '', exitCode: null }],
      async run({ signal, progress }) {
        // The executor keeps the time; its signal ends the command, and what was said until then comes back.
        const result = await runCommand({ command, cwd, signal, onOutput: progress });
        const { output, exitCode } = result;
        const ended = result.signal === undefined ? {} : { signal: result.signal };
        const state = result.signal === undefined ? `exit code ${exitCode}` : `ended by signal ${result.signal}`;
        const background = result.backgroundLeft ? '; something it started still runs in the background' : '';
        return {
          ok: exitCode === 0,
          text: [...(result.cancelled ? [] : [state + background]), output.trimEnd()]
            .filter((part) => part !== '')
            .join('\n'),
          display: [{ kind: 'command', command, cwd, output, exitCode, ...ended }],
        };
      },
    };
  },
};

/** The line in a few words; all of it stands in the preview. */
function firstLine(command: string): string {
  const [first = ''] = command.trim().split('\n');
  const cut = first.length > 120 ? first.slice(0, 120) : first;
  return cut === command.trim() ? cut : `${cut} …`;
}
