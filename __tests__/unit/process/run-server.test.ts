// Programs that run beside us: their streams, their environment, their end.
import { expect, test } from '@jest/globals';
import { runServer } from '../../../src/process/run-server.js';
import { childScript, ended, printed } from '../../support/child-script.js';

const node = (code: string) => [process.execPath, '-e', code];

test('it is talked to over its standard input and output', async () => {
  const server = await runServer(node('process.stdin.pipe(process.stdout)'), '/');
  const heard = new Promise((resolve) => server.output.once('data', resolve));
  server.input.write('hello');
  expect(String(await heard)).toBe('hello');
  server.input.end();
  expect(await server.ended).toBe('exit code 0');
});

test('closing ends one that does not listen', async () => {
  const server = await runServer(
    node("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log(1)"),
    '/',
  );
  await new Promise((resolve) => server.output.once('data', resolve));
  await server.close(0);
  expect(await server.ended).toBe('SIGKILL');
});

test('one that cannot be started is an error', async () => {
  await expect(runServer(['/no/such/program'], '/')).rejects.toThrow('/no/such/program could not be started');
});

test('it ends when this program is killed', async () => {
  const script = await childScript(`
    import { runServer } from './src/process/run-server.js';
    const server = await runServer([process.execPath, '-e', 'setInterval(() => {}, 1000)'], '/');
    console.log('pid ' + server.pid + '.');
    setInterval(() => {}, 1000);
  `);
  const child = script.start();
  let said = '';
  child.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  await printed(child, '.');
  const pid = Number(/pid (\d+)/.exec(said)?.[1]);
  expect(isAlive(pid)).toBe(true);
  child.kill('SIGKILL');
  await ended(child);
  while (isAlive(pid)) await new Promise(setImmediate);
  script.remove();
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
