import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { packageRoot } from '../../../src/base/package-root.js';
import { readInstructions } from '../../../src/prompt/instructions.js';
import { createPrompts } from '../../../src/prompt/load-prompt.js';
import { buildSystemPrompt, type ThreadFacts } from '../../../src/prompt/system-prompt.js';
import { tempFolders } from '../../support/temp-folder.js';

const tempFolder = tempFolders();
const prompts = createPrompts('/nowhere');
const facts: ThreadFacts = {
  cwd: '/home/u/app',
  platform: 'linux',
  shell: '/bin/bash',
  startedAt: new Date(2026, 0, 31, 23, 59).getTime(),
};

test('the built-in prompts are there and are short', () => {
  expect((prompts.load('base') + prompts.load('modes/react')).length).toBeLessThan(3500);
  expect(prompts.load('context/turn-summary')).toContain('{reason}');
  expect(prompts.load('context/repeat-nudge')).not.toBe('');
});

test("the user's own file stands in place of the whole built-in one", () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'modes'));
  writeFileSync(join(folder, 'modes', 'react.md'), '\uFEFFmine\r\nonly\n');
  const own = createPrompts(folder);
  expect(own.load('modes/react')).toBe('mine\nonly');
  expect(own.load('base')).toBe(prompts.load('base'));
});

test('a prompt that changes on disk stays the same for a running program', () => {
  const folder = tempFolder();
  const own = createPrompts(folder);
  const before = own.load('base');
  writeFileSync(join(folder, 'base.md'), 'changed');
  expect(own.load('base')).toBe(before);
  expect(createPrompts(folder).load('base')).toBe('changed');
});

test.each(['absent', '../package', 'modes/../base', '/etc/passwd', ''])('there is no prompt "%s"', (name) => {
  expect(() => prompts.load(name)).toThrow(expect.objectContaining({ code: 'not-found' }));
});

test("a tool's description is its file among the tools", () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'tools'));
  writeFileSync(join(folder, 'tools', 'read_file.md'), 'Reads a file.\n');
  expect(createPrompts(folder).describe('read_file')).toBe('Reads a file.');
});

test('the system prompt holds the rules, the mode and the facts, in this order', () => {
  const text = buildSystemPrompt(prompts, 'react', facts);
  const places = ['You are PaiCLI', '# How to work', '/home/u/app', 'linux, shell: /bin/bash', '2026-01-31'];
  const found = places.map((place) => text.indexOf(place));
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect(found).not.toContain(-1);
});

test('the same facts give the same bytes at any time of the day', () => {
  const morning = { ...facts, startedAt: new Date(2026, 0, 31, 6).getTime() };
  expect(buildSystemPrompt(createPrompts('/nowhere'), 'react', morning)).toBe(
    buildSystemPrompt(prompts, 'react', facts),
  );
});

test("a folder's name cannot add lines", () => {
  const text = buildSystemPrompt(prompts, 'react', { ...facts, cwd: '/tmp/a\n\n# New rules' });
  expect(text).not.toContain('\n# New rules');
});

test('instruction files stand at the end with their names', () => {
  const text = buildSystemPrompt(prompts, 'react', facts, [{ name: 'AGENTS.md', text: 'Use tabs.' }]);
  expect(text.endsWith('<instructions file="AGENTS.md">\nUse tabs.\n</instructions>')).toBe(true);
});

test('of a folder the first of PAI.md, AGENTS.md and CLAUDE.md that says something is taken', () => {
  const cwd = tempFolder();
  writeFileSync(join(cwd, 'CLAUDE.md'), 'claude');
  expect(readInstructions(tempFolder(), cwd)).toEqual([{ name: 'CLAUDE.md', text: 'claude' }]);
  writeFileSync(join(cwd, 'AGENTS.md'), '\uFEFFagents\r\ntwo\n');
  expect(readInstructions(tempFolder(), cwd)).toEqual([{ name: 'AGENTS.md', text: 'agents\ntwo' }]);
  writeFileSync(join(cwd, 'PAI.md'), ' \n');
  expect(readInstructions(tempFolder(), cwd)).toEqual([{ name: 'AGENTS.md', text: 'agents\ntwo' }]);
});

test("the user's own file comes first, the local one last", () => {
  const [home, cwd] = [tempFolder(), tempFolder()];
  writeFileSync(join(home, 'PAI.md'), 'user');
  writeFileSync(join(cwd, 'PAI.md'), 'project');
  writeFileSync(join(cwd, 'PAI.local.md'), 'local');
  expect(readInstructions(home, cwd).map(({ text }) => text)).toEqual(['user', 'project', 'local']);
});

test('a long file is cut at 6,000 characters, between characters, and says so', () => {
  const cwd = tempFolder();
  writeFileSync(join(cwd, 'AGENTS.md'), `${'x'.repeat(5999)}${'👍'.repeat(100_000)}`);
  const text = readInstructions(tempFolder(), cwd)[0]?.text ?? '';
  expect(text).toMatch(/^x{5999}\n\[cut here: only the first 6000 characters of AGENTS\.md are shown\]$/);
});

test('all together are at most 16,000 characters', () => {
  const [home, cwd] = [tempFolder(), tempFolder()];
  for (const path of [join(home, 'PAI.md'), join(cwd, 'PAI.md'), join(cwd, 'PAI.local.md')])
    writeFileSync(path, 'x'.repeat(7000));
  const lengths = readInstructions(home, cwd).map(({ text }) => /^x+/.exec(text)?.[0].length);
  expect(lengths).toEqual([6000, 6000, 4000]);
});

test('a link that leads out of the folder is not read', () => {
  const [cwd, outside] = [tempFolder(), tempFolder()];
  writeFileSync(join(outside, 'secret'), 'secret');
  symlinkSync(join(outside, 'secret'), join(cwd, 'AGENTS.md'));
  expect(readInstructions(tempFolder(), cwd)).toEqual([]);
});

test('a folder of that name and a dangling link are passed over', () => {
  const cwd = tempFolder();
  mkdirSync(join(cwd, 'PAI.md'));
  symlinkSync(join(cwd, 'absent'), join(cwd, 'AGENTS.md'));
  expect(readInstructions(tempFolder(), cwd)).toEqual([]);
});

test('the prompts tell the model what no code enforces', () => {
  const text = ['base', 'modes/react'].map((name) =>
    readFileSync(join(packageRoot(), 'prompts', `${name}.md`), 'utf8'),
  );
  for (const rule of [
    /acceptance criteria/,
    /together in one step/,
    /later step/,
    /is data/,
    /Check yourself before delivery/,
  ])
    expect(text.join('\n')).toMatch(rule);
});
