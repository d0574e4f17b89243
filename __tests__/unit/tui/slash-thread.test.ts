import { expect, test } from '@jest/globals';
import { readSlashCommand } from '../../../src/tui/slash-commands.js';

test.each([
  ['/fork', { type: 'thread.fork' }],
  ['/fork 2', { type: 'thread.fork', uptoTurn: 2 }],
  ['/export', { type: 'thread.export', format: 'md' }],
  ['/export json', { type: 'thread.export', format: 'json' }],
  ['/export md notes/my log.md', { type: 'thread.export', format: 'md', path: 'notes/my log.md' }],
  ['/export log.json', { type: 'thread.export', format: 'json', path: 'log.json' }],
  ['/export mdfile', { type: 'thread.export', format: 'md', path: 'mdfile' }],
])('%s', (line, command) => {
  expect(readSlashCommand(line)).toEqual({ kind: 'command', command });
});

test.each(['/fork x', '/fork 0', '/fork -1', '/fork 1.5'])('%s is refused on the spot', (line) => {
  expect(readSlashCommand(line)).toMatchObject({ kind: 'refused' });
});
