import { describe, expect, test } from '@jest/globals';
import { createStreamSanitizer, revealControls, stripControls } from '../../../src/base/sanitize.js';

const forbidden = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\u200b\u{e0041}]/u;

describe('strip', () => {
  test.each([
    ['plain\ttext\n', 'plain\ttext\n'],
    ['a\u009b2Jb', 'ab'],
    ['a\u009b1;2Hb', 'ab'],
    ['a\u0085b\u008dc', 'abc'],
    ['a\u009d0;PWNED\u009cb', 'ab'],
    ['a\u009d52;c;cHduZWQ=\u009cb', 'ab'],
    ['a\x1b]52;c;cHduZWQ=\x07b', 'ab'],
    ['a\x1b]0;title\x1b\\b', 'ab'],
    ['a\x1bcb', 'ab'],
    ['a\x1b[2Jb', 'ab'],
    ['a\x1b[8mhidden\x1b[0mb', 'ahiddenb'],
    ['a\x1bPq#0\x1b\\b', 'ab'],
    ['a\x1b(0b', 'ab'],
    ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
    ['a\u202eb', 'a·b'],
    ['a\u{e0041}b', 'a·b'],
    ['{bold}{a,b}', '{bold}{a,b}'],
    ['x\ud83d', 'x\ufffd'],
    ['👨‍👩‍👧 ❤️', '👨‍👩‍👧 ❤️'],
  ])('%j becomes %j', (text, clean) => {
    expect(stripControls(text)).toBe(clean);
  });

  test('an unfinished title cannot hide more than 4 kB', () => {
    expect(stripControls(`\x1b]0;${'x'.repeat(10_000)}`).length).toBeGreaterThan(5_000);
  });

  test('hostile megabytes take linear time', () => {
    const start = process.cpuUsage();
    for (const unit of ['\x1b]', '\x1b[', '\u0090', '\x1b[31m', '\x1b', '\r']) stripControls(unit.repeat(500_000));
    const used = process.cpuUsage(start);
    expect((used.user + used.system) / 1000).toBeLessThan(2_000);
  });
});

describe('reveal', () => {
  test.each([
    ['rm -rf /\n\tx', 'rm -rf /\n\tx'],
    ['a\x1b[8mb', 'a␛[8mb'],
    ['a\x00\r\x7f', 'a␀␍␡'],
    ['a\u009b', 'a<U+009B>'],
    ['a\u202eb', 'a<U+202E>b'],
    ['a\u00adb\u3164', 'a<U+00AD>b<U+3164>'],
    ['a\u{e0041}', 'a<U+E0041>'],
    ['\x1b]0;never ended && rm', '␛]0;never ended && rm'],
  ])('%j shows as %j', (text, shown) => {
    expect(revealControls(text)).toBe(shown);
  });
});

describe('in pieces', () => {
  const whole =
    'a\x1b[31mred\x1b[0m\r\nb\x1b]0;title\x1b\\c\rd\x1b]52;c;eA==\x07👍\u009d0;t\u009ce\x1bPx\x07y\x1b\\f\x1b(0g\u202eh\x1b[1';

  test('a text split anywhere gives what the whole gives', () => {
    for (let at = 0; at <= whole.length; at++) {
      const stream = createStreamSanitizer();
      expect(stream.push(whole.slice(0, at)) + stream.push(whole.slice(at)) + stream.flush()).toBe(
        stripControls(whole),
      );
    }
  });

  test('unit by unit it gives what the whole gives', () => {
    for (const text of [whole, `\x1b]0;${'x'.repeat(5000)}\x07tail`, 'x\r', '\ud83d']) {
      const stream = createStreamSanitizer();
      let result = '';
      for (let i = 0; i < text.length; i++) result += stream.push(text[i] as string);
      expect(result + stream.flush()).toBe(stripControls(text));
    }
  });

  test('certain text comes out at once', () => {
    const stream = createStreamSanitizer();
    expect(stream.push('hello\x1b[3')).toBe('hello');
    expect(stream.push('1m world')).toBe(' world');
  });

  test('random hostile chunks never let a control through', () => {
    const units = [
      '\x1b',
      ']',
      '[',
      '\x07',
      '\u009b',
      '\u009d',
      '\\',
      'x',
      '\r',
      '\n',
      '\u202e',
      '\ud83d',
      '\udc4d',
      '3',
      'm',
    ];
    let seed = 7;
    const next = (limit: number): number => {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff;
      return (seed >> 8) % limit;
    };
    for (let round = 0; round < 300; round++) {
      const stream = createStreamSanitizer();
      let whole = '';
      let result = '';
      for (let i = 0; i < 30; i++) {
        let chunk = '';
        for (let k = next(5); k > 0; k--) chunk += units[next(units.length)];
        whole += chunk;
        result += stream.push(chunk);
      }
      result += stream.flush();
      expect(result).toBe(stripControls(whole));
      expect(result).not.toMatch(forbidden);
    }
  });
});
