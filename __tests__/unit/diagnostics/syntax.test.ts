// Syntax by file names, before and after an edit, through the real thread and the real programs.
import { existsSync, readdirSync } from 'node:fs';
import { expect, jest, test } from '@jest/globals';
import { findProgram } from '../../../src/process/find-program.js';
import { diagnosedFolders, write } from './support.js';

const folder = diagnosedFolders();
jest.setTimeout(60_000);
const { PATH } = process.env;
const withPython = findProgram('python3', { path: PATH }) ? test : test.skip;
const withBash = findProgram('bash', { path: PATH }) ? test : test.skip;

test('all errors of a script are found at once, and none that was there', async () => {
  const { edit } = folder({ 'a.js': 'let x = ;\n', 'tsconfig.json': '{"include":["none"]}' });
  expect(await edit({ 'a.js': '// more\nlet x = ;\nfunction f( {\n' })).toEqual([
    "[error] a.js:4:1 '}' expected. (ts)",
  ]);
});

test('types in JavaScript are no problem of its syntax, JSX neither', async () => {
  const { edit } = folder();
  expect(await edit({ 'a.jsx': 'export const a = <b>hi</b>;\n', 'b.js': 'export const a = <b>hi</b>;\n' })).toEqual([]);
  expect(await edit({ 'c.tsx': 'export const a = <b>hi;\n' })).not.toEqual([]);
});

test('JSON has neither comments nor commas at the end', async () => {
  const { edit } = folder();
  expect(await edit({ 'a.json': '{\n  "a": 1, // one\n  "b": [1,],\n}' })).toEqual([
    '[error] a.json:2:11 Comments are not allowed in JSON (json)',
    '[error] a.json:3:11 Value expected (json)',
    '[error] a.json:4:1 Property name expected (json)',
    '[error] a.json:4:1 Value expected (json)',
  ]);
});

test('JSON that may have comments, by its name or because it had some', async () => {
  const { edit } = folder({ 'own.json': '{ /* mine */ "a": 1 }' });
  expect(await edit({ 'tsconfig.json': '{ // one\n "a": 1, }', 'b.jsonc': '[1, /* two */]' })).toEqual([]);
  expect(await edit({ 'own.json': '{ /* mine */ "a": 1, /* and this */ "b": 2 }' })).toEqual([]);
});

test('YAML: a broken document, and a template that is none', async () => {
  const { edit } = folder();
  expect(await edit({ 'a.yml': 'a: 1\nb: [1, 2\nc: 3\n', 'chart.yaml': 'a: {{ .Values.a }}\n' })).toEqual([
    expect.stringMatching(/^\[error\] a\.yml:\d+:\d+ .* \(yaml\)$/),
  ]);
});

test('CSS: a declaration, brackets, a comment; newer values, nesting and at-rules are nothing to judge', async () => {
  const { edit } = folder();
  expect(await edit({ 'a.css': 'a { color red; }\nb { c: d; }}\n', 'b.css': '@media (x) {\na { b: c }\n' })).toEqual([
    '[error] a.css:1:11 Colon is expected (css)',
    '[error] a.css:2:13 "{" is expected (css)',
    '[error] b.css:1:12 "{" is not closed (css)',
  ]);
  expect(await edit({ 'c.css': 'a { b: c }\n/* open\n', 'd.css': 'a { content: "x\n }' })).toEqual([
    '[error] c.css:2:1 Comment without an end (css)',
    '[error] d.css:1:14 String without an end (css)',
  ]);
  const fresh = `@layer a, b;
a { &:hover { b: c } > d { e: f } width: if(style(--x: 1): 1px; else: 2px); --x: { a: b } }
@container x (width > 1px) { a { filter: progid:X(a="#1"); background: url(a(b.png) } }
@tailwind base;
@function --f(--x) { result: 1px }
`;
  expect(await edit({ 'fresh.css': fresh, 'filled.css': 'a { color: {{ colour }} }' })).toEqual([]);
});

test('HTML: elements without their end and broken tags, also in a part of a page; ends that may be left out are no errors', async () => {
  const { edit } = folder();
  const page = '<!doctype html>\n<html><body>\n<div>\n<p>a\n<ul><li>b<li>c</ul>\n</body></html>\n';
  expect(await edit({ 'a.html': page, 'b.htm': '<b id="x" id="y">x</b>\n<a href="z>' })).toEqual([
    '[error] a.html:3:1 <div> is not closed (html)',
    '[error] b.htm:1:13 Duplicate attribute (html)',
    '[error] b.htm:2:12 End of file in tag (html)',
  ]);
  const fine = '<tr><td>a & b &copy</td></tr><p>x<my-el/></my-el><svg><path d=""/></svg><br><img/>\n';
  expect(await edit({ 'c.html': fine, 'd.html': '<div>{% if x %}</div>{% endif %}' })).toEqual([]);
});

withPython('Python is compiled, not run, and nothing is written', async () => {
  const { edit, cwd } = folder();
  write(`${cwd}/json.py`, 'open("ran", "w")\n');
  const findings = await edit({ 'a.py': 'open("ran", "w")\ndef f(:\n  pass\n', 'b.py': 'x = 1\n' });
  expect(findings).toEqual([expect.stringMatching(/^\[error\] a\.py:2:7 .* \(python\)$/)]);
  expect(readdirSync(cwd).sort()).toEqual(['a.py', 'b.py', 'json.py']);
});

withPython('Python that was broken and still is, is not reported', async () => {
  const { edit } = folder({ 'a.py': 'def f(:\n  pass\n' });
  expect(await edit({ 'a.py': '# more\ndef f(:\n  pass\n' })).toEqual([]);
});

withBash('a shell script is read, not run; another shell is nobody to judge', async () => {
  const { edit, cwd } = folder();
  const findings = await edit({
    'a.sh': 'touch ran\nif true; then\n  echo\nfi fi\n',
    run: '#!/bin/bash\nfor\n',
    'b.sh': '#!/usr/bin/fish\nif true\nend\n',
  });
  expect(findings).toEqual([
    expect.stringMatching(/^\[error\] a\.sh:4:1 syntax error .* \(bash\)$/),
    expect.stringMatching(/^\[error\] run:2:1 syntax error .* \(bash\)$/),
  ]);
  expect(existsSync(`${cwd}/ran`)).toBe(false);
});

test('a report holds twenty and says how many more there are', async () => {
  const { diagnostics, cwd } = folder();
  const after = `[${'1 '.repeat(40)}]`;
  write(`${cwd}/a.json`, after);
  const { findings, omitted } = await diagnostics.filesChanged([{ path: 'a.json', after }]);
  expect([findings.length, omitted]).toEqual([20, 19]);
  expect(diagnostics.counts()).toEqual({ errors: 39, warnings: 0 });
});

test('what is not asked in time is told with the next request, once', async () => {
  const { diagnostics } = folder({}, { reportWithinMs: 0 });
  const report = await diagnostics.filesChanged([{ path: 'a.json', after: '[1 2]' }]);
  expect(report).toMatchObject({ findings: [], isPartial: true });
  expect(await report.late).toHaveLength(1);
  expect((await diagnostics.pending()).findings).toHaveLength(1);
  expect((await diagnostics.pending()).findings).toEqual([]);
});

test('a late error that is repaired meanwhile is never told', async () => {
  const { diagnostics } = folder({}, { reportWithinMs: 0 });
  await diagnostics.filesChanged([{ path: 'a.json', after: '[1 2]' }]);
  await diagnostics.filesChanged([{ path: 'a.json', before: '[1 2]', after: '[1, 2]' }]);
  expect(await diagnostics.pending(60_000)).toEqual({ findings: [], omitted: 0, isPartial: false });
});

test('a hostile message is one line without controls', async () => {
  const { edit } = folder();
  const [finding] = await edit({ 'a.yml': '"a\u001b[31m": 1\n"a\u001b[31m": 2\n!<\u001b]0;x\u0007> [\n' });
  expect(finding).toMatch(/^[\x20-\x7e]*$/);
});
