import { describe, expect, test } from '@jest/globals';
import type { SettingSummary, ThreadSummary, TurnUsage } from '../../src/protocol/query.js';
import { expectGolden } from '../support/golden.js';
import { type AppInHand, openIdle, openWorking } from '../support/open-app.js';
import { workedTurn } from '../support/thread-events.js';

const sizes = [
  { cols: 80, rows: 24 },
  { cols: 120, rows: 40 },
] as const;

function expectPicture(name: string, app: AppInHand): void {
  const { cols, rows } = app.terminal.terminal;
  expectGolden(`screen/${name}-${cols}x${rows}`, app.screenText());
}

async function command(app: AppInHand, line: string): Promise<void> {
  await app.type(line);
  await app.press('enter');
  await app.settle();
}

const thread = (at: number, title: string, ago: number): ThreadSummary => ({
  threadId: `thread-${at}`,
  title,
  cwd: '/home/ada/code/demo',
  createdAt: ago,
  updatedAt: ago,
  turns: at + 1,
});
const threadsOf = (app: AppInHand, count: number) =>
  Array.from({ length: count }, (_, at) =>
    thread(at, at === 3 ? 'explain the build' : `question number ${at}`, app.clock.now - at * 60_000),
  );

async function openThreads(app: AppInHand, count = 6): Promise<void> {
  await command(app, '/resume');
  app.engine.answerQuery({ kind: 'threads', threads: threadsOf(app, count) });
  await app.waitForText('Go on with a thread');
}

const turn = (at: number, usage: Partial<TurnUsage['usage']>, model = 'glm-5.1'): TurnUsage => ({
  at,
  model,
  steps: 3,
  durationMs: 12_400,
  usage: { input: 9000, output: 400, cached: 6000, reasoning: 120, costUsd: 0.012, estimated: false, ...usage },
});

const today = [
  {
    model: 'glm-5.1',
    usage: { input: 81_000, output: 2100, cached: 60_000, reasoning: 500, costUsd: 0.18, estimated: false },
  },
  { model: 'local', usage: { input: 900, output: 40, cached: 0, reasoning: 0, estimated: true } },
];

const settings: SettingSummary[] = [
  {
    key: 'model',
    description: 'Name of the model',
    value: 'glm-5.1',
    origin: 'set by PAICLI_MODEL',
    savable: false,
    expected: 'a text',
  },
  {
    key: 'apiKey',
    description: "Key for the model's server",
    value: 'set',
    secret: true,
    origin: 'set by GLM_API_KEY',
    savable: false,
    expected: 'a key',
  },
  { key: 'baseUrl', description: 'Address of a server', savable: false, expected: 'an http or https address' },
  {
    key: 'maxSteps',
    description: 'Model calls of one turn',
    value: '20',
    savable: true,
    expected: 'a whole number from 1 to 10000',
  },
  { key: 'theme', description: 'Colours of the screen', value: 'default', savable: true, expected: 'a text' },
];

async function openSettings(app: AppInHand): Promise<void> {
  await command(app, '/config');
  app.engine.answerQuery({ kind: 'settings', file: '/home/ada/.paicli/config.json', settings });
  await app.waitForText('Settings');
}

describe.each(sizes)('at $cols x $rows', (size) => {
  test('the palette lists commands and actions with their keys', async () => {
    const app = await openIdle(size);
    await app.press('ctrl+p');
    await app.type('stop the');
    await app.waitForText('no turn is running');
    expectPicture('palette', app);
  });

  test('the thread picker shows what was said last, where there is room', async () => {
    const app = await openIdle(size);
    await openThreads(app);
    if (size.cols >= 100) {
      app.engine.answerQuery({
        kind: 'preview',
        threadId: 'thread-0',
        said: [
          { from: 'user', text: 'fix the failing date test' },
          { from: 'assistant', text: 'The test passes now: getYear() counts from 1900.' },
        ],
      });
      await app.waitForText('The test passes now');
    }
    expectPicture('thread-picker', app);
  });

  test('deleting a thread is asked for once more, with nothing destructive preselected', async () => {
    const app = await openIdle(size);
    await openThreads(app);
    await app.press('down', 'ctrl+d');
    expectPicture('thread-delete', app);
  });

  test('the model picker marks the one in use', async () => {
    const app = await openIdle(size);
    await command(app, '/model');
    const model = (name: string, current = false) => ({
      provider: 'glm',
      model: name,
      contextWindow: 200_000,
      current,
    });
    app.engine.answerQuery({
      kind: 'models',
      models: [model('glm-4.9'), model('glm-5.1', true), model('glm-5.1-air')],
    });
    await app.waitForText('glm-4.9');
    expectPicture('models', app);
  });

  test('the theme picker shows the themes', async () => {
    const app = await openIdle(size);
    await command(app, '/theme');
    await app.waitForText('high-contrast');
    expectPicture('themes', app);
  });

  test('the settings say what is set and where', async () => {
    const app = await openIdle(size);
    await openSettings(app);
    await app.press('down', 'down', 'down');
    expectPicture('settings', app);
  });

  test('the entry of a setting says what it is now, what it may be, and what was wrong with the last try', async () => {
    const app = await openIdle(size);
    await openSettings(app);
    await app.type('maxSteps');
    await app.press('enter');
    await app.type('viele 中文😀');
    await app.press('enter');
    app.engine.rejectNewest('maxSteps: "viele 中文😀" is not a whole number from 1 to 10000 (given here)');
    await app.waitForText('is not a whole number');
    expectPicture('text-entry', app);
  });

  test('the usage page draws a line over the turns, above their table', async () => {
    const app = await openIdle(size);
    await command(app, '/usage');
    const turns = [2000, 9000, 4000, 14_000, 11_000, 30_000].map((input, at) =>
      turn(app.clock.now - (6 - at) * 61_000, { input, output: at * 100, costUsd: input / 1_000_000 }),
    );
    app.engine.answerQuery({ kind: 'usage', turns, today });
    await app.waitForText('[tokens in]');
    await app.waitFor((screen) => /[\u2801-\u28ff]/.test(screen));
    expectPicture('usage', app);
  });
});

test('Enter in the palette runs the action, with the focus where it was', async () => {
  const app = await openIdle({ cols: 120, rows: 40 }, ...workedTurn);
  await app.waitForText('9 tests pass');
  await app.press('alt+1', 'ctrl+p');
  await app.type('unfold or fold everything');
  await app.press('enter');
  expect(app.screenText()).not.toContain('Palette');
  expect(app.screenText()).toContain('thinking:');
  await app.press('ctrl+p', 'escape', 'g');
  expect(app.screenText()).toContain('› fix the failing date test');
});

test('what cannot be run now says why and stays open', async () => {
  const app = await openIdle();
  await app.press('ctrl+p');
  await app.type('/cancel');
  await app.press('enter');
  expect(app.screenText()).toContain('no turn is running ─╯');
  await app.press('escape');
  expect(app.engine.commands).not.toContainEqual({ type: 'turn.cancel' });
});

test('what is typed right behind Ctrl+P narrows the list, though it came in the same read', async () => {
  const app = await openIdle();
  await app.send('\x10usage');
  await app.waitForText('› /usage');
  expect(app.screenText()).toMatch(/Palette ─+ \d of \d+/);
});

test('the palette begins a command that needs more than its name in the message', async () => {
  const app = await openIdle();
  await app.press('ctrl+p');
  await app.type('/hitl');
  await app.press('enter');
  expect(app.screenText()).toContain('│ /hitl ');
});

test('a stop by the palette stops the turn', async () => {
  const app = await openWorking();
  await app.press('ctrl+p');
  await app.type('stop the running turn');
  await app.press('enter');
  expect(app.engine.commands).toContainEqual({ type: 'turn.cancel' });
});

test('a thousand threads are searched while one types', async () => {
  const app = await openIdle({ cols: 120, rows: 40 });
  await openThreads(app, 1000);
  expect(app.screenText()).toContain('1000 of 1000');
  await app.type('explain');
  await app.waitForText('1 of 1000');
  await app.press('enter');
  expect(app.engine.commands).toContainEqual({ type: 'thread.open', which: { threadId: 'thread-3' } });
});

test('a thread is forked from the list', async () => {
  const app = await openIdle();
  await openThreads(app);
  await app.press('down', 'ctrl+f');
  expect(app.engine.commands).toContainEqual({ type: 'thread.fork', threadId: 'thread-1' });
});

test('a thread is deleted after the question, and the list stays open without it', async () => {
  const app = await openIdle();
  await openThreads(app);
  await app.press('down', 'ctrl+d', 'enter');
  expect(app.engine.commands).not.toContainEqual({ type: 'thread.delete', threadId: 'thread-1' });
  await app.press('ctrl+d', 'down', 'enter');
  expect(app.engine.commands).toContainEqual({ type: 'thread.delete', threadId: 'thread-1' });
  app.engine.acceptNewest();
  await app.settle();
  app.engine.answerQuery({
    kind: 'threads',
    threads: threadsOf(app, 6).filter(({ threadId }) => threadId !== 'thread-1'),
  });
  await app.waitForText('5 of 5');
  expect(app.screenText()).not.toContain('question number 1');
});

test('a theme is tried with the arrows, kept with Enter and saved, and left with Esc', async () => {
  const app = await openIdle();
  const colorOfTitle = () => app.terminal.cell(3, 0).getFgColor();
  const before = colorOfTitle();
  await command(app, '/theme');
  await app.waitForText('high-contrast');
  await app.press('down');
  expect(colorOfTitle()).not.toBe(before);
  await app.press('escape');
  expect(colorOfTitle()).toBe(before);
  await command(app, '/theme dark');
  expect(colorOfTitle()).not.toBe(before);
  expect(app.engine.commands.at(-1)).toEqual({ type: 'settings.save', key: 'theme', value: 'dark' });
});

test('a setting is saved, and what the engine refuses is said in the dialog', async () => {
  const app = await openIdle();
  await openSettings(app);
  await app.type('maxSteps');
  await app.press('enter');
  await app.type('many');
  await app.press('enter');
  expect(app.engine.commands.at(-1)).toEqual({ type: 'settings.save', key: 'maxSteps', value: 'many' });
  app.engine.rejectNewest('maxSteps: "many" is not a whole number');
  await app.waitForText('"many" is not a whole number');
  await app.press('ctrl+u');
  await app.type('40');
  await app.press('enter');
  app.engine.acceptNewest();
  await app.settle();
  const saved = settings.map((one) => (one.key === 'maxSteps' ? { ...one, saved: '40' } : one));
  app.engine.answerQuery({ kind: 'settings', file: '/home/ada/.paicli/config.json', settings: saved });
  await app.waitForText('20, 40 from the next start');
});

test('a secret is only said to be set', async () => {
  const app = await openIdle();
  await openSettings(app);
  await app.type('apiKey');
  await app.press('enter');
  expect(app.screenText()).toMatch(/apiKey +set · set by GLM_API_KEY/);
  expect(app.screenText()).toContain('this one is set in the file');
});

test('one turn is a bar, and so is everything with --ascii', async () => {
  const app = await openIdle({ ascii: true });
  await command(app, '/usage');
  app.engine.answerQuery({
    kind: 'usage',
    turns: [turn(app.clock.now, {}), turn(app.clock.now, { input: 4500 })],
    today,
  });
  await app.waitForText('######');
  expect(app.screenText()).toMatch(/^[\x20-\x7e\n]*$/);
});

test('the usage of several days has a row for each', async () => {
  const app = await openIdle({ cols: 120, rows: 40 });
  await command(app, '/usage');
  const day = 86_400_000;
  const turns = [turn(app.clock.now - 2 * day, {}), turn(app.clock.now, {}), turn(app.clock.now, {})];
  app.engine.answerQuery({ kind: 'usage', turns, today });
  await app.waitForText('by day');
  expect(app.screenText()).toMatch(/2026-11-30 +2 turns/);
});
