// Edits in a folder as tools make them: written first, then told.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach } from '@jest/globals';
import { createDiagnostics, type Diagnostics, type DiagnosticsOptions } from '../../../src/diagnostics/diagnostics.js';
import type { ChangedFile } from '../../../src/diagnostics/finding.js';
import { findingText } from '../../../src/diagnostics/report.js';
import { tempFolders } from '../../support/temp-folder.js';

const patientMs = 60_000;

/** Call once at the top of a test file. */
export function diagnosedFolders() {
  const fresh = tempFolders();
  const open: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((close) => close()));
  });
  return (files: Record<string, string> = {}, options: Partial<DiagnosticsOptions> = {}) => {
    const cwd = fresh();
    for (const [path, text] of Object.entries(files)) write(join(cwd, path), text);
    const notices: string[] = [];
    const onNotice = (text: string) => void notices.push(text);
    const diagnostics = createDiagnostics({ cwd, isTrusted: false, reportWithinMs: patientMs, onNotice, ...options });
    open.push(diagnostics.close);
    /** Writes all and says what is new by it. */
    const edit = async (changes: Record<string, string | undefined>) => {
      const changed = Object.entries(changes).map(([path, after]) => change(cwd, path, after));
      return (await diagnostics.filesChanged(changed)).findings.map(findingText);
    };
    return { cwd, diagnostics, edit, notices };
  };
}

/** One folder for all tests of a file; each call makes a project below it, whose paths are told as from its own folder. */
export function sharedFolder() {
  const fresh = tempFolders();
  let diagnostics: Diagnostics | undefined;
  let cwd = '';
  let count = 0;
  afterAll(() => diagnostics?.close());
  return (files: Record<string, string>) => {
    if (diagnostics === undefined) {
      cwd = fresh();
      diagnostics = createDiagnostics({ cwd, isTrusted: false, reportWithinMs: patientMs });
    }
    const name = `p${++count}`;
    const shared = diagnostics;
    for (const [path, text] of Object.entries(files)) write(join(cwd, name, path), text);
    const edit = async (changes: Record<string, string | undefined>) => {
      const changed = Object.entries(changes).map(([path, after]) => change(cwd, join(name, path), after));
      return (await shared.filesChanged(changed)).findings.map((it) => findingText(it).replace(`${name}/`, ''));
    };
    const standing = () => shared.standing().filter(({ path }) => path.startsWith(`${name}/`));
    return {
      cwd: join(cwd, name),
      diagnostics: { ...shared, standing },
      edit,
      path: (path: string) => join(name, path),
    };
  };
}

function change(cwd: string, path: string, after: string | undefined): ChangedFile {
  const file = join(cwd, path);
  const before = readIfThere(file);
  if (after === undefined) rmSync(file);
  else write(file, after);
  return { path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

export function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // a new file
  }
}
