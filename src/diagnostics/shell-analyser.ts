// Syntax of shell scripts by `bash -n`, which reads and does not run.

import { findProgram } from '../process/find-program.js';
import { runChecker } from '../process/run-checker.js';
import type { Analyser } from './analyser.js';
import { type FindingInFile, oneLine } from './finding.js';

const timeoutMs = 5_000;
const suffix = /\.(?:sh|bash)$/;
const shellLine = /^#!.*\b(?:ba|da|k|a)?sh\b/;

/** Without bash there is nothing to ask. */
export function createShellAnalyser(cwd: string): Analyser {
  let bash: string | undefined | null = null;
  const find = () => {
    if (bash === null) bash = findProgram('bash', { path: process.env.PATH, notBelow: cwd });
    return bash;
  };
  return {
    name: 'Checking of shell scripts',
    takes: (file, text) => (text.startsWith('#!') ? shellLine.test(text) : suffix.test(file)),
    async check(edited, sink) {
      const file = find();
      if (file === undefined) return;
      const check = (text: string | undefined) => (text === undefined ? Promise.resolve([]) : ask(file, text));
      const found = await Promise.all(
        edited.map(async (it) => ({ file: it.file, old: await check(it.before), now: await check(it.after) })),
      );
      for (const { file, old } of found) sink.before(file, old);
      sink.applied();
      for (const { file, now } of found) sink.after(file, now);
    },
    close: async () => {},
  };
}

async function ask(file: string, input: string): Promise<FindingInFile[]> {
  // Messages in English; a start file that the environment names would be run.
  const env = { LC_ALL: 'C', BASH_ENV: '' };
  const args = ['--norc', '--noprofile', '-n'];
  const { stderr } = await runChecker({ file, args, input, cwd: '/', env, timeoutMs });
  const lines = [...stderr.matchAll(/^[^\n]*?: line (\d+): (.*)$/gm)];
  // After an error bash says the line again, in quotes.
  return lines
    .filter(([, , message = '']) => !message.startsWith('`'))
    .map(([, line, message = '']) => {
      const severity = message.startsWith('warning: ') ? 'warning' : 'error';
      const text = oneLine(message.replace(/^warning: /, ''));
      return { severity, line: Number(line), column: 1, message: text, source: 'bash' };
    });
}
