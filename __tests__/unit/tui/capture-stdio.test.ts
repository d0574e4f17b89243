import { afterEach, expect, test } from '@jest/globals';
import { captureStdio } from '../../../src/tui/capture-stdio.js';

let release: (() => void) | undefined;

afterEach(() => release?.());

function capture(): [string, string][] {
  const taken: [string, string][] = [];
  release = captureStdio((source, text) => taken.push([source, text]));
  return taken;
}

test('console, standard error and warnings go to the sink', async () => {
  const taken = capture();
  console.log('count %d', 3);
  console.error(new Error('shown').message);
  process.stderr.write(Buffer.from('raw'));
  await new Promise<void>((resolve) => process.stderr.write('done', () => resolve()));
  process.emit('warning', Object.assign(new Error('careful'), { name: 'TestWarning' }));
  expect(taken).toEqual([
    ['console', 'count 3'],
    ['console', 'shown'],
    ['stderr', 'raw'],
    ['stderr', 'done'],
    ['warning', 'TestWarning: careful'],
  ]);
});

test('afterwards everything is as before', () => {
  const before = [console.log, console.error, process.stderr.write, process.listeners('warning')];
  capture();
  release?.();
  release = undefined;
  expect([console.log, console.error, process.stderr.write, process.listeners('warning')]).toEqual(before);
});
