import { describe, expect, test } from '@jest/globals';
import { noUsage } from '../../src/protocol/usage.js';
import { openIdle, openWorking } from '../support/open-app.js';
import { called, question, workedTurn } from '../support/thread-events.js';

describe('TU-08 Ctrl+C', () => {
  test('(1) clears a draft; the up arrow brings it back', async () => {
    const app = await openIdle();
    await app.type('a long thought');
    await app.press('ctrl+c');
    expect(app.screenText()).not.toContain('a long thought');
    await app.press('up');
    expect(app.screenText()).toContain('a long thought');
    expect(app.exited()).toBeUndefined();
  });

  test('(2) stops the running turn and leaves the draft alone', async () => {
    const app = await openWorking();
    await app.type('draft');
    await app.press('ctrl+c');
    expect(app.engine.commands).toEqual([{ type: 'turn.cancel' }]);
    expect(app.screenText()).toContain('draft');
  });

  test('what was queued behind the stopped turn is a draft again, before what is written', async () => {
    const app = await openWorking();
    app.engine.emit({ type: 'queue.changed', items: [{ itemId: 'q1', text: 'then this' }] });
    await app.waitForText('queued then this');
    await app.type('and that');
    await app.press('ctrl+c');
    app.engine.emit({
      type: 'turn.completed',
      outcome: 'cancelled',
      text: '',
      steps: 1,
      usage: noUsage,
      durationMs: 1,
    });
    await app.waitForText('│ then this');
    expect(app.screenText()).toContain('│ and that');
    expect(app.engine.commands).toEqual([{ type: 'turn.cancel' }, { type: 'queue.remove', itemId: 'q1' }]);
  });

  test('(3) says how to quit, and forgets it after two seconds', async () => {
    const app = await openIdle();
    await app.press('ctrl+c');
    expect(app.screenText()).toContain('Press Ctrl+C again to quit');
    app.clock.advance(5000);
    await app.press('ctrl+c');
    expect(app.exited()).toBeUndefined();
    expect(app.screenText()).toContain('Press Ctrl+C again to quit');
  });

  test('(4) quits when it is pressed twice in a row on nothing', async () => {
    const app = await openIdle();
    await app.press('ctrl+c');
    app.clock.advance(1000);
    await app.press('ctrl+c');
    expect(await app.exitCode).toBe(0);
    await app.terminal.drain();
    expect(app.terminal.terminal.buffer.active.type).toBe('normal');
    expect(app.terminal.input.isRaw).toBe(false);
  });

  test('(5) clears the draft only, whatever else goes on besides turns', async () => {
    const app = await openIdle({}, ...workedTurn, called('job', 'execute_command', 'npm run watch'));
    await app.type('draft');
    await app.press('ctrl+c');
    expect(app.engine.commands).toEqual([]);
    expect(app.exited()).toBeUndefined();
  });

  test('(6) denies a question and does not quit', async () => {
    const app = await openWorking();
    app.engine.emit(...question('a1', 'npm test'));
    await app.waitForText('Approve?');
    app.clock.advance(300);
    await app.press('ctrl+c');
    await app.press('ctrl+c');
    expect(app.engine.commands[0]).toEqual({
      type: 'approval.answer',
      approvalId: 'a1',
      decision: { kind: 'deny' },
    });
    expect(app.exited()).toBeUndefined();
  });

  test('the end of the conversation and the way back to it stay in the terminal', async () => {
    const app = await openIdle({}, ...workedTurn);
    await app.press('ctrl+d');
    await app.exitCode;
    await app.terminal.drain();
    expect(app.screenText()).toContain('9 tests pass');
    expect(app.screenText()).toContain('paicli tui --resume thread-1');
  });
});

describe('Esc', () => {
  test('stops the turn once, however often it is pressed', async () => {
    const app = await openWorking();
    await app.press('escape', 'escape', 'ctrl+c');
    expect(app.engine.commands).toEqual([{ type: 'turn.cancel' }]);
    expect(app.screenText()).toContain('Stopping');
  });

  test('goes back to the message first when a panel has the focus', async () => {
    const app = await openWorking();
    await app.press('alt+1', 'escape');
    expect(app.engine.commands).toEqual([]);
    await app.press('escape');
    expect(app.engine.commands).toEqual([{ type: 'turn.cancel' }]);
  });

  test('keeps a draft when nothing runs', async () => {
    const app = await openIdle();
    await app.type('draft');
    await app.press('escape', 'escape');
    expect(app.screenText()).toContain('draft');
  });
});

describe('the end of the engine', () => {
  const crashed = { type: 'engine.crashed', error: { code: 'crash', message: 'It died.' } } as const;

  test('does not take typed-ahead keys for an answer', async () => {
    const app = await openIdle();
    app.engine.emit(crashed);
    await app.waitForText('Restart the engine');
    await app.press('down', 'enter');
    expect(app.exited()).toBeUndefined();
    app.clock.advance(300);
    await app.press('up', 'enter');
    expect(app.engine.restarts).toEqual(['thread-1']);
  });

  test('asks once for each death, and restarts once', async () => {
    const app = await openIdle();
    app.engine.emit(crashed);
    await app.waitForText('Restart the engine');
    app.clock.advance(300);
    await app.press('enter', 'enter');
    expect(app.engine.restarts).toEqual(['thread-1']);
    expect(app.screenText()).not.toContain('Restart the engine');
    app.engine.emit(crashed);
    await app.waitForText('Restart the engine');
  });

  test('keeps the queue and the draft, and asks again when something is sent', async () => {
    const app = await openWorking();
    await app.type('draft');
    app.engine.emit({ type: 'queue.changed', items: [{ itemId: 'q1', text: 'queued words' }] }, crashed);
    await app.waitForText('Restart the engine');
    app.clock.advance(300);
    await app.press('escape');
    expect(app.screenText()).toContain('│ queued words');
    await app.press('enter');
    expect(app.engine.commands).toEqual([]);
    expect(app.screenText()).toContain('Restart the engine');
    await app.press('escape');
    expect(app.screenText()).toContain('│ draft');
  });

  test('the choice to quit ends with code 1', async () => {
    const app = await openIdle();
    app.engine.emit(crashed);
    await app.waitForText('Restart the engine');
    app.clock.advance(300);
    await app.press('down', 'enter');
    expect(await app.exitCode).toBe(1);
  });
});
