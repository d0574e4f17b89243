import { expect, test } from '@jest/globals';
import { parseLine } from '../../../src/cli/options.js';
import { threads } from '../../../src/cli/threads.js';

test.each([
  [['show', 'x', '--json'], '--json is not for threads show'],
  [['delete', 'x', '--format', 'md'], '--format is not for threads delete'],
  [['--yes'], '--yes is not for threads list'],
  [['--all', '--cwd', '/'], '--all and --cwd cannot be used together'],
  [['list', 'x'], 'threads list takes no id'],
])('threads %j is refused, because a part of it would be ignored', async (args, message) => {
  const attempt = async () => threads(parseLine('threads', args));
  await expect(attempt()).rejects.toMatchObject({ code: 'usage', message });
});
