// Pages as Markdown: what survives and what is dropped.
import { expect, test } from '@jest/globals';
import { convertPage } from '../../../src/tool/web/page.js';

const convert = (body: string, format: 'markdown' | 'text' = 'markdown') =>
  convertPage({
    html: `<html><head><title>T</title></head><body>${body}</body></html>`,
    url: 'https://ex.org/docs/a',
    format,
  });
const words = `<p>${'Words to read, many of them. '.repeat(20)}</p>`;

test('tables survive as tables', async () => {
  const { text } = await convert(
    '<table><thead><tr><th>Name</th><th>a|b</th></tr></thead><tbody><tr><td><code>x</code></td><td><p>one</p><p>two</p></td></tr><tr><td colspan="2">wide</td></tr></tbody></table>',
  );
  expect(text).toBe('| Name | a\\|b |\n| --- | --- |\n| `x` | one two |\n| wide |  |');
});

test('a table without a head has its first row for one', async () => {
  const { text } = await convert('<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>');
  expect(text).toBe('| 1 | 2 |\n| --- | --- |\n| 3 | 4 |');
});

test('a table that only holds code beside line numbers gives the code', async () => {
  const { text } = await convert(
    '<table><tr><td class="linenos"><pre>1\n2</pre></td><td><div class="highlight-python"><pre>def f():\n    pass</pre></div></td></tr></table>',
  );
  expect(text).toBe('```python\ndef f():\n    pass\n```');
});

test('code keeps its lines, its blanks and its language, whatever ticks are in it', async () => {
  const { text } = await convert(
    '<pre><code class="language-ts">if (a)\n  b();\n\n```\nc</code></pre><pre>x<br>y</pre>',
  );
  expect(text).toBe('````ts\nif (a)\n  b();\n\n```\nc\n````\n\n```\nx\ny\n```');
});

test.each([
  '<script>BAD</script>',
  '<style>BAD</style>',
  '<template>BAD</template>',
  '<!-- BAD -->',
  '<p hidden>BAD</p>',
  '<p aria-hidden="true">BAD</p>',
  '<p style="color:red; display : none">BAD</p>',
  '<p style="visibility:hidden">BAD</p>',
  '<p style="font-size:0px">BAD</p>',
  '<p style="opacity:0">BAD</p>',
  '<p style="position:absolute;left:-9999px">BAD</p>',
  '<span class="sr-only">BAD</span>',
  '<nav>BAD</nav>',
  '<header>BAD</header>',
  '<footer>BAD</footer>',
])('%s is dropped', async (part) => {
  expect((await convert(`${part}<p>kept</p>`)).text).toBe('kept');
});

test('text that is only pale or small stays', async () => {
  expect((await convert('<p style="opacity:0.5">pale</p><p style="font-size:0.8em">small</p>')).text).toBe(
    'pale\n\nsmall',
  );
});

test('links are made whole, and what a link must not do is dropped', async () => {
  const { text } = await convert(
    '<a href="b?c=1">one</a> <a href="/x">two</a> <a href="javascript:alert(1)">three</a>',
  );
  expect(text).toBe('[one](https://ex.org/docs/b?c=1) [two](https://ex.org/x) three');
});

test('plain text has the words of links and pictures only', async () => {
  const { text } = await convert('<p><a href="/x">link</a> <b>bold</b> <img src="i.png" alt="picture"></p>', 'text');
  expect(text).toBe('link bold picture');
});

test('the part marked as the main one is all that is taken', async () => {
  const { text } = await convert(
    `<div class="menu">Menu</div><main><h1>Head<a href="#h">¶</a></h1>${words}</main><div>Ads</div>`,
  );
  expect(text).toMatch(/^# Head\n\nWords to read/);
  expect(text).not.toMatch(/Menu|Ads|¶/);
});

test('without marks the menus around an article are left out', async () => {
  const menu = '<a href="/m">menu entry</a> '.repeat(30);
  const { text } = await convert(
    `<div><div class="sidebar menu">${menu}</div><div class="content">${words.repeat(10)}</div></div>`,
  );
  expect(text).toContain('Words to read');
  expect(text).not.toContain('menu entry');
});

test('a fragment without a root element is a page too', async () => {
  expect(await convertPage({ html: 'a <b>b</b><p>c', url: 'https://ex.org', format: 'markdown' })).toEqual({
    title: '',
    text: 'a **b**\n\nc',
  });
});

test('an empty page has no text', async () => {
  expect((await convert('')).text).toBe('');
});
