// A question with y or n, put at the terminal. Without one there is nobody to ask.
import { createInterface } from 'node:readline';
import { PaiError } from '../base/error.js';

/** False for everything but y and yes. Throws PaiError('usage') where there is no terminal. */
export async function confirmAtTerminal(question: string): Promise<boolean> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY)
    throw new PaiError('usage', 'there is no terminal to ask at', '--yes answers the question.');
  stderr.write(`${question} y/N `);
  const lines = createInterface({ input: stdin, terminal: false });
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      resolve(/^\s*y(es)?\s*$/i.test(line));
      lines.close();
    });
    // The end of the input is no yes.
    lines.once('close', () => resolve(false));
  });
}
