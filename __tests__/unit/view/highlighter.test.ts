import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { packageRoot } from '../../../src/base/package-root.js';
import type { ToolBlock } from '../../../src/view/block.js';
import { linesOfBlock } from '../../../src/view/block-lines.js';
import { defaultLineOptions } from '../../../src/view/line-options.js';
import { markdownLines } from '../../../src/view/markdown.js';
import { createMarkdownLayout } from '../../../src/view/markdown-layout.js';
import { linesToText } from '../../../src/view/plain-lines.js';
import { createTranscript } from '../../../src/view/transcript.js';
import { expectGolden } from '../../support/golden.js';
import { lateColours, textOf, withRoles } from './late-colours.js';
import { delta, message, opened, started, viewOf } from './recorded-turn.js';

const samples: Record<string, string> = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is code of a file
  ts: "// year\nexport function year(d: Date): string {\n  return `y ${d.getFullYear() + 1}` + 'x';\n}",
  js: 'const f = (a) => a ?? null;\nclass A extends B {}',
  json: '{ "a": [1, true, "x"] }',
  python: '@cache\ndef f(x: int) -> str:\n    """doc\n    more"""\n    return f"{x}"  # end',
  bash: 'for f in *.ts; do\n  echo "$f" | wc -l # count\ndone',
  go: 'func main() {\n\tfmt.Println("hi", 0x1f)\n}',
  rust: 'fn main() -> Result<(), E> {\n    let x: u8 = 1;\n}',
  java: 'public class A {\n  int f(String s) { return 1; }\n}',
  'c++': '#include <a.h>\nint main() { return 0; } /* end\nof it */',
  css: 'a.b:hover {\n  color: #fff; /* white */\n}',
  html: '<div class="a">text<script>let a = 1;</script></div>',
  yaml: 'a: 1\nb:\n  - "x" # note',
  markdown: '# title\n\n- **bold** `code`\n\n> quote',
  sql: "SELECT a, count(*) FROM t WHERE b = 'x' -- all",
  diff: '@@ -1 +1 @@\n-old\n+new',
};

test.each(Object.keys(samples))('code in %s keeps its text and gets looks', async (language) => {
  const { highlighter, settled, errors } = lateColours();
  const code = samples[language] as string;
  const lines = await settled(() => highlighter.highlight(code, language));
  expect(errors).toEqual([]);
  expect(textOf(lines ?? [])).toBe(code);
  expect(new Set(lines?.flat().map((span) => span.role)).size).toBeGreaterThan(1);
});

test('code has these looks', async () => {
  const { highlighter, settled } = lateColours();
  const parts = [];
  for (const [language, code] of Object.entries(samples)) {
    const lines = await settled(() => highlighter.highlight(code, language));
    parts.push(`${language}:\n${withRoles(lines ?? [])}`);
  }
  expectGolden('view/code-roles', parts.join('\n'));
});

test('grammars and the word diff are loaded when they are asked for, never with a module', () => {
  const folder = join(packageRoot(), 'src/view');
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const loaded = /^(?:import|export) (?!type )[^;]*?from '(?:highlight\.js|diff)\b[^;]*;/gm;
  expect(texts.flatMap((text) => text.match(loaded) ?? [])).toEqual([]);
  expect(texts.join('').match(/import\('(?:highlight\.js|diff)\//g)?.length).toBeGreaterThan(15);
});

test('the first question is answered without colours, and what comes is told', async () => {
  const { highlighter, settled, arrivals } = lateColours();
  expect(highlighter.highlight('let a = 1', 'ts')).toBeUndefined();
  expect({ misses: highlighter.misses, version: highlighter.version }).toEqual({ misses: 1, version: 0 });
  await settled(() => highlighter.highlight('let a = 1', 'ts'));
  expect(arrivals()).toBeGreaterThan(0);
  expect(highlighter.version).toBe(arrivals());
});

test.each(['', 'brainfuck', 'constructor', '__proto__', undefined])(
  'the language %p is unknown and nothing is awaited',
  (language) => {
    const { highlighter } = lateColours();
    expect(highlighter.highlight('a = 1', language)).toBeUndefined();
    expect(highlighter.misses).toBe(0);
  },
);

test('the language may be followed by other words, and is told from a file name too', async () => {
  const { highlighter, settled } = lateColours();
  const byName = await settled(() => highlighter.highlight('let a = 1', 'TS title="x.ts"'));
  expect(byName?.[0]?.[0]).toEqual({ text: 'let', role: 'keyword' });
  expect(await settled(() => highlighter.highlightFile('let a = 1', 'src/x.mts'))).toEqual(byName);
  expect(highlighter.highlightFile('let a = 1', 'src.ts/README')).toBeUndefined();
});

test('large code waits until the frame is out, and is coloured once', async () => {
  const { highlighter, settled, workOne } = lateColours();
  const code = Array.from({ length: 300 }, (_, at) => `let value${at} = ${at};`).join('\n');
  await settled(() => highlighter.highlight('let a = 1', 'ts'));
  expect(highlighter.highlight(code, 'ts')).toBeUndefined();
  while (workOne());
  const lines = highlighter.highlight(code, 'ts');
  expect(lines?.at(-1)?.[0]).toEqual({ text: 'let', role: 'keyword' });
  expect(highlighter.highlight(code, 'ts')?.[0]).toBe(lines?.[0]);
  expect(workOne()).toBe(false);
});

test('of very long code the first 500 lines get colours', async () => {
  const { highlighter, settled } = lateColours();
  const code = Array.from({ length: 700 }, (_, at) => `let value${at};`).join('\n');
  const lines = (await settled(() => highlighter.highlight(code, 'ts'))) ?? [];
  expect(textOf(lines)).toBe(code);
  expect(lines[499]?.[0]?.role).toBe('keyword');
  expect(lines[500]).toEqual([{ text: 'let value500;', role: 'text' }]);
});

test('a line that is longer than all that gets colours stays whole', () => {
  const { highlighter } = lateColours();
  const code = `let a = "${'x'.repeat(50_000)}";\nlet b;`;
  expect(highlighter.highlight(code, 'ts')).toBeUndefined();
  expect(highlighter.misses).toBe(0);
});

test('growing code keeps its text at every step, and its newest lines may wait for colours', async () => {
  const { highlighter, settled, workOne } = lateColours();
  const code = Array.from({ length: 120 }, (_, at) => `let value${at} = \`a\n${at}\`;`).join('\n');
  await settled(() => highlighter.highlight('let a = 1', 'ts'));
  for (let end = 1; end <= code.length; end += 13) {
    const lines = highlighter.highlight(code.slice(0, end), 'ts', true);
    if (lines !== undefined) expect(textOf(lines)).toBe(code.slice(0, end));
    workOne();
  }
  const last = highlighter.highlight(code, 'ts', true) ?? [];
  expect(last[0]?.[0]?.role).toBe('keyword');
  expect(last.at(-1)?.every((span) => span.role === 'text')).toBe(true);
  const closed = await settled(() => highlighter.highlight(code, 'ts'));
  expect(closed?.at(-1)?.some((span) => span.role === 'string')).toBe(true);
});

test('escape codes and markup in code bring nothing but text', async () => {
  const evil = 'let a = "&#27;[31m <b>{bold}";\n// &lt;/span&gt; {/} \u2190[2J';
  const { highlighter, settled } = lateColours();
  const lines = await settled(() => markdownLines(`\`\`\`ts\n${evil}\n\`\`\``, { width: 100, highlighter }));
  expect(textOf(lines)).toBe(evil.replace(/^/gm, '  '));
});

test('a fenced block gets its colours when they have come, and as many lines as without', async () => {
  const { highlighter, settled } = lateColours();
  const text = `before\n\n\`\`\`ts\n${samples.ts}\n\`\`\`\n\nafter\n\nend`;
  const layout = createMarkdownLayout();
  const draw = () => layout.lines(text, 40, false, { highlighter, growing: false });
  const plain = draw();
  expect(plain).toEqual(markdownLines(text, { width: 40 }));
  const coloured = await settled(draw);
  expect(coloured).toHaveLength(plain.length);
  expect(withRoles(coloured)).toContain('‹keyword›export');
  expect(coloured).toEqual(markdownLines(text, { width: 40, highlighter }));
});

test('a block that grows in any pieces is drawn as the whole once it is complete', async () => {
  const { highlighter, settled } = lateColours();
  const text = `a\n\n\`\`\`ts\n${samples.ts}\n\`\`\`\n\nb\n\n\`\`\`py\n${samples.python}\n\`\`\`\n\nc`;
  const whole = await settled(() => markdownLines(text, { width: 50, highlighter }));
  const layout = createMarkdownLayout();
  for (let end = 1; end <= text.length; end++)
    layout.lines(text.slice(0, end), 50, false, { highlighter, growing: true });
  expect(await settled(() => layout.lines(text, 50, false, { highlighter, growing: false }))).toEqual(whole);
});

test('a part of a file has the looks of its language', async () => {
  const { highlighter, settled } = lateColours();
  const block: ToolBlock = {
    kind: 'tool',
    id: 'tool-1',
    version: 0,
    callId: '1',
    name: 'read_file',
    title: 'a.ts',
    step: 1,
    state: 'ok',
    startedAt: 0,
    durationMs: 3,
    progress: [],
    display: [{ kind: 'file', path: 'a.ts', firstLine: 9, totalLines: 20, text: `${samples.ts}\n` }],
    text: '',
  };
  const options = { ...defaultLineOptions, width: 40, expanded: true };
  const plain = linesOfBlock(block, options);
  const lines = await settled(() => linesOfBlock(block, { ...options, highlighter }));
  expect(linesToText(lines)).toBe(linesToText(plain));
  expect(withRoles(lines)).toContain('‹dim›10  ‹keyword›export');
});

test('the conversation is drawn again when colours have come, but only where they were lacking', async () => {
  const { highlighter, settled } = lateColours();
  const view = viewOf([opened, started, message('m1', 'plain text'), message('m2', '```ts\nlet a = 1;\n```')]);
  const transcript = createTranscript(view, { highlighter });
  const rows = () => transcript.rows({ width: 40, height: 9, now: 0 }).lines;
  const before = rows();
  const after = await settled(rows);
  expect(withRoles(before)).toContain('‹code›let a = 1;');
  expect(withRoles(after)).toContain('‹keyword›let a = ‹number›1;');
  // The second message begins with the blank line before it.
  expect(after.map((line, at) => line === before[at])).toEqual([true, true, true, false, false]);
});

test('a streaming message shows its code in colours before the block is closed', async () => {
  const { highlighter, settled } = lateColours();
  const view = viewOf([opened, started, delta('m1', '```ts\nlet a = 1;\nlet b')]);
  const transcript = createTranscript(view, { highlighter });
  const lines = await settled(() => transcript.rows({ width: 40, height: 9, now: 0 }).lines);
  expect(withRoles(lines)).toContain('‹keyword›let a = ‹number›1;\n  let b\n');
});
