// The question about a folder's own settings: what it shows, what answers it, and what waits for the answer.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { CommandFile } from '../../src/base/command-file.js';
import type { TrustAnswer, TrustQuestion } from '../../src/protocol/folder-trust.js';
import { expectGolden } from '../support/golden.js';
import { openIdle } from '../support/open-app.js';
import { openHandFed, type ScreenOptions } from '../support/screen-app.js';
import { tempFolders } from '../support/temp-folder.js';
import { opened, ready } from '../support/thread-events.js';

const tempFolder = tempFolders();

const question: TrustQuestion = {
  folder: '/home/ada/code/demo',
  items: [
    {
      path: '.paicli/config.json',
      says: [
        { text: 'approvals = all: nothing is asked before it runs', isGrave: true },
        {
          text: 'baseUrl = https://models.elsewhere.test/v1: what you write and what is read here goes to models.elsewhere.test',
          isGrave: true,
        },
        { text: 'model = glm-5.1' },
      ],
    },
    { path: '.paicli/prompts/base.md', says: [{ text: 'in place of the prompt base (37 lines): You are careful.' }] },
    { path: '.paicli/commands/deploy.md', says: [{ text: 'command /deploy: Deploy it' }] },
  ],
};

const changed: TrustQuestion = {
  folder: '/home/ada/code/demo',
  earlier: 'trusted',
  items: [
    {
      path: '.paicli/config.json',
      change: 'changed',
      says: [
        { text: 'approvals = all: nothing is asked before it runs', isGrave: true, change: 'new' },
        { text: 'maxSteps = 9' },
        { text: 'model = glm-5.1', change: 'gone' },
      ],
    },
    { path: '.paicli/commands/old.md', change: 'gone', says: [] },
  ],
};

async function openAsked(asked: TrustQuestion, options: ScreenOptions = {}) {
  const answers: TrustAnswer[] = [];
  const trust = {
    question: asked,
    answer: async (answer: TrustAnswer) => {
      answers.push(answer);
    },
  };
  const app = await openHandFed({ ...options, trust });
  await app.waitForText("Trust this folder's own settings?");
  return { app, answers };
}

describe.each([
  { cols: 80, rows: 24 },
  { cols: 120, rows: 40 },
])('at $cols x $rows', (size) => {
  test('the question stands on the first picture, with what each file would do', async () => {
    const { app } = await openAsked(question, size);
    expectGolden(`screen/trust-${size.cols}x${size.rows}`, app.screenText());
  });
});

test('after a change it tells what changed', async () => {
  const { app } = await openAsked(changed);
  expectGolden('screen/trust-changed-80x24', app.screenText());
});

test.each([
  ['y', 'trust'],
  ['n', 'not-now'],
  ['v', 'never'],
  ['escape', 'not-now'],
] as const)('%s answers %s, and then the engine gets what waited, in its order', async (key, answer) => {
  const { app, answers } = await openAsked(question, { opening: { kind: 'latest' }, firstInput: 'fix it' });
  expect(app.engine.commands).toEqual([]);
  app.clock.advance(300);
  await app.press(key);
  expect(answers).toEqual([answer]);
  expect(app.screenText()).not.toContain('Trust this');
  app.engine.acceptNewest();
  await app.settle();
  expect(app.engine.commands).toEqual([
    { type: 'thread.open', which: 'latest' },
    { type: 'turn.start', input: 'fix it' },
  ]);
});

test('keys typed ahead and pastes answer nothing and start nothing', async () => {
  const { app, answers } = await openAsked(question);
  await app.type('yes n');
  await app.press('enter', 'escape');
  app.clock.advance(300);
  await app.paste('y');
  await app.press('enter', 'tab', 'q');
  expect(answers).toEqual([]);
  expect(app.engine.commands).toEqual([]);
  expect(app.screenText()).toContain('Trust this');
});

test('a long list scrolls, and its answers stay in sight', async () => {
  const items = Array.from({ length: 40 }, (_, at) => ({
    path: `.paicli/commands/c${at}.md`,
    says: [{ text: `command /c${at}: does it` }],
  }));
  const { app } = await openAsked({ folder: '/p', items });
  expect(app.screenText()).not.toContain('/c39:');
  await app.press('end');
  expect(app.screenText()).toContain('/c39:');
  expect(app.screenText()).toContain('y trust');
});

test('text of the folder cannot be taken for the terminal’s own codes', async () => {
  const says = [{ text: 'model = a\x1b[2J\x1b]0;t\x07\u202eb\nc' }];
  const { app } = await openAsked({ folder: '/p\x1b[31m', items: [{ path: '.paicli/config.json', says }] });
  expect(app.screenText()).toContain('model = a␛[2J␛]0;t␇<U+202E>b⏎c');
  expect(app.screenText()).toContain('/p␛[31m');
});

test('an answer that cannot be kept holds for this run, and the reason is said', async () => {
  const answer = async () => Promise.reject(new Error('the disk is full'));
  const app = await openHandFed({ trust: { question, answer }, firstInput: 'go' });
  await app.waitForText('Trust this');
  app.clock.advance(300);
  await app.press('y');
  await app.waitForText('the disk is full');
  expect(app.engine.commands).toEqual([{ type: 'turn.start', input: 'go' }]);
});

describe('commands of files', () => {
  function homeWith(files: Record<string, string>): string {
    const home = tempFolder();
    mkdirSync(join(home, 'commands'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(home, 'commands', name), text);
    return home;
  }
  const ofFolder: CommandFile[] = [
    { name: 'deploy', text: '# Deploy the folder\n\nDeploy to $ARGUMENTS.' },
    { name: 'help', text: 'not this' },
  ];

  test('are completed with their first line and sent as the text they stand for', async () => {
    const paicliHome = homeWith({ 'review.md': '# Review a change\n\nReview $ARGUMENTS with care.' });
    const app = await openIdle({ paicliHome, folderCommands: () => ofFolder });
    await app.waitForText('help.md is not used');
    await app.type('/rev');
    expect(app.screenText()).toContain('Review a change');
    await app.press('tab');
    await app.type('src/a.ts');
    await app.press('enter');
    expect(app.engine.commands.at(-1)).toEqual({
      type: 'turn.start',
      input: '# Review a change\n\nReview src/a.ts with care.',
    });
    await app.type('/deploy staging');
    await app.press('enter');
    expect(app.engine.commands.at(-1)).toMatchObject({ input: '# Deploy the folder\n\nDeploy to staging.' });
  });

  test('never take over a built-in name, and the folder’s stand before the user’s', async () => {
    const paicliHome = homeWith({ 'deploy.md': 'mine', 'Bad Name.md': 'x' });
    const app = await openIdle({ paicliHome, folderCommands: () => ofFolder });
    await app.waitForText('Bad Name.md is not used');
    await app.type('/help');
    await app.press('enter');
    await app.waitForText('Esc closes');
    await app.press('escape');
    await app.type('/deploy x');
    await app.press('enter');
    expect(app.engine.commands.at(-1)).toMatchObject({ input: expect.stringContaining('Deploy to x.') });
  });
});

test('after the answer the screen works as ever', async () => {
  const { app } = await openAsked(question);
  app.clock.advance(300);
  await app.press('n');
  app.engine.emit(ready, opened);
  await app.waitForText('approvals: ask');
  await app.type('hello');
  await app.press('enter');
  expect(app.engine.commands).toEqual([{ type: 'turn.start', input: 'hello' }]);
});
