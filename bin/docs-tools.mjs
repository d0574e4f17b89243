#!/usr/bin/env node
// Writes docs/tools.md from the tools as they are. Run it after adding or changing a tool (npm run docs:tools).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Below the package, so that the packages that stay outside the bundle are found.
const folder = mkdtempSync(join(root, 'node_modules', '.docs-tools-'));
try {
  const bundle = join(folder, 'page.cjs');
  await build({
    stdin: {
      contents:
        "export { createBuiltInTools } from './tool/built-in.js'; export { toolsPage } from './tool/tools-page.js';",
      resolveDir: join(root, 'src'),
    },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    define: { 'import.meta.url': 'bundleUrl' },
    banner: { js: 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
    outfile: bundle,
    logLevel: 'warning',
  });
  const { createBuiltInTools, toolsPage } = createRequire(import.meta.url)(bundle);
  const describe = (name) => readFileSync(join(root, 'prompts', 'tools', `${name}.md`), 'utf8');
  writeFileSync(join(root, 'docs', 'tools.md'), toolsPage(createBuiltInTools(), describe));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
