// What `paicli run` can load at all, told by the bundler: a turn without a screen pays for no screen.
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { build, type Metafile } from 'esbuild';
import { packageRoot } from '../../src/base/package-root.js';

const src = join(packageRoot(), 'src');
let reachable: string[];
let entry: Metafile['inputs'][string] | undefined;

beforeAll(async () => {
  const filesFrom = async (file: string) => {
    const { metafile } = await build({
      entryPoints: [join(src, file)],
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      outdir: 'out',
      external: ['better-sqlite3', 'term.js', 'pty.js'],
      logLevel: 'silent',
    });
    return metafile.inputs;
  };
  reachable = Object.keys(await filesFrom('cli/run.ts'));
  const all = await filesFrom('cli/main.ts');
  entry = Object.entries(all).find(([path]) => path.endsWith('src/cli/main.ts'))?.[1];
});

test.each(['blessed', 'chokidar'])('neither run nor the engine it starts can reach %s', (name) => {
  expect(reachable.some((path) => path.includes('src/engine/engine.ts'))).toBe(true);
  expect(reachable.filter((path) => path.includes(`node_modules/${name}/`))).toEqual([]);
});

test('the way in loads the screen only when it is asked for', () => {
  const kinds = entry?.imports.filter(({ path }) => path.endsWith('src/cli/tui.ts')).map(({ kind }) => kind);
  expect(kinds).toEqual(['dynamic-import']);
});
