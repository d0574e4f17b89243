// `paicli doctor`: looks at everything a session needs, one line each with what to do. The checks are doctor-*.ts.
import { homedir } from 'node:os';
import { harmlessJson } from '../base/harmless-json.js';
import { cleanOneLine } from '../view/clean.js';
import type { Check } from './doctor-check.js';
import { checkMachine } from './doctor-machine.js';
import { checkModelSetup } from './doctor-model.js';
import { placesOf } from './engine-init.js';
import { exitCodes } from './exit-codes.js';
import type { ParsedLine } from './options.js';
import { watchOutput } from './output.js';

/** Returns the exit code: 1 when something must be mended. Throws PaiError('usage'). */
export async function doctor(line: ParsedLine): Promise<number> {
  const places = placesOf(line);
  const output = watchOutput(() => undefined);
  const isOffline = line.values.offline === true;
  const seen: Check[] = [];
  const tell = (check: Check) => {
    seen.push(check);
    // As they come: the last ones ask a server and take their time.
    if (!line.values.json) process.stdout.write(lineOf(check));
  };
  await checkMachine({ ...places, userHome: homedir() }, tell);
  await checkModelSetup(line, places, isOffline, tell);
  if (line.values.json) process.stdout.write(`${harmlessJson(seen, 2)}\n`);
  await output.written();
  return seen.some(({ state }) => state === 'fail') ? exitCodes.failed : exitCodes.answered;
}

function lineOf({ name, state, text, fix }: Check): string {
  const line = `${state.padEnd(4)}  ${name.padEnd(9)}  ${cleanOneLine(text)}\n`;
  return fix && state !== 'ok' ? `${line}${' '.repeat(17)}fix: ${cleanOneLine(fix)}\n` : line;
}
