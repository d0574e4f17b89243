// Which files fit a few letters: the question that completes paths.
import { expect, test } from '@jest/globals';
import { type EngineHarness, engineHarness } from '../support/engine-harness.js';

const start = engineHarness();

async function ask(engine: EngineHarness, text: string, limit = 10): Promise<string[]> {
  const answered = engine.next('query.answered', ({ result }) => result.kind === 'files' && result.text === text);
  await engine.send({ type: 'query.ask', query: { kind: 'files', text, limit } });
  const { result } = await answered;
  return result.kind === 'files' ? result.files : [];
}

const files = {
  '.gitignore': 'dist/\n',
  'README.md': '',
  'src/date.ts': '',
  'src/deep/calendar-date.ts': '',
  'dist/date.js': '',
  'node_modules/date/index.js': '',
};

test('ignored files are left out, and without letters the shallowest come first', async () => {
  const found = await ask(start({ files }), '');
  expect(found).toEqual(['.gitignore', 'README.md', 'src/date.ts', 'src/deep/calendar-date.ts']);
});

test('letters in order are enough, and the best fit comes first', async () => {
  const engine = start({ files });
  expect((await ask(engine, 'date'))[0]).toBe('src/date.ts');
  expect(await ask(engine, 'caldt')).toEqual(['src/deep/calendar-date.ts']);
  expect(await ask(engine, 'nothing like it')).toEqual([]);
});

test('no more are told than were asked for', async () => {
  expect(await ask(start({ files }), '', 2)).toEqual(['.gitignore', 'README.md']);
});
