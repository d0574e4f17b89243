import { expect, test } from '@jest/globals';
import type { Event } from '../../../src/protocol/event.js';
import { linesOfBlock } from '../../../src/view/block-lines.js';
import { defaultLineOptions } from '../../../src/view/line-options.js';
import { linkTarget, withLinks } from '../../../src/view/link-target.js';
import { markdownLines } from '../../../src/view/markdown.js';
import type { Line } from '../../../src/view/span.js';
import { clipLine } from '../../../src/view/wrap.js';
import { opened, viewOf } from './recorded-turn.js';

/** What can be clicked, as `text → address`. */
const links = (lines: Line[]) =>
  lines.flat().flatMap(({ text, href }) => (href === undefined ? [] : [`${text} → ${href}`]));
const ofMarkdown = (text: string, width = 80) => links(markdownLines(text, { width }));

test.each([
  ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['HTTP://EXAMPLE.com', 'http://example.com/'],
  ['file:///home/ada/a b.ts', 'file:///home/ada/a%20b.ts'],
  ['https://例え.jp/ü', 'https://xn--r8jz45g.jp/%C3%BC'],
])('%s leads to %s', (href, target) => {
  expect(linkTarget(href)).toBe(target);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'mailto:a@b.c',
  'vscode://open',
  'src/a.ts',
  '//example.com',
  '#part',
  'http://',
  'https://google.com@evil.example/',
  'https://user:secret@example.com/',
  'file://server/share',
  `https://example.com/${'x'.repeat(2001)}`,
])('%p leads nowhere', (href) => {
  expect(linkTarget(href)).toBeUndefined();
});

test.each(['\x1b]8;;evil\x07', '\x1b\\', '\x07', '\x9c', '\n', '\r', '\x00', '\u202e', '\u2028', ' ', '"'])(
  'an address with %j cannot leave the escape code it is put into',
  (evil) => {
    expect(linkTarget(`https://example.com/${evil}x`) ?? '').toMatch(/^[\x21-\x7e]*$/);
    for (const span of markdownLines(`[a](<https://example.com/${evil}x>) https://example.com/${evil}`, {
      width: 80,
    }).flat())
      expect(span.href ?? '').toMatch(/^[\x21-\x7e]*$/);
  },
);

test('entities in the address of a link cannot bring a control character into it or its text', () => {
  const lines = markdownLines('[a](https://example.com/&#27;]8;;x&#7;) ![b](http://c/&#x9b;1m)', { width: 120 });
  for (const { text, href } of lines.flat()) expect(text + (href ?? '')).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
});

test('a link of Markdown, its target and a bare address can be clicked', () => {
  expect(ofMarkdown('see [the **docs**](https://a.example/x) or https://b.example.')).toEqual([
    'the docs → https://a.example/x',
    'https://a.example/x → https://a.example/x',
    'https://b.example → https://b.example/',
  ]);
});

test('an image can be clicked', () => {
  expect(ofMarkdown('![a](https://a.example/b.png)')).toEqual([
    '[image: a] → https://a.example/b.png',
    'https://a.example/b.png → https://a.example/b.png',
  ]);
});

test('a relative link of Markdown is text', () => {
  expect(ofMarkdown('[a](b.md)')).toEqual([]);
});

test('every piece of a link that is broken into lines leads to the same place', () => {
  const pieces = markdownLines('[one two three four](https://a.example/long/path)', { width: 10 }).flat();
  const clickable = pieces.filter(({ href }) => href !== undefined);
  expect(new Set(clickable.map(({ href }) => href))).toEqual(new Set(['https://a.example/long/path']));
  expect(
    clickable
      .map(({ text }) => text)
      .join('')
      .replaceAll(' ', ''),
  ).toBe('onetwothreefourhttps://a.example/long/path');
});

test('a link in a cell of a table and in a list can be clicked', () => {
  expect(ofMarkdown('| a |\n|--|\n| https://a.example/ |\n\n- https://b.example/')).toEqual([
    'https://a.example/ → https://a.example/',
    'https://b.example/ → https://b.example/',
  ]);
});

test('an address in plain text ends before what ends the sentence', () => {
  const text = 'see (https://a.example/x), https://b.example/y_(z). Or "http://c.example"!';
  const line = withLinks(text, 'user');
  expect(links([line])).toEqual([
    'https://a.example/x → https://a.example/x',
    'https://b.example/y_(z) → https://b.example/y_(z)',
    'http://c.example → http://c.example/',
  ]);
  expect(line.map((span) => span.text).join('')).toBe(text);
});

test('addresses in what the person wrote and in notices can be clicked', () => {
  const start: Event = { type: 'turn.started', input: 'read https://a.example/x', mode: 'react', model: 'm' };
  const notice: Event = { type: 'notice.raised', level: 'error', text: 'no', hint: 'see https://b.example/y' };
  const view = viewOf([opened, start, notice]);
  expect(links(view.blocks.flatMap((block) => linesOfBlock(block, defaultLineOptions)))).toEqual([
    'https://a.example/x → https://a.example/x',
    'https://b.example/y → https://b.example/y',
  ]);
});

test('a link that is clipped still leads to the whole address', () => {
  expect(links([clipLine(withLinks('https://a.example/long', 'text'), 10)])).toEqual([
    'https://a → https://a.example/long',
  ]);
});
