import { expect, test } from '@jest/globals';
import { readSse } from '../../../src/provider/sse.js';

async function* parts(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function frames(text: string, size: number) {
  const list: string[] = [];
  for await (const frame of readSse(parts(Buffer.from(text), size))) list.push(frame.lines.join('|'));
  return list;
}

const mixed =
  ': c\r\n\r\nevent: message\r\nid: 7\r\nretry: 3000\r\ndata:{"a"}\r\n\r\n: ping\n\ndata: b\ndata:  c\n\ndata: d\r\rdata: e';

test.each([1, 2, 3, 1000])(
  'PS-10: all line ends, comments and a last frame without a blank line, %i bytes at a time',
  async (size) => {
    expect(await frames(mixed, size)).toEqual(['{"a"}', 'b| c', 'd', 'e']);
  },
);

test('an event without data is no frame', async () => {
  expect(await frames('event: ping\n\nid: 1\n\n', 5)).toEqual([]);
});

test('a byte order mark at the beginning is skipped', async () => {
  expect(await frames('\uFEFFdata: x\n\n', 1)).toEqual(['x']);
});

test('a frame that was not closed says so', async () => {
  const closed: boolean[] = [];
  for await (const frame of readSse(parts(Buffer.from('data: a\n\ndata: b'), 100))) closed.push(frame.closed);
  expect(closed).toEqual([true, false]);
});
