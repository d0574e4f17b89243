// What `/team` says: a goal for a team, or something to the one that is at work.
import type { SlashAction } from './slash-commands.js';

export function readTeam(argument: string): SlashAction {
  const workers = /^workers\s+(\d{1,3})$/.exec(argument)?.[1];
  if (workers !== undefined) return { kind: 'command', command: { type: 'team.control', workers: Number(workers) } };
  if (argument === 'pause' || argument === 'resume')
    return { kind: 'command', command: { type: 'team.control', paused: argument === 'pause' } };
  if (argument === '' || argument === 'workers')
    return { kind: 'refused', reason: '/team takes a goal, or: workers N, pause, resume' };
  return { kind: 'command', command: { type: 'turn.start', input: argument, mode: 'team' } };
}
