// Standard output as a place that can break: a reader that leaves early (`| head -1`) is no fault, a full disk is one.
import { PaiError } from '../base/error.js';
import { exitCodes } from './exit-codes.js';

export interface OutputWatch {
  /** Waits until everything is written. Throws PaiError('storage') when it could not be, except that nobody reads any more. */
  written(): Promise<void>;
}

export function watchOutput(onBroken: () => void): OutputWatch {
  let broken: NodeJS.ErrnoException | undefined;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    broken ??= error;
    onBroken();
  });
  // Progress that nobody takes changes nothing for the turn.
  process.stderr.on('error', () => undefined);
  return {
    async written() {
      await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
      if (broken === undefined || broken.code === 'EPIPE') return;
      throw new PaiError('storage', `standard output cannot be written: ${broken.message}`, undefined, broken);
    },
  };
}

/** All that a command has to say. Returns the exit code of one that did what it was asked. */
export async function print(content: string): Promise<number> {
  const output = watchOutput(() => undefined);
  process.stdout.write(content);
  await output.written();
  return exitCodes.answered;
}
