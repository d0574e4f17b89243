// Loads a bundle of dist/ with its V8 code cache (Node 20 has no compile cache of its own), in the main thread and in the engine's worker thread.
'use strict';
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');

const dist = join(__dirname, '..', 'dist');
const loaded = new Map();

/** What `name` (main.cjs or engine.cjs) exports. The bundles are plain ASCII, and latin1 is the cheapest way to read that. */
function loadBundle(name) {
  const known = loaded.get(name);
  if (known) return known.exports;
  const filename = join(dist, name);
  const cacheFile = `${filename}.${process.version}-${process.arch}.cache`;
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, 'latin1')}\n})`;
  const script = new Script(source, {
    filename,
    cachedData: process.env.PAICLI_WRITE_CODE_CACHE ? undefined : readIfThere(cacheFile),
  });
  const module = { exports: {} };
  loaded.set(name, module);
  const requireBundle = (id) => (id.startsWith('./') && id.endsWith('.cjs') ? loadBundle(id.slice(2)) : require(id));
  requireBundle.resolve = require.resolve;
  script.runInThisContext().call(module.exports, module.exports, requireBundle, module, filename, dist);
  if (process.env.PAICLI_WRITE_CODE_CACHE) process.on('exit', () => write(cacheFile, script.createCachedData()));
  return module.exports;
}

function readIfThere(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined; // no cache for this version of Node: it is only slower
  }
}

function write(file, data) {
  writeFileSync(`${file}.tmp-${process.pid}`, data);
  renameSync(`${file}.tmp-${process.pid}`, file);
}

module.exports = { loadBundle };

const { workerData } = require('node:worker_threads');
if (workerData?.paicliBundle) loadBundle(workerData.paicliBundle).startWorker();
