import { describe, expect, test } from '@jest/globals';
import { type AppInHand, type Events, openIdle, openWorking } from '../support/open-app.js';
import {
  called,
  completed,
  delta,
  longTalk,
  said,
  turnCompleted,
  turnStarted,
  workedTurn,
} from '../support/thread-events.js';

describe('scrolling', () => {
  test('PgUp stops following, what comes is counted, End follows again', async () => {
    const app = await openIdle({}, turnStarted('go'), ...longTalk(30));
    await app.waitForText('answer number 30');
    await app.press('pageup');
    expect(app.screenText()).not.toContain('answer number 30');
    expect(app.screenText()).toContain('↓ End');
    app.engine.emit(said('n1', 'something new'), said('n2', 'something else'));
    await app.waitForText('↓ 2 new');
    expect(app.screenText()).not.toContain('something new');
    await app.press('end');
    expect(app.screenText()).toContain('something else');
    expect(app.screenText()).not.toContain('new ─╯');
    app.engine.emit(said('n3', 'the newest'));
    await app.waitForText('the newest');
  });

  test('PgDn to the end follows again', async () => {
    const app = await openIdle({}, turnStarted('go'), ...longTalk(30));
    await app.waitForText('answer number 30');
    await app.press('pageup', 'pagedown', 'pagedown');
    app.engine.emit(said('n1', 'the newest'));
    await app.waitForText('the newest');
  });

  test('End belongs to the draft while there is one', async () => {
    const app = await openIdle({}, turnStarted('go'), ...longTalk(30));
    await app.waitForText('answer number 30');
    await app.type('ab');
    await app.press('pageup', 'home', 'end');
    await app.type('c');
    expect(app.screenText()).toContain('abc');
    expect(app.screenText()).not.toContain('answer number 30');
  });

  test('sending goes to the end', async () => {
    const app = await openIdle({}, turnStarted('go'), ...longTalk(30));
    await app.waitForText('answer number 30');
    await app.press('pageup');
    await app.type('x');
    await app.press('enter');
    expect(app.screenText()).toContain('answer number 30');
  });

  test('Ctrl+O unfolds everything and folds it again', async () => {
    const app = await openIdle({ rows: 40 }, ...workedTurn);
    await app.waitForText('+4 lines');
    await app.press('ctrl+o');
    expect(app.screenText()).toContain('ok 1 - year 2000');
    expect(app.screenText()).toContain('The test is about years.');
    await app.press('ctrl+o');
    expect(app.screenText()).not.toContain('ok 1 - year 2000');
  });
});

describe('the conversation with the focus', () => {
  const openFocused = async (...events: Events) => {
    const app = await openIdle({ rows: 30 }, ...events);
    await app.waitForText('THE END');
    await app.press('alt+1');
    return app;
  };
  const ended = said('last', 'THE END');
  const barred = (app: AppInHand) =>
    app
      .screenText()
      .split('\n')
      .filter((row) => row.startsWith('│▌'))
      .map((row) => row.slice(2, -1).trim());

  test('marks the last block, and the keys move the mark', async () => {
    const app = await openFocused(...workedTurn, ended);
    expect(barred(app).at(-1)).toBe('THE END');
    await app.press('up', 'k');
    expect(barred(app)[0]).toContain('execute_command npm test');
    await app.press('j');
    expect(barred(app)).toContain('• 9 tests pass');
    await app.press('escape');
    expect(barred(app)).toEqual([]);
  });

  test('unfolds the marked block alone', async () => {
    const app = await openFocused(...workedTurn, ended);
    await app.press('up', 'up', 'space');
    expect(app.screenText()).toContain('ok 1 - year 2000');
    expect(app.screenText()).not.toContain('The test is about years.');
    await app.press('enter');
    expect(app.screenText()).not.toContain('ok 1 - year 2000');
  });

  test('scrolls row by row through a block that is longer than the window', async () => {
    const long = said('long', Array.from({ length: 60 }, (_, at) => `- item ${at + 1}`).join('\n'));
    const app = await openFocused(turnStarted('go'), long, ended);
    await app.press('up', 'up', 'up');
    expect(app.screenText()).not.toContain('THE END');
    expect(app.screenText()).toContain('item 59');
  });

  test('g and G go to the two ends', async () => {
    const app = await openFocused(turnStarted('go'), ...longTalk(40), ended);
    await app.press('g');
    expect(app.screenText()).toContain('answer number 1\u0020');
    await app.press('G');
    expect(app.screenText()).toContain('THE END');
  });
});

describe('focus', () => {
  test('F6 goes round the panels that are there', async () => {
    const app = await openIdle({ cols: 120, rows: 30 });
    const focused = () => app.terminal.cell(0, 0).getFgColor() === 6;
    expect(focused()).toBe(false);
    await app.press('f6');
    expect(focused()).toBe(true);
    await app.press('f6');
    expect(app.terminal.cell(118, 0).getFgColor()).toBe(6);
    await app.press('f6');
    await app.type('typed');
    expect(app.screenText()).toContain('typed');
    await app.press('shift+f6', 'shift+f6');
    expect(focused()).toBe(true);
  });
});

describe('writes', () => {
  test('nothing is written while nothing changes', async () => {
    const app = await openIdle({}, ...workedTurn);
    await app.waitForText('9 tests pass');
    // The marks of changed words are worked out a moment after the lines are there.
    await app.terminal.waitFor((terminal) => terminal.cell(17, 4).isInverse() !== 0);
    app.terminal.takeOutput();
    app.engine.emit({ type: 'message.started', messageId: 'm' }, { type: 'engine.idle' });
    // A key without a meaning draws a frame at once.
    await app.send('\x1b[24~');
    await app.send('\x1b[24~');
    expect(app.terminal.takeOutput()).toBe('');
  });

  test('a streamed word changes its own cells only', async () => {
    const app = await openWorking({}, delta('m', 'streaming '));
    await app.waitForText('streaming');
    app.terminal.takeOutput();
    app.engine.emit(delta('m', 'words'));
    await app.waitForText('streaming words');
    expect(app.terminal.takeOutput().length).toBeLessThan(60);
  });

  test('the elapsed time moves once a second, and stops with the turn', async () => {
    const app = await openWorking();
    app.clock.advance(3100);
    await app.waitForText('working 3s');
    app.engine.emit(turnCompleted());
    await app.waitForText('ready');
  });

  test('the mouse is never asked for', async () => {
    const app = await openIdle({}, called('c', 'read_file', 'x'), completed('c', []));
    expect(app.terminal.takeOutput()).not.toMatch(/\?100[0236]h/);
  });
});
