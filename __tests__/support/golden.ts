// Text goldens: readable files that a test compares with, rewritten by UPDATE_GOLDEN=1.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'golden');

/** Compares `text` with `__tests__/golden/<name>.txt`; a missing golden fails unless goldens are being updated. */
export function expectGolden(name: string, text: string): void {
  const path = join(folder, `${name}.txt`);
  const actual = text.endsWith('\n') ? text : `${text}\n`;
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, actual);
    return;
  }
  if (!existsSync(path)) throw new Error(`golden ${name} is missing; run the test with UPDATE_GOLDEN=1`);
  expect(actual).toBe(readFileSync(path, 'utf8'));
}
