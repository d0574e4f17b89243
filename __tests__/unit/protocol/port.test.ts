import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { expect, test } from '@jest/globals';
import type { CommandEnvelope } from '../../../src/protocol/command.js';
import type { Envelope } from '../../../src/protocol/event.js';
import { createLocalPorts, type EnginePort, enginePortOver, type Port } from '../../../src/protocol/port.js';

const idle = (at: number): Envelope => ({ at, threadId: 't', event: { type: 'engine.idle' } });
const command = (commandId: string): CommandEnvelope => ({ commandId, command: { type: 'turn.cancel' } });

interface Joined {
  front: Port;
  engine: EnginePort;
  end(): void;
}

const local = (): Joined => ({ ...createLocalPorts(), end: () => {} });
const channel = (): Joined => {
  const { port1, port2 } = new MessageChannel();
  const front: Port = {
    send: (envelope) => port1.postMessage(envelope),
    onEvents: (listener) => port1.on('message', listener),
  };
  return { front, engine: enginePortOver(port2), end: () => port1.close() };
};

/** Collects until there are so many. */
function collector<T>(size: number) {
  const items: T[] = [];
  let done: () => void = () => {};
  const full = new Promise<void>((resolve) => {
    done = resolve;
  });
  return { items, full, take: (item: T) => void (items.push(item) === size && done()) };
}

for (const [name, join] of [
  ['in one process', local],
  ['over a message channel', channel],
] as const) {
  test(`${name}: commands and batches of events arrive later, whole and in order`, async () => {
    const { front, engine, end } = join();
    const commands = collector<CommandEnvelope>(2);
    const batches = collector<Envelope[]>(2);
    engine.onCommand(commands.take);
    front.onEvents(batches.take);
    front.send(command('1'));
    front.send(command('2'));
    engine.emit([idle(1), idle(2)]);
    engine.emit([idle(3)]);
    expect([...commands.items, ...batches.items]).toEqual([]);
    await Promise.all([commands.full, batches.full]);
    expect(commands.items).toEqual([command('1'), command('2')]);
    expect(batches.items).toEqual([[idle(1), idle(2)], [idle(3)]]);
    end();
  });

  test(`${name}: what was sent is a copy`, async () => {
    const { front, engine, end } = join();
    const batches = collector<Envelope[]>(1);
    front.onEvents(batches.take);
    const sent = idle(1);
    engine.emit([sent]);
    sent.at = 99;
    await batches.full;
    expect(batches.items).toEqual([[idle(1)]]);
    end();
  });

  test(`${name}: what is no plain data is refused at once`, () => {
    const { engine, end } = join();
    expect(() => engine.emit([{ ...idle(1), event: (() => {}) as never }])).toThrow(/could not be cloned/);
    end();
  });
}

test('a closed channel takes what is sent to it and says nothing', async () => {
  const { port1, port2 } = new MessageChannel();
  const engine = enginePortOver(port2);
  const closed = once(port2, 'close');
  port1.close();
  await closed;
  expect(() => engine.emit([idle(1)])).not.toThrow();
});
