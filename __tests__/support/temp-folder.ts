// A folder of a test's own, with links resolved, removed when the test file is done.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

/** Call once at the top of a test file; the function returned makes a fresh folder each time. */
export function tempFolders(): () => string {
  const made: string[] = [];
  afterAll(() => {
    for (const folder of made) rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'paicli-test-')));
    made.push(folder);
    return folder;
  };
}
