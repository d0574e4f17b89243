import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createInputHistory, type InputHistory } from '../../../src/storage/input-history.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();

function historyIn(file: string, errors: string[] = []): InputHistory {
  return createInputHistory({
    file,
    isSecret: (text) => text.includes('sk-'),
    onError: (message) => void errors.push(message),
  });
}

test('what was added comes back in order, with who wrote its first character', async () => {
  const file = join(tempFolder(), 'home', 'history.jsonl');
  const history = historyIn(file);
  expect(await history.load()).toEqual([]);
  history.add({ text: 'one\ntwo', startsTyped: true });
  history.add({ text: '!rm x', startsTyped: false });
  await history.settled();
  expect(await historyIn(file).load()).toEqual([
    { text: 'one\ntwo', startsTyped: true },
    { text: '!rm x', startsTyped: false },
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('secrets and very long texts are not kept', async () => {
  const file = join(tempFolder(), 'history.jsonl');
  const history = historyIn(file);
  history.add({ text: 'use sk-123 please', startsTyped: true });
  history.add({ text: 'x'.repeat(10_001), startsTyped: true });
  history.add({ text: 'kept', startsTyped: true });
  await history.settled();
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2);
});

test('the newest thousand are kept, and the file is shortened when it has grown far beyond', async () => {
  const file = join(tempFolder(), 'history.jsonl');
  const lines = Array.from({ length: 1600 }, (_, at) => JSON.stringify({ text: `message ${at}` }));
  writeFileSync(file, `${lines.join('\n')}\n`);
  const inputs = await historyIn(file).load();
  expect([inputs.length, inputs[0]?.text, inputs.at(-1)?.text]).toEqual([1000, 'message 600', 'message 1599']);
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(1000);
});

test('a line that was cut off does no harm', async () => {
  const file = join(tempFolder(), 'history.jsonl');
  writeFileSync(file, '{"text":"whole"}\n');
  appendFileSync(file, '{"text":"cut o');
  expect(await historyIn(file).load()).toEqual([{ text: 'whole', startsTyped: true }]);
});

test('a place that cannot be read or written is told and stops nothing', async () => {
  const errors: string[] = [];
  const history = historyIn(tempFolder(), errors);
  expect(await history.load()).toEqual([]);
  history.add({ text: 'x', startsTyped: true });
  await history.settled();
  expect(errors).toHaveLength(2);
});
