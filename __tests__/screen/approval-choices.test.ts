// Beyond yes and no: a rule that is saved, a call that is changed, hunks that are taken one by one, and questions of the model.
import { describe, expect, test } from '@jest/globals';
import type { Command } from '../../src/protocol/command.js';
import type { Event } from '../../src/protocol/event.js';
import { expectGolden } from '../support/golden.js';
import type { HandFedEngine } from '../support/hand-fed-engine.js';
import { openHandFed, type ScreenApp, type ScreenOptions } from '../support/screen-app.js';
import {
  hunkQuestion,
  modelQuestion,
  opened,
  question,
  ready,
  resolved,
  turnStarted,
} from '../support/thread-events.js';

type App = ScreenApp & { engine: HandFedEngine };

/** Longer than what the box waits for before it takes an answer. */
const quietMs = 300;
const sizes = [
  { cols: 80, rows: 24 },
  { cols: 120, rows: 40 },
  { cols: 40, rows: 10 },
];

async function openAsking(events: Event[], options: ScreenOptions = {}): Promise<App> {
  const app = await openHandFed(options);
  app.engine.emit(ready, opened, turnStarted('go'), ...events);
  await app.waitFor((screen) => /Approve\?|The agent asks/.test(screen));
  app.clock.advance(quietMs);
  return app;
}

async function pressSlowly(app: App, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await app.press(key);
    app.clock.advance(quietMs);
  }
}

const decisions = (app: App) =>
  app.engine.commands.flatMap((command: Command) => (command.type === 'approval.answer' ? [command.decision] : []));

const command = 'npm install left-pad';
const whole = {
  alwaysRule: 'run commands that begin with `npm install`',
  editable: { kind: 'command' as const, text: command },
  notes: ['runs in the sandbox, without network'],
};
const asked = () => question('a1', command, whole);

describe('a rule for ever', () => {
  test.each(sizes)('is shown before it is saved, at $cols x $rows', async (size) => {
    const app = await openAsking(asked(), size);
    expectGolden(`screen/approval-whole-${size.cols}x${size.rows}`, app.screenText());
    await app.press('A');
    expectGolden(`screen/approval-always-${size.cols}x${size.rows}`, app.screenText());
    expect(decisions(app)).toEqual([]);
  });

  test('is saved by y, but only once it was seen for a moment', async () => {
    const app = await openAsking(asked());
    await app.press('A', 'y');
    app.clock.advance(100);
    await app.press('y');
    expect(decisions(app)).toEqual([]);
    app.clock.advance(quietMs);
    await app.press('y');
    expect(decisions(app)).toEqual([{ kind: 'always' }]);
  });

  test('is not saved by Esc, which leads back to the box', async () => {
    const app = await openAsking(asked());
    await pressSlowly(app, 'A', 'escape');
    expect(app.screenText()).toContain('A always…');
    await app.press('y');
    expect(decisions(app)).toEqual([{ kind: 'once' }]);
  });

  test('is no key where none is offered', async () => {
    const app = await openAsking(question('a1', command));
    await pressSlowly(app, 'A', 'y');
    expect(decisions(app)).toEqual([{ kind: 'once' }]);
  });
});

describe('a changed call', () => {
  test.each(sizes)('is written in the box, at $cols x $rows', async (size) => {
    const app = await openAsking(asked(), size);
    await app.press('e');
    await app.type(' --save-dev');
    expectGolden(`screen/approval-change-${size.cols}x${size.rows}`, app.screenText());
  });

  test('goes to the engine as text; what comes back is another question', async () => {
    const app = await openAsking(asked());
    await app.press('e');
    await app.type('@1');
    await app.press('enter');
    expect(decisions(app)).toEqual([{ kind: 'edit', text: `${command}@1` }]);
    const [, again] = question('a2', `${command}@1`, { ...whole, callId: 'call-a1', changed: true });
    app.engine.emit(
      { type: 'approval.resolved', approvalId: 'a1', decision: { kind: 'edit', text: `${command}@1` }, by: 'user' },
      again!,
    );
    await app.waitForText('Approve?  execute_command npm install left-pad@1');
    await app.press('y');
    expect(decisions(app)).toHaveLength(1);
    app.clock.advance(quietMs);
    await app.press('y');
    expect(decisions(app)).toHaveLength(2);
    app.engine.emit(resolved('a2', 'once'));
    await app.waitForText('npm install left-pad@1 · approved once, changed');
  });

  test('is given up by Esc, and the question stays as it was', async () => {
    const app = await openAsking(asked());
    await app.press('e');
    await app.type('x');
    await pressSlowly(app, 'escape');
    expect(app.screenText()).toContain('y once');
    await app.press('e');
    expect(app.screenText()).toContain('│ npm install left-pad  ');
    expect(decisions(app)).toEqual([]);
  });

  test('that is no change only leads back', async () => {
    const app = await openAsking(asked());
    await app.press('e', 'enter');
    expect(app.screenText()).toContain('y once');
    expect(decisions(app)).toEqual([]);
  });

  test('of arguments has as many lines as it needs', async () => {
    const app = await openAsking(hunkQuestion('a1'));
    await app.press('e', 'up', 'end');
    await app.type(',');
    await app.press('alt+enter');
    await app.type('"more": 1');
    expectGolden('screen/approval-arguments-80x24', app.screenText());
    await app.press('enter');
    expect(decisions(app)).toEqual([{ kind: 'edit', text: '{\n  "path": "src/steps.ts",\n"more": 1\n}' }]);
  });

  test('takes a paste, which answers nothing', async () => {
    const app = await openAsking(asked());
    await app.press('e');
    await app.paste(' && y\n');
    expect(decisions(app)).toEqual([]);
    await app.press('enter');
    expect(decisions(app)).toEqual([{ kind: 'edit', text: `${command} && y\n` }]);
  });
});

describe('hunks', () => {
  test.each(sizes)('are marked and can be left out, at $cols x $rows', async (size) => {
    const app = await openAsking(hunkQuestion('a1'), size);
    await pressSlowly(app, 'j', 'space');
    expectGolden(`screen/approval-hunks-${size.cols}x${size.rows}`, app.screenText());
    expect(decisions(app)).toEqual([]);
  });

  test('that are taken are what is answered', async () => {
    const app = await openAsking(hunkQuestion('a1'));
    await pressSlowly(app, 'j', 'space');
    expect(app.screenText()).toContain('y take 2 of 3');
    await app.press('y');
    expect(decisions(app)).toEqual([{ kind: 'once', hunks: [0, 2] }]);
  });

  test('that are all taken are a plain yes', async () => {
    const app = await openAsking(hunkQuestion('a1'));
    await pressSlowly(app, 'space', 'space', 'y');
    expect(decisions(app)).toEqual([{ kind: 'once' }]);
  });

  test('of which none is taken are a denial', async () => {
    const app = await openAsking(hunkQuestion('a1'));
    await pressSlowly(app, 'space', 'j', 'space', 'j', 'space');
    expect(app.screenText()).toContain('y deny: none taken');
    await app.press('y');
    expect(decisions(app)).toEqual([{ kind: 'deny', reason: 'none of its hunks was taken' }]);
  });

  test('that are not all taken cannot be allowed by a rule', async () => {
    const app = await openAsking(hunkQuestion('a1'));
    await pressSlowly(app, 'space', 'a', 'A', 'y');
    expect(decisions(app)).toEqual([{ kind: 'once', hunks: [1, 2] }]);
  });

  test('are left out only in sight: after scrolling, the one that is seen', async () => {
    const app = await openAsking(hunkQuestion('a1'), { cols: 40, rows: 10 });
    await pressSlowly(app, 'end', 'up', 'up', 'up', 'space');
    expect(app.screenText()).toContain('[ ] hunk 3 of 3');
  });

  test('that were just left out must be seen so before y counts', async () => {
    const app = await openAsking(hunkQuestion('a1'));
    await app.press('space', 'y');
    expect(decisions(app)).toEqual([]);
  });

  test('stand in two columns where they fit, and s makes it one', async () => {
    const app = await openAsking(hunkQuestion('a1'), { cols: 160, rows: 40 });
    expect(app.screenText()).toMatch(/- {3}step\(5\);.*│.*\+ {3}done\(5\);/);
    await app.press('s');
    expect(app.screenText()).not.toMatch(/- {3}step\(5\);.*│.*\+ {3}done\(5\);/);
    expect(app.screenText()).toContain('s two columns');
  });
});

describe('a question of the model', () => {
  const text = 'Which database should the service use?';
  const choices = ['SQLite, in a file beside it', 'PostgreSQL', 'none: keep everything in memory'];
  const asks = () => modelQuestion('q1', text, choices);

  test.each(sizes)('shows its choices and a line for another answer, at $cols x $rows', async (size) => {
    const app = await openAsking(asks(), size);
    await app.press('down');
    expectGolden(`screen/ask-user-${size.cols}x${size.rows}`, app.screenText());
  });

  test('is answered with the chosen one', async () => {
    const app = await openAsking(asks());
    await app.press('down', 'enter');
    expect(decisions(app)).toEqual([{ kind: 'answer', text: 'PostgreSQL' }]);
  });

  test('is answered in own words', async () => {
    const app = await openAsking(asks());
    await app.type('DuckDB y');
    expectGolden('screen/ask-user-own-80x24', app.screenText());
    await app.press('enter');
    expect(decisions(app)).toEqual([{ kind: 'answer', text: 'DuckDB y' }]);
  });

  test('without choices takes words alone, and not none', async () => {
    const app = await openAsking(modelQuestion('q1', text));
    await app.press('enter');
    expect(decisions(app)).toEqual([]);
    await app.type('any');
    await app.press('enter');
    expect(decisions(app)).toEqual([{ kind: 'answer', text: 'any' }]);
  });

  test('is left without an answer by Esc', async () => {
    const app = await openAsking(asks());
    await app.press('escape');
    expect(decisions(app)).toEqual([{ kind: 'deny' }]);
  });

  test('is not answered by what was typed for the message', async () => {
    const app = await openHandFed();
    app.engine.emit(ready, opened, turnStarted('go'));
    await app.waitForText('working');
    app.clock.advance(quietMs);
    await app.type('half a tho');
    app.engine.emit(...asks());
    await app.waitForText('The agent asks');
    await app.type('ught');
    await app.press('enter', 'escape');
    expect(decisions(app)).toEqual([]);
    expect(app.screenText()).not.toContain('ught');
    app.clock.advance(quietMs);
    await app.press('enter');
    expect(decisions(app)).toEqual([{ kind: 'answer', text: choices[0] }]);
    app.engine.emit({
      type: 'approval.resolved',
      approvalId: 'q1',
      decision: { kind: 'answer', text: choices[0]! },
      by: 'user',
    });
    await app.waitForText('· answered');
    expect(app.screenText()).toContain('half a tho');
  });

  test('that is long is read by scrolling; its choices stay', async () => {
    const long = Array.from({ length: 40 }, (_, at) => `fact ${at + 1}`).join('\n');
    const app = await openAsking(modelQuestion('q1', long, choices), { cols: 60, rows: 16 });
    expect(app.screenText()).toContain('PostgreSQL');
    await app.press('pagedown', 'pagedown', 'pagedown', 'pagedown', 'pagedown', 'pagedown');
    expect(app.screenText()).toContain('fact 20');
    expect(app.screenText()).toContain('PostgreSQL');
  });

  test('shows what a hostile text hides', async () => {
    const app = await openAsking(modelQuestion('q1', 'ok?\x1b[8m hidden', ['a\x1b]52;c;cm0=\x07b', '\u202eb']));
    expect(app.screenText()).toContain('ok?␛[8m hidden');
    expect(app.screenText()).toContain('a␛]52;c;cm0=␇b');
  });
});
