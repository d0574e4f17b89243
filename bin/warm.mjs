#!/usr/bin/env node
// Runs the built program the two ways people do, against a model server of its own, so that it writes its code caches.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = process.argv[2];
const program = join(dirname(fileURLToPath(import.meta.url)), 'paicli.js');
const limitMs = 20_000;

/** A reply that reads a file, then one that answers. */
function startModel() {
  const chunk = (delta, finish = null) =>
    `data: ${JSON.stringify({ id: 'w', object: 'chat.completion.chunk', model: 'w', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const call = (name, args) =>
    chunk({
      tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name, arguments: JSON.stringify(args) } }],
    });
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (data) => {
      body += data;
    });
    request.on('end', () => {
      const afterTool = JSON.parse(body).messages.at(-1).role === 'tool';
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        `${afterTool ? chunk({ content: '# warm\n\n- `done`\n' }) + chunk({}, 'stop') : call('list_dir', {}) + chunk({}, 'tool_calls')}data: [DONE]\n\n`,
      );
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const server = await startModel();
const env = {
  PATH: process.env.PATH,
  HOME: home,
  PAICLI_HOME: join(home, '.paicli'),
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
  PAICLI_BASE_URL: `http://127.0.0.1:${server.address().port}/v1`,
  PAICLI_MODEL: 'warm',
  PAICLI_WRITE_CODE_CACHE: '1',
};

function warmRun() {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, 'run', 'warm up', '--cwd', home], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: limitMs,
    });
    let said = '';
    child.stderr.on('data', (data) => {
      said += data;
    });
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`the warming run ended with ${code}: ${said.slice(-400)}`)),
    );
  });
}

/** The screen needs a terminal; where none can be made, its code is cached without having run. */
async function warmScreen() {
  const { spawn: spawnTerminal } = (await import('@lydell/node-pty')).default;
  const terminal = spawnTerminal(process.execPath, [program, 'tui', '--cwd', home], {
    cols: 120,
    rows: 40,
    env,
    cwd: home,
  });
  let seen = '';
  let typed = false;
  const limit = setTimeout(() => terminal.kill('SIGKILL'), limitMs);
  terminal.onData((data) => {
    seen += data;
    if (!typed && seen.includes('Message')) {
      typed = true;
      terminal.write('warm up\r');
    }
    if (seen.includes('done')) terminal.write('\x04');
  });
  const { exitCode } = await new Promise((resolve) => terminal.onExit(resolve));
  clearTimeout(limit);
  if (exitCode !== 0) throw new Error(`the warming screen ended with ${exitCode}`);
}

try {
  await warmRun();
  await warmScreen();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  server.close();
  server.closeAllConnections();
}
