// execute_command: one shell line in the working folder, waited for or in the background. What it does there later is
// command-output.ts.
import * as z from 'zod';
import { type CommandResult, runCommand } from '../process/run-command.js';
import type { CommandWay } from '../process/sandbox.js';
import { backgroundOf } from './background-result.js';
import type { PreparedCall, RunContext, Tool, ToolContext, ToolResult } from './tool.js';

const maxTimeoutS = 600;
const schema = z.object({
  command: z.string().min(1),
  timeout_s: z.int().min(1).max(maxTimeoutS).optional(),
  background: z.boolean().optional(),
});

const plainly: CommandWay = { note: 'runs without a sandbox', isSandboxed: false };

export const executeCommandTool: Tool<typeof schema> = {
  name: 'execute_command',
  schema,
  readOnly: false,
  timeoutMs: ({ timeout_s }) => (timeout_s === undefined ? undefined : timeout_s * 1000),
  async prepare({ command, background = false }, context): Promise<PreparedCall> {
    const way = (await context.commands?.way()) ?? plainly;
    const { cwd } = context;
    return {
      title: firstLine(command) + (background ? ' (in the background)' : ''),
      access: { reads: [], writes: [], command },
      preview: [{ kind: 'command', command, cwd, output: '', exitCode: null }],
      notes: [...(background ? ['runs in the background until it ends, or you leave this thread'] : []), way.note],
      run: (run) => (background ? startInBackground(command, way, context) : runToEnd(command, way, cwd, run)),
    };
  },
};

async function runToEnd(command: string, way: CommandWay, cwd: string, run: RunContext): Promise<ToolResult> {
  const { launcher } = way;
  // The executor keeps the time; its signal ends the command, and what was said until then comes back.
  const started = { command, cwd, signal: run.signal, onOutput: run.progress };
  const result = await runCommand({ ...started, ...(launcher ? { launcher } : {}) });
  const { output, exitCode } = result;
  const ended = result.signal === undefined ? {} : { signal: result.signal };
  return {
    ok: exitCode === 0,
    text: [...(result.cancelled ? [] : [stateOf(result, way)]), output.trimEnd()].filter((it) => it !== '').join('\n'),
    display: [{ kind: 'command', command, cwd, output, exitCode, ...ended }],
  };
}

function stateOf({ signal, exitCode, backgroundLeft }: CommandResult, way: CommandWay): string {
  const end = signal === undefined ? `exit code ${exitCode}` : `ended by signal ${signal}`;
  // What the sandbox forbids looks like a fault of the command.
  const where = exitCode === 0 || !way.isSandboxed ? '' : `; it ${way.note.replace('runs', 'ran')}`;
  return end + where + (backgroundLeft ? '; something it started still runs in the background' : '');
}

async function startInBackground(command: string, way: CommandWay, context: ToolContext): Promise<ToolResult> {
  const { cwd } = context;
  const background = await backgroundOf(context);
  const id = await background.start({ command, cwd, ...(way.launcher ? { launcher: way.launcher } : {}) });
  return {
    ok: true,
    text: `It runs in the background as ${id}. You are told when it ends; command_output reads what it says, and ends it with kill.`,
    display: [
      { kind: 'command', command, cwd, output: '', exitCode: null },
      { kind: 'text', text: `runs in the background as ${id}`, tone: 'dim' },
    ],
  };
}

/** The line in a few words; all of it stands in the preview. */
function firstLine(command: string): string {
  const [first = ''] = command.trim().split('\n');
  const cut = first.length > 120 ? first.slice(0, 120) : first;
  return cut === command.trim() ? cut : `${cut} …`;
}
