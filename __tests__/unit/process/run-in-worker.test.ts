// A thread of the built program that does one piece of work: its answer, its faults, its limits.
import { expect, test } from '@jest/globals';
import { runInWorker, type WorkerJob } from '../../../src/process/run-in-worker.js';

const usual = { bundle: 'page.cjs', timeoutMs: 20_000, heapLimitMb: 256 };
const run = (input: unknown, more: Partial<WorkerJob> = {}) =>
  runInWorker({ ...usual, signal: new AbortController().signal, input, ...more });
const page = (html: string) => ({ html, url: 'https://ex.org', format: 'markdown' });
/** Takes the converter far longer than anybody waits. */
const endless = page('<div>'.repeat(20_000));

test('the answer of the work comes back', async () => {
  expect(await run(page('<p>hi'))).toEqual({ kind: 'done', output: { title: '', text: 'hi' } });
});

test('work that throws has failed with its message', async () => {
  expect(await run(undefined)).toMatchObject({ kind: 'failed', message: expect.stringContaining('undefined') });
});

test('a bundle that does not exist is a failure', async () => {
  expect(await run(page(''), { bundle: 'gone.cjs' })).toMatchObject({ kind: 'failed' });
});

test('work without end is ended at its time limit', async () => {
  expect(await run(endless, { timeoutMs: 300 })).toEqual({ kind: 'timed-out' });
});

test('a cancel ends it, before it began or in its middle', async () => {
  const controller = new AbortController();
  const running = run(endless, { signal: controller.signal });
  controller.abort();
  expect(await running).toEqual({ kind: 'cancelled' });
  expect(await run(endless, { signal: controller.signal })).toEqual({ kind: 'cancelled' });
});
