// What a flood of output costs, measured in a process of its own that runs nothing else.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ChildScript, childScript } from '../../support/child-script.js';

let script: ChildScript;
beforeAll(async () => {
  script = await childScript(`
    import { createBackgroundCommands } from './src/process/background-commands.js';
    import { runCommand } from './src/process/run-command.js';
    const [how, command] = process.argv.slice(2);
    const request = { command, cwd: '/', onOutput() {} };
    const inBackground = async (request) => {
      const commands = createBackgroundCommands(() => {});
      const id = await commands.start(request);
      for (;;) {
        const { state, text, next } = await commands.read(id, { waitMs: 60000 });
        if (!state.isRunning) return { length: text.length, bytes: next };
      }
    };
    const inFront = async (request) => {
      const { output, omittedBytes } = await runCommand(request);
      return { length: output.length, bytes: omittedBytes };
    };
    const run = how === 'background' ? inBackground : inFront;
    await run({ ...request, command: 'echo warm' });
    const before = process.resourceUsage().maxRSS;
    const result = await run(request);
    console.log(JSON.stringify({ ...result, grownMb: (process.resourceUsage().maxRSS - before) / 1024 }));`);
});
afterAll(() => script.remove());

const megabytes = 200;
const floods = [
  `head -c ${megabytes}000000 /dev/zero | tr '\\0' 'a'`,
  `yes | head -c ${megabytes}000000`,
  `yes "$(printf '\\e[31mprogress\\e[0m\\r%.0s' {1..20})" | head -c ${megabytes}000000`,
];

test.each([...floods.map((command) => ['front', command]), ['background', floods[1]!]])(
  'in the %s, 200 MB of output cost less than 50 MB of memory: %s',
  async (how, command) => {
    const { length, bytes, grownMb } = JSON.parse(await script.run(how, command));
    expect(bytes).toBeGreaterThan((megabytes - 2) * 1_000_000);
    expect(length).toBeLessThan(2_000_000);
    expect(grownMb).toBeLessThan(50);
  },
  30_000,
);
