#!/usr/bin/env node
// Starts the built program. The version is answered here, before anything is loaded.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [first] = process.argv.slice(2);
if (first === '--version' || first === '-v' || first === '-V') {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`paicli ${version}\n`);
} else {
  const { loadBundle } = createRequire(import.meta.url)('./boot.cjs');
  await loadBundle('main.cjs').main(process.argv.slice(2));
}
