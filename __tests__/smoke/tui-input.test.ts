// Keys and pastes in the built full screen: what is sent to the model's server, and when.
import { expect, test } from '@jest/globals';
import { type ModelServer, modelServers, type ServerReply } from '../support/model-server.js';
import { type PtyProgram, ptyPrograms, until } from '../support/pty-program.js';

const { start } = ptyPrograms();
const startModelServer = modelServers();

async function startWithServer(...replies: ServerReply[]): Promise<{ program: PtyProgram; server: ModelServer }> {
  const server = await startModelServer(replies);
  const program = start({
    env: { PAICLI_BASE_URL: server.url, PAICLI_MODEL: 'test-model', PAICLI_CONTEXT_WINDOW: '1000000' },
  });
  await program.waitFor('ready');
  return { program, server };
}

const userTexts = (server: ModelServer, request: number) =>
  server.requests[request]?.body.messages.filter(({ role }) => role === 'user').map(({ content }) => content);

test('TU-06 pastes are drafts: nothing is sent, queued, steered or executed before Enter', async () => {
  const { program, server } = await startWithServer(
    { reply: { text: 'Answer one.' } },
    { reply: { text: 'Answer two.' } },
    { silent: true },
    { reply: { text: 'Answer three.' } },
  );
  const lines = Array.from({ length: 500 }, (_, i) => `line ${i + 1} of the paste`).join('\n');

  program.paste(lines.replaceAll('\n', '\r'));
  await program.waitFor('[pasted 500 lines]');
  expect(server.requests).toHaveLength(0);
  program.press('enter');
  await program.waitFor('Answer one.');
  expect(userTexts(server, 0)).toEqual([lines]);

  program.paste('/exit\r!rm -rf project');
  await program.waitFor('!rm -rf project');
  program.press('enter');
  await program.waitFor('Answer two.');
  expect(userTexts(server, 1)?.at(-1)).toBe('/exit\n!rm -rf project');

  program.send('take your time');
  await until(() => server.requests.length === 3);
  program.paste(lines);
  await program.waitFor('[pasted 500 lines]');
  expect(program.text()).not.toMatch(/queued? \d|queued line/);
  program.press('escape');
  await program.waitFor('ready');
  expect(program.text()).toContain('[pasted 500 lines]');
  program.press('enter');
  await program.waitFor('Answer three.');
  expect(userTexts(server, 3)?.at(-1)).toBe(lines);
  expect(server.problems).toEqual([]);
});

test('TU-06 a paste of a megabyte is taken at once and sent whole', async () => {
  const { program, server } = await startWithServer({ reply: { text: 'That was long.' } });
  const lines = Array.from({ length: 20_000 }, (_, i) => `${String(i).padStart(6, '0')} 中文 ${'x'.repeat(40)}`).join(
    '\n',
  );

  program.paste(lines);
  await program.waitFor('[pasted 20000 lines]');
  program.type(' what is it?');
  await program.waitFor('what is it?');
  program.press('enter');
  await program.waitFor('That was long.');

  expect(userTexts(server, 0)).toEqual([`${lines} what is it?`]);
});

test('TU-08 Ctrl+C clears the draft, denies the question, stops the turn, and only twice in a row quits', async () => {
  const { program, server } = await startWithServer(
    { reply: { calls: [{ name: 'execute_command', arguments: { command: 'touch made' } }] } },
    { reply: { text: 'You said no.' } },
    { reply: { text: 'Words before the end' }, hangAfter: 200 },
    { reply: { text: 'Still here.' } },
  );
  program.press('ctrl+c');
  await program.waitFor('again to quit');
  const firstAt = Date.now();

  program.type('a draft of mine');
  await program.waitFor('a draft of mine');
  program.press('ctrl+c');
  await program.waitFor((screen) => !screen.text().includes('a draft of mine'));
  program.press('up');
  await program.waitFor('a draft of mine');

  program.press('enter');
  await program.answer('ctrl+c');
  await program.waitFor('You said no.');
  expect(server.requests[1]?.body.messages.at(-1)).toMatchObject({ role: 'tool', content: /denied/i });

  program.send('and now?');
  await program.waitFor('Words before');
  const stoppedAt = Date.now();
  program.press('ctrl+c');
  await program.waitFor('ready');
  expect(Date.now() - stoppedAt).toBeLessThan(1000);

  program.send('are you there?');
  await program.waitFor('Still here.');
  expect(server.problems).toEqual([]);

  await until(() => Date.now() - firstAt > 2000);
  program.press('ctrl+c');
  await program.waitFor('again to quit');
  program.press('ctrl+c');
  expect(await program.exited).toBe(0);
});

test('windows of every size show what fits: one line in 10x3, the whole screen again in 80x24', async () => {
  const program = start({ columns: 10, rows: 3, script: { replies: [{ text: 'Seen.' }] } });
  await program.waitFor('too small');
  program.resize(40, 10);
  await program.waitFor('Message');
  program.resize(80, 24);
  await program.waitFor('F1 help');
  program.send('hello');
  await program.waitFor('Seen.');
  const { before, after } = await program.redrawn();
  expect(after).toEqual(before);
});

test('CJK and emoji are two columns each while they are typed, and Backspace takes back one character as a person sees it', async () => {
  const { program, server } = await startWithServer({ reply: { text: 'Read.' } });
  const combined = 'e\u0301';
  const family = '👩\u200d👩\u200d👧';
  const caretIn = (text: string, column: number) =>
    program.waitFor(({ terminal }) => {
      const { cursorX, cursorY } = terminal.buffer.active;
      const row = terminal.buffer.active.getLine(cursorY);
      const isBorderInPlace = row?.getCell(79)?.getChars() === '│';
      const shown = row?.translateToString().normalize() ?? '';
      return isBorderInPlace && shown.startsWith(`│ ${text.normalize()}`) && cursorX === column;
    });

  program.type('a中文');
  await caretIn('a中文 ', 7);
  program.type(`😀${combined}`);
  await caretIn(`a中文😀${combined} `, 10);
  program.type(family);
  await caretIn(`a中文😀${combined}👩`, 12);
  program.press('backspace');
  await caretIn(`a中文😀${combined} `, 10);
  program.press('backspace');
  await caretIn('a中文😀 ', 9);
  program.press('backspace');
  await caretIn('a中文 ', 7);
  program.type(family);
  await caretIn('a中文👩', 9);
  program.press('enter');
  await program.waitFor('Read.');
  expect(userTexts(server, 0)).toEqual([`a中文${family}`]);
});

test('/mouse on asks the terminal for clicks, /mouse off and the end take it back, and before it nothing is asked', async () => {
  const { program } = await startWithServer();
  const since = (mark: number) => program.bytes().slice(mark);
  expect(program.bytes()).not.toMatch(/\x1b\[\?100[0236]h/);

  let mark = program.bytes().length;
  program.send('/mouse on');
  await program.waitFor('Mouse on');
  expect(since(mark)).toContain('\x1b[?1000h\x1b[?1002h\x1b[?1006h');

  mark = program.bytes().length;
  program.send('/mouse off');
  await program.waitFor('Mouse off');
  expect(since(mark)).toContain('\x1b[?1006l\x1b[?1002l\x1b[?1000l');

  program.send('/mouse on');
  await program.waitFor('Mouse on');
  program.send('/exit');
  await program.exited;
  const modes = program.modes();
  expect(['1000', '1002', '1003', '1006'].filter((mode) => modes.get(mode))).toEqual([]);
});
