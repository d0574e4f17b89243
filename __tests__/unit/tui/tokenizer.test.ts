import { describe, expect, test } from '@jest/globals';
import type { InputEvent } from '../../../src/tui/input/keys.js';
import { createTokenizer, type StartTimer } from '../../../src/tui/input/tokenizer.js';

/** Timers that run when the test says so. */
function createHandTimers(): { start: StartTimer; elapse(): void; pending(): number } {
  const waiting = new Set<() => void>();
  return {
    start: (callback) => {
      waiting.add(callback);
      return () => waiting.delete(callback);
    },
    elapse() {
      for (const callback of [...waiting]) {
        waiting.delete(callback);
        callback();
      }
    },
    pending: () => waiting.size,
  };
}

function record(): {
  events: InputEvent[];
  timers: ReturnType<typeof createHandTimers>;
  feed(data: Buffer | string): void;
} {
  const events: InputEvent[] = [];
  const timers = createHandTimers();
  const tokenizer = createTokenizer({ onEvent: (event) => events.push(event), startTimer: timers.start });
  return { events, timers, feed: (data) => tokenizer.feed(data) };
}

/** One word an event; adjacent texts are joined, because reads may cut them anywhere. */
function names(events: InputEvent[]): string[] {
  const words: string[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') words.push(`"${text}"`);
    text = '';
  };
  for (const event of events) {
    if (event.type === 'text') {
      text += event.text;
      continue;
    }
    flush();
    if (event.type === 'key') words.push(event.key);
    else if (event.type === 'paste') words.push(`paste:${event.text}`);
    else if (event.type === 'mouse') words.push(`${event.action}:${event.button}@${event.x},${event.y}`);
    else if (event.type === 'focus') words.push(event.focused ? 'focus' : 'blur');
    else words.push('reply');
  }
  flush();
  return words;
}

function read(data: Buffer | string): string[] {
  const { events, timers, feed } = record();
  feed(data);
  timers.elapse();
  return names(events);
}

describe('one sequence', () => {
  test.each([
    ['abc', ['"abc"']],
    ['中文👍', ['"中文👍"']],
    ['\r', ['enter']],
    ['\n', ['ctrl+j']],
    ['\t', ['tab']],
    ['\x7f', ['backspace']],
    ['\x03', ['ctrl+c']],
    ['\x1a', ['ctrl+z']],
    ['\x1c\x1f', ['ctrl+\\', 'ctrl+_']],
    ['\x00', ['ctrl+space']],
    ['\x1b', ['escape']],
    ['\x1b\x1b', ['escape', 'escape']],
    ['\x1b[', ['alt+[']],
    ['\x1b[A\x1bOB\x1b[1;5C\x1b[1;2D', ['up', 'down', 'ctrl+right', 'shift+left']],
    ['\x1b\x1b[A', ['alt+up']],
    ['\x1b[H\x1b[4~\x1b[5~\x1b[6~\x1b[3;5~', ['home', 'end', 'pageup', 'pagedown', 'ctrl+delete']],
    ['\x1bOP\x1b[15~\x1b[[A\x1b[17;2~\x1b[1;5R', ['f1', 'f5', 'f1', 'shift+f6', 'ctrl+f3']],
    ['\x1b[Z', ['shift+tab']],
    ['\x1b\r', ['alt+enter']],
    ['\x1b\x7f', ['alt+backspace']],
    ['\x1bb\x1bB\x1b.\x1b1', ['alt+b', 'alt+shift+b', 'alt+.', 'alt+1']],
    ['\x1b[13;2u', ['shift+enter']],
    ['\x1b[27;2;13~', ['shift+enter']],
    ['\x1b[99;5u\x1b[27;5;99~\x1b[27u', ['ctrl+c', 'ctrl+c', 'escape']],
    ['\x1b[1089::99;5u', ['ctrl+c']],
    ['\x1b[97;2u\x1b[97:65;2u\x1b[32;2u', ['"AA "']],
    ['\x1b[99;5:3u', []],
    ['\x1b[57441;2u', ['reply']],
    ['\x1b[99;9u', ['reply']],
    ['\x1b[57414u\x1b[57400u', ['enter', '"1"']],
    ['\x1b[I\x1b[O', ['focus', 'blur']],
    ['\x1b[12;40R\x1b[?62;c\x1b[?1u', ['reply', 'reply', 'reply']],
    ['\x1b]11;rgb:0/0/0\x07\x1bP1$r0m\x1b\\x', ['reply', 'reply', '"x"']],
    ['a\x1b[<0;5;6Mb', ['"a"', 'down:0@4,5', '"b"']],
    [
      '\x1b[<64;1;1M\x1b[<65;1;1M\x1b[<32;2;2M\x1b[<0;2;2m',
      ['wheelup:0@0,0', 'wheeldown:1@0,0', 'move:0@1,1', 'up:0@1,1'],
    ],
    ['\x1b[M !!x', ['"x"']],
    ['\x1b[200~one\rtwo\x1b[31m\x1b[201~x', ['paste:one\ntwo', '"x"']],
    ['\x1b\x1b[200~p\x1b[201~', ['escape', 'paste:p']],
    ['\x1b[3\x1b[A', ['up']],
    ['a\u009b2Jb', ['"ab"']],
  ] as [string, string[]][])('%j is %j', (data, expected) => {
    expect(read(data)).toEqual(expected);
  });
});

test('a stream cut at any byte gives the same events', () => {
  const bytes = Buffer.from(
    'é中\x1b[A\x1b\r\x1b[13;2u\x1b[200~a\r中\x1b[201~👍\x1b[<0;12;3M\x1b]11;x\x1b\\\x1bOPq\x1b\x1b[Bz\x1b[[Cx\x1b\x1by\x1b[27;5;99~\x03',
  );
  const expected = read(bytes);
  for (let at = 0; at <= bytes.length; at++) {
    const { events, feed } = record();
    feed(bytes.subarray(0, at));
    feed(bytes.subarray(at));
    expect(names(events)).toEqual(expected);
  }
  const { events, feed } = record();
  for (const byte of bytes) feed(Buffer.of(byte));
  expect(names(events)).toEqual(expected);
});

test('Escape comes only when nothing follows in time', () => {
  const { events, timers, feed } = record();
  feed('\x1b');
  expect(events).toEqual([]);
  feed('[A');
  expect(names(events)).toEqual(['up']);
  expect(timers.pending()).toBe(0);
});

test('a reply that never ends does not swallow what is typed later', () => {
  const { events, timers, feed } = record();
  feed('\x1b]11;rgb');
  timers.elapse();
  feed('hello');
  expect(names(events)).toEqual(['"hello"']);
});

test('no timer runs while nothing is unfinished', () => {
  const { timers, feed } = record();
  feed('abc\x1b[A\r');
  expect(timers.pending()).toBe(0);
});

test('a megabyte is pasted as one event, in linear time', () => {
  const { events, feed } = record();
  const bytes = Buffer.from(`\x1b[200~${'some line 中 of text\r'.repeat(50_000)}\x1b[201~`);
  const start = process.cpuUsage();
  for (let at = 0; at < bytes.length; at += 1000) feed(bytes.subarray(at, at + 1000));
  const used = process.cpuUsage(start);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({ type: 'paste' });
  expect((events[0] as { text: string }).text.split('\n')).toHaveLength(50_001);
  expect((used.user + used.system) / 1000).toBeLessThan(1000);
});
