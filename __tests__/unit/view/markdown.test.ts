import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { markdownLines } from '../../../src/view/markdown.js';
import { createMarkdownLayout } from '../../../src/view/markdown-layout.js';
import { linesToText, lineToText } from '../../../src/view/plain-lines.js';
import { lineWidth } from '../../../src/view/wrap.js';
import { expectGolden } from '../../support/golden.js';

const sample = readFileSync(new URL('../../golden/view/sample-markdown.md', import.meta.url), 'utf8');
const texts = (text: string, width = 60) => markdownLines(text, { width }).map(lineToText);
const roles = (text: string) =>
  markdownLines(text, { width: 80 })
    .flat()
    .map((span) => `${span.role}:${span.text}`);

test.each([24, 60, 100])('the sample looks right at %i columns', (width) => {
  expectGolden(`view/markdown-${width}`, linesToText(markdownLines(sample, { width })));
});

test('the sample has an ASCII look', () => {
  expectGolden('view/markdown-ascii', linesToText(markdownLines(sample, { width: 60, ascii: true })));
});

test('no line is wider than the width, from 1 to 100', () => {
  for (let width = 1; width <= 100; width++) {
    const tooWide = markdownLines(sample, { width }).filter((line) => lineWidth(line) > width);
    expect({ width, tooWide: tooWide.map(lineToText) }).toEqual({ width, tooWide: [] });
  }
});

test('emphasis, code and links have their looks', () => {
  expect(roles('a **b** _c_ `d` [e](http://f)')).toEqual([
    'text:a ',
    'strong:b',
    'text: ',
    'emphasis:c',
    'text: ',
    'code:d',
    'text: ',
    'link:e',
    'dim: (',
    'dim:http://f',
    'dim:)',
  ]);
});

test('a bare address is shown once', () => {
  expect(texts('see https://example.com now')).toEqual(['see https://example.com now']);
});

test('numeric entities cannot bring a control character back', () => {
  const evil = 'a &#27;[2J &#x9b;1m &#x202e; b';
  const text = `${evil} &lt;c&gt;\n\n# ${evil}\n\n- ${evil}\n\n> ${evil} ![${evil}](u)\n\n| ${evil} |\n|--|\n| [${evil}](u) |`;
  const shown = texts(text, 100).join('\n');
  expect(shown).toContain('<c>');
  expect(shown.match(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/)).toBeNull();
});

test('text that looks like markup of a terminal library is kept, TU-03', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is what a file may hold
  const text = '{bold}x{/bold} {open} {/} {red-fg}R{/} {center}c{/center} {|} {escape} ${x} {{mustache}}';
  expect(texts(text, 120)).toEqual([text]);
});

test('HTML is shown as text', () => {
  expect(texts('<script>alert(1)</script>')).toEqual(['<script>alert(1)</script>']);
});

test('a text that grows in any pieces is drawn as the whole', () => {
  for (const size of [1, 2, 3, 7, 50]) {
    const layout = createMarkdownLayout();
    let grown = layout.lines('', 40, false);
    for (let end = 0; end < sample.length; end += size) {
      const text = sample.slice(0, end + size);
      grown = layout.lines(text, 40, false);
      if (end % 35 === 0) expect({ text, grown }).toEqual({ text, grown: markdownLines(text, { width: 40 }) });
    }
    expect(grown).toEqual(markdownLines(sample, { width: 40 }));
  }
});

test('an item that comes after a blank line still belongs to the list that grows', () => {
  const text = '9. nine\n\n10. ten\n\nend';
  const layout = createMarkdownLayout();
  for (let end = 1; end <= text.length; end++) layout.lines(text.slice(0, end), 40, false);
  expect(layout.lines(text, 40, false).map(lineToText)).toEqual([' 9. nine', '', '10. ten', '', 'end']);
});

test('the settled part of a growing text is not drawn again', () => {
  const layout = createMarkdownLayout();
  const first = layout.lines('# one\n\ntwo\n\nthree\n\nfour', 40, false);
  const next = layout.lines('# one\n\ntwo\n\nthree\n\nfour and more', 40, false);
  expect(next[0]).toBe(first[0]);
  expect(next.at(-1)).not.toBe(first.at(-1));
});

test('another width draws everything anew, and so does another text', () => {
  const layout = createMarkdownLayout();
  const text = 'one two three\n\nfour five six\n\nseven\n\neight';
  layout.lines(text, 40, false);
  expect(layout.lines(text, 8, false)).toEqual(markdownLines(text, { width: 8 }));
  expect(layout.lines('other', 8, false).map(lineToText)).toEqual(['other']);
});
