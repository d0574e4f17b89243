// The user's own command. They typed it, so nobody is asked; what is never run is not run for them either.
import { PaiError } from '../../base/error.js';
import type { EngineState } from '../state.js';

/** Begins the command. Throws PaiError('usage' | 'denied' | 'conflict'). */
export async function runShell(state: EngineState, typed: string): Promise<void> {
  const command = typed.trim();
  if (command === '') throw new PaiError('usage', 'there is nothing to run', 'Write a command after the !');
  const { inspectCommand } = await import('../../policy/command-guard.js');
  const { denied } = await inspectCommand(command, { cwd: state.cwd });
  if (denied.length === 0) return state.session.runShell(command);
  await state.audit({
    threadId: state.session.threadId,
    tool: 'shell',
    arguments: JSON.stringify({ command }),
    decision: 'deny',
    by: 'policy',
    reasons: denied,
    outcome: 'denied',
    durationMs: 0,
  });
  const why = denied.join('; ');
  throw new PaiError('denied', `that command is never run from here: ${why}`, 'In a terminal of your own you can.');
}
