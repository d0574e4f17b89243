// The screen-reader mode on pipes, with an engine that a test feeds by hand.
import { PassThrough } from 'node:stream';
import { afterEach } from '@jest/globals';
import { openPlain } from '../../src/plain/plain-app.js';
import type { Event } from '../../src/protocol/event.js';
import { readSlashCommand } from '../../src/tui/slash-commands.js';
import { appStart, createHandFedEngine } from './hand-fed-engine.js';
import { opened, ready } from './thread-events.js';

/** Starts it with these events in a thread; all that are open are closed after each test. Call it once a file. */
export function plainApps() {
  const open: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0)) await close();
  });
  return (...events: Event[]) => start(open, events);
}

function start(open: (() => Promise<unknown>)[], events: Event[]) {
  const { port, hand } = createHandFedEngine();
  const input = new PassThrough();
  const clock = { now: appStart };
  let written = '';
  let signals: { interrupt(): void; end(exitCode: number): void } | undefined;
  const exitCode = openPlain({
    input,
    output: {
      columns: 80,
      write(text: string) {
        written += text;
        return true;
      },
    },
    startEngine: () => port,
    opening: [],
    readCommand: readSlashCommand,
    help: '/help: the commands\n',
    onSignals: (calls) => {
      signals = calls;
      return () => {};
    },
    now: () => clock.now,
  });
  open.push(() => {
    input.end();
    return exitCode;
  });
  hand.emit(ready, opened, ...events);
  return {
    engine: hand,
    exitCode,
    clock,
    signals: () => signals,
    /** What was written since it was asked last. */
    take() {
      const text = written;
      written = '';
      return text;
    },
    async line(text: string) {
      input.write(`${text}\n`);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
