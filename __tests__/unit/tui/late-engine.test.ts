import { expect, test } from '@jest/globals';
import { createLateEngine } from '../../../src/tui/late-engine.js';

const command = (commandId: string) => ({ commandId, command: { type: 'turn.cancel' as const } });

function open() {
  const seen: string[] = [];
  const late = createLateEngine(
    () => ({
      send: ({ commandId }) => void seen.push(commandId),
      onEvents: () => {},
      restart: (threadId) => void seen.push(`restart ${threadId}`),
      stop: async () => void seen.push('stop'),
    }),
    () => seen.push('started'),
  );
  return { late, seen };
}

test('the first command starts it, once', () => {
  const { late, seen } = open();
  late.send(command('a'));
  late.begin();
  late.send(command('b'));
  expect(seen).toEqual(['started', 'a', 'b']);
});

test('while it is held back commands wait, and go out in their order when it starts', () => {
  const { late, seen } = open();
  const letGo = late.hold();
  late.begin();
  late.send(command('a'));
  late.send(command('b'));
  late.restart('t');
  expect(seen).toEqual([]);
  letGo();
  expect(seen).toEqual(['started', 'a', 'b']);
});

test('what was ended before it started never starts', async () => {
  const { late, seen } = open();
  const letGo = late.hold();
  late.send(command('a'));
  await late.stop();
  letGo();
  late.begin();
  expect(seen).toEqual([]);
});
