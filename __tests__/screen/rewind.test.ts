// Going back to earlier turns on the screen: by commands, by Esc twice, by the list of turns.
import { expect, test } from '@jest/globals';
import { expectGolden } from '../support/golden.js';
import { type AppInHand, openIdle, openWorking } from '../support/open-app.js';
import { openReal } from '../support/screen-app.js';
import { tempFolders } from '../support/temp-folder.js';
import { said, turnCompleted, turnStarted } from '../support/thread-events.js';

const tempFolder = tempFolders();
const hint = 'Esc again: go back to an earlier turn';

/** A thread of turns that were answered. */
async function openThread(inputs: string[], options = {}): Promise<AppInHand> {
  const app = await openIdle(options);
  inputs.forEach((input, at) => {
    app.engine.emit(turnStarted(input), said(`m${at}`, `answer to ${input}`), turnCompleted(), { type: 'engine.idle' });
  });
  await app.waitForText(`answer to ${inputs.at(-1)}`);
  return app;
}

const three = ['write a poem', 'make it rhyme\nand shorter', 'translate it'];

async function openRealThread(...inputs: string[]) {
  const cwd = tempFolder();
  const replies = Array.from({ length: 8 }, (_, at) => ({ text: `reply number ${at + 1}` }));
  const app = await openReal({ home: tempFolder(), cwd, script: { replies } });
  await app.waitForText('approvals: ask');
  for (const [at, input] of inputs.entries()) {
    await app.type(input);
    await app.press('enter');
    await app.waitForText(`reply number ${at + 1}`);
    await app.waitForText('ready');
  }
  return app;
}
const askedLast = ({ model }: Awaited<ReturnType<typeof openRealThread>>) =>
  model.requests.at(-1)!.messages.flatMap(({ role, text }) => (role === 'user' ? [text] : []));

async function command(app: Pick<AppInHand, 'type' | 'press' | 'settle'>, line: string): Promise<void> {
  await app.type(line);
  await app.press('enter');
  await app.settle();
}

test('/undo takes the last turn back, and its text is the draft again, to be sent otherwise', async () => {
  const app = await openRealThread('first', 'second');
  await command(app, '/undo');
  await app.waitForText('1 turn taken back');
  expect(app.screenText()).not.toContain('reply number 2');
  await app.waitForText('│ second');
  await app.type(' try');
  await app.press('enter');
  await app.waitForText('reply number 3');
  expect(askedLast(app)).toEqual(['first', 'second try']);
});

test('/redo brings the turn back and takes the draft that /undo made', async () => {
  const app = await openRealThread('first', 'second');
  await command(app, '/undo');
  await app.waitForText('│ second');
  await app.press('ctrl+u');
  await command(app, '/undo');
  await app.waitForText('│ first');
  await app.press('ctrl+p');
  await app.type('/redo');
  await app.press('enter');
  await app.waitForText('reply number 1');
  await app.waitFor((screen) => !screen.includes('│ first'));
  await command(app, '/redo');
  await app.waitForText('reply number 2');
  expect(app.screenText()).not.toContain('taken back');
});

test('a draft that is there is not written over', async () => {
  const app = await openThread(['first']);
  await app.type('my own words');
  await app.press('ctrl+p');
  await app.type('/undo');
  await app.press('enter');
  app.engine.emit({ type: 'thread.rewound', fromSeq: 1, turns: 1 });
  app.engine.acceptNewest();
  await app.waitForText('1 turn taken back');
  expect(app.screenText()).toContain('│ my own words');
});

test('a turn whose text looks like a command is a message when it is sent again', async () => {
  const app = await openThread(['/usr/bin is what?']);
  await command(app, '/undo');
  app.engine.emit({ type: 'thread.rewound', fromSeq: 1, turns: 1 });
  app.engine.acceptNewest();
  await app.waitForText('│ /usr/bin');
  await app.press('enter');
  expect(app.engine.commands.at(-1)).toEqual({ type: 'turn.start', input: '/usr/bin is what?' });
});

test('Esc twice on an empty message opens the list of turns, the newest first', async () => {
  const app = await openThread(three, { cols: 80, rows: 24 });
  await app.press('escape');
  expect(app.screenText()).toContain(hint);
  app.clock.advance(600);
  await app.press('escape');
  await app.waitForText('Go back to before a turn');
  app.clock.advance(60_000);
  await app.settle();
  expectGolden('screen/rewind-80x24', app.screenText());
});

test('both Escs may come in one read', async () => {
  const app = await openThread(three);
  await app.send('\x1b\x1b');
  await app.waitForText('Go back to before a turn');
});

test('Esc twice with a long pause between opens nothing', async () => {
  const app = await openThread(three);
  await app.press('escape');
  app.clock.advance(5000);
  await app.press('escape');
  expect(app.screenText()).not.toContain('Go back to before');
  expect(app.screenText()).toContain(hint);
});

test.each([
  ['there is a draft', async (app: AppInHand) => app.type('x')],
  [
    'a message is queued',
    async (app: AppInHand) => {
      app.engine.emit({ type: 'queue.changed', items: [{ itemId: 'q', text: 'later' }] });
      await app.waitForText('later');
    },
  ],
  [
    'the engine is dead',
    async (app: AppInHand) => {
      app.engine.emit({ type: 'engine.crashed', error: { code: 'model', message: 'it broke' } });
      await app.waitForText('engine stopped');
    },
  ],
])('when %s, Esc twice opens no list of turns', async (_what, prepare) => {
  const app = await openThread(three);
  await prepare(app);
  await app.press('escape', 'escape');
  expect(app.screenText()).not.toContain('Go back to before a turn');
});

test('in a thread without turns Esc twice does nothing', async () => {
  const app = await openIdle();
  await app.press('escape', 'escape');
  expect(app.screenText()).not.toContain('Esc again');
});

test('while a turn runs Esc twice only stops it', async () => {
  const app = await openWorking();
  await app.press('escape', 'escape');
  expect(app.engine.commands).toEqual([{ type: 'turn.cancel' }]);
  expect(app.screenText()).not.toContain('Go back');
});

async function chooseTurn(app: AppInHand, ...moves: string[]): Promise<void> {
  await command(app, '/rewind');
  await app.waitForText('Go back to before a turn');
  await app.press(...moves, 'enter');
  await app.waitForText('Leave everything as it is');
}

test('of what can be done with a turn, nothing is what is selected', async () => {
  const app = await openThread(three, { cols: 80, rows: 24 });
  await chooseTurn(app, 'down');
  expectGolden('screen/rewind-ways-80x24', app.screenText());
  await app.press('enter');
  expect(app.engine.commands).toEqual([]);
  expect(app.screenText()).not.toContain('Leave everything');
});

test('the conversation goes back to before the chosen turn, whose text is the draft', async () => {
  const app = await openThread(three);
  await chooseTurn(app, 'down');
  await app.press('down', 'enter');
  expect(app.engine.commands).toEqual([{ type: 'thread.rewind', turns: 2 }]);
  app.engine.emit({ type: 'thread.rewound', fromSeq: 4, turns: 2 });
  app.engine.acceptNewest();
  await app.waitForText('2 turns taken back');
  expect(app.screenText()).toContain('│ make it rhyme');
  expect(app.screenText()).toContain('│ and shorter');
});

test('the copy ends before the chosen turn', async () => {
  const app = await openThread(three);
  await chooseTurn(app);
  await app.press('down', 'down', 'enter');
  expect(app.engine.commands).toEqual([{ type: 'thread.fork', uptoTurn: 2 }]);
});

test('before the first turn there is nothing to copy', async () => {
  const app = await openThread(['only one']);
  await chooseTurn(app);
  expect(app.screenText()).not.toContain('in a copy');
});

test('the list and the choice fit a small window', async () => {
  const app = await openThread(three, { cols: 40, rows: 10 });
  await command(app, '/rewind');
  await app.waitForText('Go back');
  expectGolden('screen/rewind-40x10', app.screenText());
});

test('/rewind takes how many turns to take back', async () => {
  const app = await openThread(three);
  await command(app, '/rewind 2');
  expect(app.engine.commands).toEqual([{ type: 'thread.rewind', turns: 2 }]);
});

test('a refused /undo is said and leaves the message empty', async () => {
  const app = await openIdle();
  await command(app, '/undo');
  app.engine.rejectNewest('there is no turn to take back');
  await app.waitForText('there is no turn to take back');
  await app.type('still here');
  expect(app.screenText()).toContain('│ still here');
});

test('a thread that was left with a rewind is opened with it, and no draft is made', async () => {
  const app = await openIdle();
  app.engine.emit(turnStarted('a'), said('m', 'answer'), turnCompleted(), {
    type: 'thread.rewound',
    fromSeq: 1,
    turns: 1,
  });
  await app.waitForText('1 turn taken back');
  expect(app.screenText()).not.toContain('│ a ');
});
