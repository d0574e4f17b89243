#!/usr/bin/env node
// Builds dist/: two bundles (main: command line and screen; engine: everything in the worker thread), and V8 code caches for both,
// because loading the packages one file at a time costs four times the start-up of a bundle with its cache.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureSqlite } from './sqlite.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
/** Filled first and then put in place, so that a program that starts meanwhile finds the old or the new one. */
const fresh = join(root, `dist-${process.pid}`);

/** Time of the newest file below a folder, ms. */
function newest(folder) {
  return Math.max(
    ...readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? newest(path) : statSync(path).mtimeMs;
    }),
  );
}

function isStale() {
  const built = join(dist, 'main.cjs');
  if (!existsSync(built)) return true;
  const sources = [
    newest(join(root, 'src')),
    newest(join(root, 'bin')),
    statSync(join(root, 'package-lock.json')).mtimeMs,
  ];
  return Math.max(...sources) > statSync(built).mtimeMs;
}

/** The Markdown lexer compiles its patterns when it is loaded (16 ms): in the bundle that happens with the first text, not with the first frame. */
const lateMarkdown = {
  name: 'late-markdown',
  setup(build) {
    build.onResolve({ filter: /^marked$/ }, ({ namespace }) =>
      namespace === 'late-markdown' ? undefined : { path: 'marked', namespace: 'late-markdown' },
    );
    build.onLoad({ filter: /.*/, namespace: 'late-markdown' }, () => ({
      contents: "exports.Lexer = function (options) { return new (require('marked').Lexer)(options); };",
      resolveDir: root,
    }));
  },
};

/** blessed's terminal descriptions are never parsed (see tui/blessed-setup.ts), and the assert they load makes a standard error at once. */
const noAssert = {
  name: 'no-assert',
  setup(build) {
    build.onResolve({ filter: /^assert$/ }, ({ importer }) =>
      /blessed[\\/]lib[\\/]tput\.js$/.test(importer) ? { path: 'assert', namespace: 'no-assert' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'no-assert' }, () => ({ contents: 'module.exports = () => {};' }));
  },
};

/** blessed loads its widgets by a computed name, which no bundler can follow: name them one by one. Only those that are used. */
const blessedPlugin = {
  name: 'blessed-widgets',
  setup(build) {
    build.onLoad({ filter: /blessed[\\/]lib[\\/]widget\.js$/ }, ({ path }) => {
      const names = readdirSync(join(dirname(path), 'widgets')).map((file) => file.replace(/\.js$/, ''));
      const wanted = ['node', 'screen', 'element', 'box'];
      const lines = wanted.map((name) => {
        if (!names.includes(name)) throw new Error(`blessed has no widget ${name}`);
        const className = name[0].toUpperCase() + name.slice(1);
        return `widget.${className} = widget.${name} = require('./widgets/${name}');`;
      });
      return {
        contents: `const widget = exports;\nwidget.classes = [];\n${lines.join('\n')}\nwidget.aliases = {};\n`,
        loader: 'js',
      };
    });
  },
};

/** The openai package needs a list of headers, not the whole of Node's fetch that the global Headers drags in. */
const lightHeaders = {
  name: 'light-headers',
  setup(build) {
    const ours = JSON.stringify(join(root, 'src/provider/light-headers.ts'));
    build.onLoad({ filter: /openai[\\/](client|internal[\\/](headers|utils[\\/]log))\.mjs$/ }, ({ path }) => ({
      contents: `import { FormData, Headers } from ${ours};\n${readFileSync(path, 'utf8')}`,
      loader: 'js',
    }));
  },
};

/** The command line reaches the engine as a bundle of its own, so that neither pays for the other. */
const engineApart = {
  name: 'engine-apart',
  setup(build) {
    build.onResolve({ filter: /engine\/engine\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './engine.cjs', external: true } : undefined,
    );
  },
};

/** The chart of the usage page is a bundle of its own too: blessed-contrib and what it needs are loaded when the page is opened. */
const chartApart = {
  name: 'chart-apart',
  setup(build) {
    build.onResolve({ filter: /\/line-chart\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './chart.cjs', external: true } : undefined,
    );
  },
};

/** Only the drawing of blessed-contrib's chart is used, never its place on a screen; and the canvas below it makes its buffers in a way that Node warns of. */
const drawingOnly = {
  name: 'drawing-only',
  setup(build) {
    const stubs = {
      blessed: 'exports.Node = function Node() {}; exports.Box = function Box() {};',
      lodash: "exports.max = require('lodash/max');",
    };
    build.onResolve({ filter: /^(blessed|lodash)$/ }, ({ path, resolveDir }) => ({
      path,
      namespace: 'stub',
      pluginData: resolveDir,
    }));
    build.onLoad({ filter: /.*/, namespace: 'stub' }, ({ path, pluginData }) => ({
      contents: stubs[path],
      resolveDir: pluginData,
    }));
    build.onLoad({ filter: /drawille-blessed-contrib[\\/]index\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace('new Buffer(', 'Buffer.alloc('),
      loader: 'js',
    }));
  },
};

/** Pages are parsed by linkedom alone: neither its drawing nor the parser that turndown would bring is needed. */
const pageOnly = {
  name: 'page-only',
  setup(build) {
    const unused = /^(canvas|@mixmark-io\/domino)$/;
    build.onResolve({ filter: unused }, ({ path }) => ({ path, namespace: 'unused' }));
    build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
  },
};

async function bundle() {
  const { build } = await import('esbuild');
  mkdirSync(fresh);
  // A build that fails leaves nothing behind; after a good one there is nothing of this name.
  process.once('exit', () => rmSync(fresh, { recursive: true, force: true }));
  const common = {
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    // import() becomes require(), which bin/boot.cjs answers with the cached bundle.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'bundleUrl' },
    banner: { js: 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
    external: ['better-sqlite3', 'node:sqlite', 'term.js', 'pty.js'],
    // Its main file asks for its parts in a way that no bundler can follow.
    alias: { 'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js') },
    logLevel: 'warning',
    legalComments: 'none',
    // Names stay, so that a stack trace can be read; the rest is a third less to load.
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: process.env.PAICLI_SOURCEMAP ? 'inline' : false,
  };
  await build({
    ...common,
    entryPoints: [join(root, 'src/cli/main.ts')],
    outfile: join(fresh, 'main.cjs'),
    plugins: [blessedPlugin, noAssert, lateMarkdown, engineApart, chartApart],
  });
  await build({
    ...common,
    entryPoints: [join(root, 'src/engine/engine.ts')],
    outfile: join(fresh, 'engine.cjs'),
    plugins: [lightHeaders],
  });
  await build({
    ...common,
    entryPoints: [join(root, 'src/tui/line-chart.ts')],
    outfile: join(fresh, 'chart.cjs'),
    plugins: [drawingOnly],
  });
  await build({
    ...common,
    entryPoints: [join(root, 'src/tool/web/page-worker.ts')],
    outfile: join(fresh, 'page.cjs'),
    plugins: [pageOnly],
  });
  await build({
    ...common,
    entryPoints: [join(root, 'src/tool/search/search-worker.ts')],
    outfile: join(fresh, 'search.cjs'),
  });
  await build({
    ...common,
    entryPoints: [join(root, 'src/diagnostics/worker.ts')],
    outfile: join(fresh, 'diagnostics.cjs'),
    external: [...common.external, 'typescript'],
  });
  await build({
    ...common,
    entryPoints: [join(root, 'src/snapshot/worker.ts')],
    outfile: join(fresh, 'snapshots.cjs'),
  });
  for (const name of [
    'main.cjs',
    'engine.cjs',
    'chart.cjs',
    'page.cjs',
    'search.cjs',
    'diagnostics.cjs',
    'snapshots.cjs',
  ])
    makeAscii(join(fresh, name));
  rmSync(dist, { recursive: true, force: true });
  renameSync(fresh, dist);
}

/** esbuild escapes what is not ASCII everywhere but in regular expressions, where \\u means the same; a plain ASCII file is half the memory. */
function makeAscii(file) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/** Runs the program once as people do, so that the code caches hold what a start needs. Without them it only starts slower. */
function warm() {
  const home = mkdtempSync(join(tmpdir(), 'paicli-build-'));
  try {
    execFileSync(process.execPath, [join(root, 'bin/warm.mjs'), home], {
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: 60_000,
    });
  } catch (error) {
    console.error(`build: no code cache was made, so the program starts slower (${error.message})`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

if (!process.env.PAICLI_NESTED_INSTALL) {
  if (process.argv.includes('--install')) ensureSqlite(root);
  if (!process.argv.includes('--if-stale') || isStale()) {
    await bundle();
    warm();
  }
}
