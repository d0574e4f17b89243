import { expect, test } from '@jest/globals';
import {
  formatBytes,
  formatDuration,
  formatElapsed,
  formatMoney,
  formatPath,
  formatTokens,
} from '../../../src/view/format.js';

test('durations are read at a glance', () => {
  const shown = [0, 12.4, 999.4, 999.6, 4210, 59_949, 59_960, 185_000, 3_720_000].map(formatDuration);
  expect(shown).toEqual(['0 ms', '12 ms', '999 ms', '1.0 s', '4.2 s', '59.9 s', '1m 00s', '3m 05s', '1h 02m']);
});

test('running times change once a second', () => {
  expect([-5, 900, 12_900, 185_000].map(formatElapsed)).toEqual(['0s', '0s', '12s', '3m 05s']);
});

test('token counts are short', () => {
  const shown = [0, 950, 999, 1000, 2100, 9960, 81_234, 999_499, 999_600, 1_200_000].map(formatTokens);
  expect(shown).toEqual(['0', '950', '999', '1k', '2.1k', '10k', '81k', '999k', '1M', '1.2M']);
});

test('money keeps digits that say something', () => {
  const shown = [0, 0.00001, 0.0012, 0.041, 0.5, 12.345].map(formatMoney);
  expect(shown).toEqual(['$0', '<$0.0001', '$0.0012', '$0.041', '$0.500', '$12.35']);
});

test('bytes grow units', () => {
  expect([0, 512, 4096, 1_572_864, 20_000_000].map(formatBytes)).toEqual(['0 B', '512 B', '4.0 kB', '1.5 MB', '19 MB']);
});

test('only paths below the home folder begin with a tilde', () => {
  const shown = ['/home/ada', '/home/ada/x', '/home/adam/x', '/srv'].map((path) => formatPath(path, '/home/ada/'));
  expect(shown).toEqual(['~', '~/x', '/home/adam/x', '/srv']);
  expect(formatPath('/srv', '')).toBe('/srv');
});
