// Sees to it that the threads' database can be opened: Node 22.13 has SQLite, on Node 20 the better-sqlite3 package brings it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Node's own SQLite, or the package, loads. */
function isThere(root) {
  const require = createRequire(join(root, 'package.json'));
  return ['node:sqlite', 'better-sqlite3'].some((name) => {
    try {
      const loaded = require(name);
      if (name === 'better-sqlite3') new loaded(':memory:').close();
      return true;
    } catch {
      return false; // not this one; what is missing at last is said below
    }
  });
}

/**
 * npm leaves an optional package out when its build fails, which it does without a network for Node's headers. Where
 * Node's own installation has them, it is built with those.
 */
export function ensureSqlite(root) {
  if (isThere(root)) return;
  const prefix = dirname(dirname(process.execPath));
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const wanted = `better-sqlite3@${optionalDependencies['better-sqlite3']}`;
  if (existsSync(join(prefix, 'include/node/node.h'))) {
    console.error(`build: ${wanted} is missing; building it with the headers in ${prefix} (about two minutes)`);
    // The nested npm runs this package's own scripts again; PAICLI_NESTED_INSTALL ends that at once.
    execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', wanted], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, npm_config_nodedir: prefix, PAICLI_NESTED_INSTALL: '1' },
    });
  }
  if (!isThere(root))
    console.error(`build: no SQLite was found; threads cannot be kept until \`npm install ${wanted}\` works`);
}
