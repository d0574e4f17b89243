import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { pathsFrom } from '../../../src/config/paths.js';
import { settingsTable } from '../../../src/config/settings-table.js';

test.each([
  [{}, '/home/u/.paicli'],
  [{ PAICLI_HOME: '' }, '/home/u/.paicli'],
  [{ PAICLI_HOME: '/elsewhere/p' }, '/elsewhere/p'],
  [{ PAICLI_HOME: '~/p' }, '/home/u/p'],
  [{ PAICLI_HOME: 'rel' }, resolve('rel')],
])('with %j the home is %s', (env, home) => {
  expect(pathsFrom(env, '/home/u').home).toBe(home);
});

test('everything lies below the home', () => {
  const { home, threadLock, ...others } = pathsFrom({ PAICLI_HOME: '/p' });
  for (const path of [...Object.values(others), threadLock('thread-1')]) expect(path.startsWith(`${home}/`)).toBe(true);
});

test('no environment variable and no flag sets two settings', () => {
  const names = settingsTable.flatMap((row) => [...row.env, ...(row.flag ? [row.flag] : [])]);
  expect(new Set(names).size).toBe(names.length);
});

test('keys have no flag, since other users see command lines', () => {
  expect(settingsTable.filter((row) => row.type.kind === 'secret' && row.flag)).toEqual([]);
});
